"""interpres-train --resume and --fresh: a run in parts writes the same bytes.

usage: train_resume.py BUILD_DIR
"""

import re
import shlex
import signal
import subprocess

from train_runs import (LONGEST_SECONDS, expect_equal, expect_in,
                        expect_same_checkpoint, run_all)

# Ends only by a signal; the learning rate does not depend on the end.
ENDLESS = {"max_updates": None, "max_minutes": 60}


class TrainResume:
    """The checks; each is a method whose name starts with check_."""

    def __init__(self, runs):
        self.runs = runs

    def expect_resumed_equals_whole(self, output, updates, **changes):
        """Finishes the run of `output` and compares it with one in one go."""
        result = self.runs.succeed(output=output, resume=True,
                                   max_updates=updates, **changes)
        expect_in("resuming after update", result.stderr, "output")
        self.runs.succeed(output=f"{output}-whole", max_updates=updates,
                          **changes)
        expect_same_checkpoint(self.runs, output, f"{output}-whole")
        return result

    def check_after_the_end(self):
        self.runs.succeed(output="ended", max_updates=20)
        before = self.runs.checkpoint("ended")
        result = self.expect_resumed_equals_whole("ended", 40)
        expect_in("resuming after update 20 ", result.stderr, "output")
        after = self.runs.checkpoint("ended")
        assert before["model.safetensors"] != after["model.safetensors"]

    def check_after_each_signal(self):
        for name, number in (("term", signal.SIGTERM), ("int", signal.SIGINT),
                             ("hup", signal.SIGHUP), ("usr", signal.SIGUSR1)):
            # In the middle of an epoch and between two saves, as a rule.
            code, output = self.runs.stop("update 15 |", number, output=name,
                                          **ENDLESS)
            expect_equal(code, 3, output)
            stopped = re.search(r"stopping after update (\d+): stopped by a "
                                r"signal", output)
            assert stopped, output
            expect_in(f"{name}.state/training.state has the run: --resume "
                      f"continues it; {name} has the checkpoint of the last save",
                      output, "output")
            self.expect_resumed_equals_whole(name, int(stopped[1]) + 13)

    def check_nohup_goes_on_without_a_terminal(self):
        code, output = self.runs.stop("update 5 |", signal.SIGHUP,
                                      program=("nohup", self.runs.program),
                                      output="nohup")
        expect_equal(code, 0, output)
        expect_in("stopping after update 20: max-updates", output, "output")

    def check_after_an_interrupt_that_also_ends_the_reader(self):
        # As Ctrl-C ends `interpres-train ... 2>&1 | tee log`.
        with self.runs.start(output="tee", **ENDLESS) as process:
            for line in process.stderr:
                if "update 15 |" in line:
                    break
            process.stderr.close()
            process.send_signal(signal.SIGINT)
            code = process.wait(timeout=LONGEST_SECONDS)
        expect_equal(code, 3, "exit code")
        result = self.runs.succeed(output="tee", resume=True, max_updates=1)
        saved = re.search(r"resuming after update (\d+) ", result.stderr)
        # The last save before the interrupt was the save of update 10.
        assert saved and int(saved[1]) >= 15, result.stderr

    def check_after_a_kill(self):
        code, output = self.runs.stop("update 25 |", signal.SIGKILL,
                                      output="killed", **ENDLESS)
        expect_equal(code, -signal.SIGKILL, output)
        # A kill leaves the state of a save.
        result = self.runs.succeed(output="killed", resume=True, max_updates=1)
        saved = re.search(r"resuming after update (\d+) ", result.stderr)
        # The save of update 20 was over before update 25 began.
        assert saved and int(saved[1]) >= 20, result.stderr
        expect_equal(int(saved[1]) % 10, 0, "update of the save")
        self.expect_resumed_equals_whole("killed", int(saved[1]) + 20)

    def check_a_second_interrupt_ends_at_once(self):
        # While the vocabulary is built, when the first one has to wait: longer
        # than two signals that count as one are apart.
        text = "".join(f"{i} {i ** 2} {i ** 3} {i ** 5}\n"
                       for i in range(30000))
        with self.runs.start(
                output="twice", allow_suspicious_corpora=True,
                train_source=self.runs.write("long.en", text),
                train_target=self.runs.write("long.es", text)) as process:
            for line in process.stderr:
                if "building a unigram vocabulary" in line:
                    break
            while process.poll() is None:
                process.send_signal(signal.SIGINT)
        expect_equal(process.returncode, -signal.SIGINT, "exit code")
        result = self.runs.succeed(output="twice", resume=True)
        expect_in("building a unigram vocabulary", result.stderr, "output")

    def check_two_interrupts_of_one_moment_are_one(self):
        # As `timeout -s INT` sends them.
        with self.runs.start(output="once", **ENDLESS) as process:
            for line in process.stderr:
                if "building a unigram vocabulary" in line:
                    process.send_signal(signal.SIGINT)
                    process.send_signal(signal.SIGINT)
        expect_equal(process.returncode, 3, "exit code")

    def check_after_a_full_disk(self):
        # The snapshot is the first file of a save, the state the last.
        large = {"d_model": 64, "ffn": 512}
        for name, kilobytes in (("snapshot-20.state", 500),
                                ("training.state", 1500)):
            output = f"full-{kilobytes}"
            self.runs.succeed(output=output, max_updates=10, **large)
            state = self.runs.scratch / f"{output}.state" / "training.state"
            before = state.read_bytes()
            written = self.runs.checkpoint(output)
            result = self.runs.train_on_a_full_disk(
                kilobytes, output=output, resume=True, max_updates=40, **large)
            expect_equal(result.returncode, 1, result.stderr)
            expect_in(f"{name}.tmp: cannot write it", result.stderr, "message")
            assert state.read_bytes() == before, "the state changed"
            if name.startswith("snapshot"):
                assert self.runs.checkpoint(output) == written, output
            expect_equal(self.runs.run("inspect", output).returncode, 0, output)
            self.expect_resumed_equals_whole(output, 40, **large)

    def check_after_no_space_is_left(self):
        # A file system of 5 MB, which a save and a half fills.
        runs = self.runs
        large = {"d_model": 64, "ffn": 512}
        flags = {"output": "small/model", **large}
        (runs.scratch / "small").mkdir()
        script = f"""
            mount -t tmpfs -o size=5m none small || exit 77
            train() {{ "{runs.program}" train "$@" 2>&1; }}
            train {shlex.join(runs.flags(max_updates=10, **flags))} || exit 1
            train {shlex.join(runs.flags(resume=True, max_updates=40, **flags))}
            [ $? = 1 ] || exit 2
            "{runs.program}" inspect small/model || exit 3
            mount -o remount,size=100m small || exit 4
            train {shlex.join(runs.flags(resume=True, max_updates=40, **flags))}
            cp -r small/model unfilled"""
        result = subprocess.run(
            ["unshare", "--map-root-user", "--mount", "sh", "-c", script],
            cwd=runs.scratch, stdout=subprocess.PIPE, text=True, check=False,
            timeout=LONGEST_SECONDS)
        if result.returncode in (1, 77) and not result.stdout:
            print("skipped: no file system can be mounted here")
            return
        expect_equal(result.returncode, 0, result.stdout)
        expect_in("No space left on device", result.stdout, "output")
        runs.succeed(output="unfilled-whole", max_updates=40, **large)
        expect_same_checkpoint(runs, "unfilled", "unfilled-whole")

    def check_a_log_that_cannot_grow(self):
        kilobytes = 2000
        self.runs.succeed(output="mute", max_updates=10)
        log = self.runs.scratch / "mute.state" / "log.jsonl"
        log.write_bytes(log.read_bytes().ljust(kilobytes * 1024, b"\n"))
        result = self.runs.train_on_a_full_disk(
            kilobytes, output="mute", resume=True, max_updates=20)
        expect_equal(result.returncode, 0, result.stderr)
        expect_in("mute.state/log.jsonl: a line was not written", result.stderr,
                  "message")
        self.expect_resumed_equals_whole("mute", 30)

    def check_on_another_number_of_threads(self):
        self.runs.succeed(output="threads", max_updates=10, threads=1)
        self.expect_resumed_equals_whole("threads", 20)

    def check_resume_without_a_state_begins(self):
        result = self.runs.succeed(output="begin", resume=True)
        assert "resuming" not in result.stderr, result.stderr
        self.runs.succeed(output="begin-whole")
        expect_same_checkpoint(self.runs, "begin", "begin-whole")

    def check_on_another_machine(self):
        # Everything lies elsewhere there, and what it began with is gone.
        runs = self.runs
        runs.succeed(output="seed", type="f32")
        start = {"init": "seed", "vocab_size": None}
        runs.succeed(output="here", **start)
        runs.succeed(output="whole-trip", max_updates=40, **start)
        there = runs.scratch / "there"
        there.mkdir()
        for name in ("here", "here.state", "train.en", "train.es"):
            (runs.scratch / name).rename(there / name)
        (runs.scratch / "seed").rename(there / "forgotten")
        try:
            result = runs.succeed(
                output="there/here", train_source="there/train.en",
                train_target="there/train.es", max_updates=40, resume=True,
                **start)
            expect_in("resuming after update 20 ", result.stderr, "output")
            expect_in("going on with the vocabulary of there/here.state",
                      result.stderr, "output")
        finally:
            for name in ("train.en", "train.es"):
                (there / name).rename(runs.scratch / name)
        expect_same_checkpoint(runs, "there/here", "whole-trip")

    def check_another_file_in_the_output(self):
        runs = self.runs
        notes = runs.scratch / "noted" / "notes"
        with runs.start(output="noted", **ENDLESS) as process:
            lines = []
            for line in process.stderr:
                lines.append(line)
                if "wrote noted" in line and not notes.exists():
                    notes.touch()
        expect_equal(process.returncode, 1, lines)
        for part in ('"notes", which is no part of a checkpoint; take it away',
                     "noted.state/training.state has the run up to its last "
                     "save: --resume continues the run"):
            expect_in(part, lines[-1], "message")
        log = (runs.scratch / "noted.state" / "log.jsonl").read_text()
        expect_in("no part of a checkpoint", log.splitlines()[-1], "log")
        notes.unlink()
        result = runs.succeed(output="noted", resume=True, max_updates=10000,
                              max_minutes=None, max_epochs=1)
        expect_in("resuming after update ", result.stderr, "output")

    def check_a_run_without_a_state_chooses_its_own_vocabulary(self):
        # As a kill before the first save leaves it.
        runs = self.runs
        runs.succeed(output="another", vocab_size=150)
        (runs.scratch / "another.state" / "training.state").unlink()
        result = runs.succeed(output="another", resume=True)
        assert "going on" not in result.stderr, result.stderr
        runs.succeed(output="another-whole")
        expect_same_checkpoint(runs, "another", "another-whole")

    def check_fresh_starts_over(self):
        self.runs.succeed(output="fresh", seed=2)
        self.runs.succeed(output="fresh", seed=3, fresh=True)
        self.runs.succeed(output="fresh-whole", seed=3)
        expect_same_checkpoint(self.runs, "fresh", "fresh-whole")
        # Before the first save, the checkpoint is not of this run.
        code, output = self.runs.stop("update 5 |", output="fresh", fresh=True,
                                      save_every=10000, **ENDLESS)
        expect_equal(code, 3, output)
        expect_in("fresh has the checkpoint of an earlier run", output,
                  "output")

    def check_the_languages_stay(self):
        # Without tags the data would not tell.
        runs = self.runs
        runs.succeed(output="languages", bidirectional=None)
        runs.refuse(["train", *runs.flags(
            output="languages", bidirectional=None, resume=True,
            source_language="it", target_language="fr")],
                    1, "directions is it to fr here but was en to es")
        runs.succeed(output="languages", bidirectional=None, resume=True)

    def check_the_vocabulary_stays(self):
        runs = self.runs
        for name, changes in (("a", {}), ("b", {"--vocab-size": "150"})):
            flags = {"--train-source": "train.en", "--train-target": "train.es",
                     "--source-language": "en", "--target-language": "es",
                     "--vocab-size": "160", "--output": f"{name}.vocab",
                     **changes}
            result = runs.run("vocab", "--bidirectional", "--no-byte-fallback",
                              *[word for pair in flags.items()
                                for word in pair])
            expect_equal(result.returncode, 0, result.stderr)
        runs.succeed(output="kept", vocab="a.vocab")
        runs.succeed(output="kept", vocab="a.vocab", resume=True)
        runs.refuse(["train", *runs.flags(output="kept", vocab="b.vocab",
                                          resume=True)],
                    1, "b.vocab", "kept.state/vocabulary.state", "--fresh")


if __name__ == "__main__":
    run_all(TrainResume, __doc__)
