"""interpres-train-mpi of several processes, started by Open MPI's mpirun.

    train_processes.py BUILD_DIRECTORY   (of a build with -DINTERPRES_MPI=ON)
"""

import json
import math
import os
import signal
import subprocess

from train_runs import (LONGEST_SECONDS, TrainRuns, expect_equal, expect_in,
                        run_all)

# More processes than cores, as root, in a container.
ENVIRONMENT = {
    **os.environ,
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
}
# Every recipe whose numbers processes could get wrong.
RECIPES = {
    "shards": 4, "threads": 1, "log-every": 1, "dropout": 0.2,
    "attention-dropout": 0.1, "accumulate": 2, "ema": 0.9,
    "subword-sampling": 0.3, "noise-typos": 0.3,
    "noise-joined-sentences": 0.3, "dev-source": "dev.en", "dev-target": "dev.es",
}
# Sums in another order, in float32.
NOISE = 1e-4


def mpi_program(runs):
    return str(runs.program.with_name("interpres-train-mpi"))


def mpirun(runs, *programs):
    """Runs (processes, flags, words before the program) as one job."""
    command = ["mpirun"]
    for processes, words, *before in programs:
        command += [":"] if len(command) > 1 else []
        command += ["-n", str(processes), *before, mpi_program(runs), "train",
                    *words]
    return subprocess.run(command, text=True, cwd=runs.scratch,
                          timeout=LONGEST_SECONDS, check=False, env=ENVIRONMENT,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def curve(runs, output):
    """{(event, update, name): value} of a log, without clocks."""
    values = {}
    log = runs.scratch / f"{output}.state" / "log.jsonl"
    for line in log.read_text().splitlines():
        record = json.loads(line)
        for name in ("loss", "nll", "gradient_norm", "dev_loss", "bleu", "chrf"):
            if name in record:
                key = (record["event"], record["update"],
                       record.get("direction"), name)
                values[key] = record[name]
    return values


def expect_same_curve(runs, got, expected):
    ours, theirs = curve(runs, got), curve(runs, expected)
    expect_equal(sorted(map(str, ours)), sorted(map(str, theirs)), "records")
    assert len(ours) > 40, len(ours)
    largest = 0.0
    for key, value in theirs.items():
        assert math.isclose(ours[key], value, rel_tol=NOISE, abs_tol=NOISE), (
            f"{key}: {ours[key]} by {got}, {value} by {expected}")
        largest = max(largest, abs(ours[key] - value) / max(1.0, abs(value)))
    print(f"{got}: {len(ours)} values, at most {largest:.1g} from {expected}")


class ProcessChecks:
    """Each method is a check."""

    def __init__(self, runs):
        self.runs = runs

    def launch(self, processes, **changes):
        return mpirun(self.runs, (processes, TrainRuns.flags(**changes)))

    def check_any_number_of_processes_learns_the_same(self):
        self.runs.succeed(output="one", **RECIPES)
        for processes in (1, 2, 4):
            name = f"of-{processes}"
            result = self.launch(processes, output=name, **RECIPES)
            expect_equal(result.returncode, 0, result.stderr)
            # The leader alone speaks.
            expect_equal(result.stderr.count("stopping after update 20"), 1,
                         "said")
            expect_same_curve(self.runs, name, "one")

    def check_another_number_of_processes_goes_on(self):
        self.runs.succeed(output="whole", **RECIPES)
        for processes, updates in ((4, 10), (2, 20)):
            result = self.launch(processes, output="parts", resume=True,
                                 **{**RECIPES, "max-updates": updates})
            expect_equal(result.returncode, 0, result.stderr)
        expect_same_curve(self.runs, "parts", "whole")

    def check_only_the_leader_touches_files(self):
        for flags in ({}, {"resume": True, "max_updates": 30}):
            result = mpirun(
                self.runs,
                (1, TrainRuns.flags(output="leader", shards=2, **flags)),
                (1, TrainRuns.flags(output="follower", shards=2, **flags)))
            expect_equal(result.returncode, 0, result.stderr)
        written = {path.name for path in self.runs.scratch.iterdir()}
        assert {"leader", "leader.state"} <= written, written
        assert not {"follower", "follower.state"} & written, written

    def check_different_data_is_refused(self):
        self.runs.write("other.en", (self.runs.scratch / "train.en")
                        .read_text().replace("bread", "cake"))
        result = mpirun(
            self.runs, (1, TrainRuns.flags(output="mixed", shards=2)),
            (1, TrainRuns.flags(output="mixed", shards=2,
                                train_source="other.en")))
        expect_equal(result.returncode, 1, result.stderr)
        expect_in("process 1: its settings or its data differ", result.stderr,
                  "message")

    def check_a_different_schedule_is_refused(self):
        # They would meet at different updates, or step differently.
        for name, value in (("save-every", 5), ("learning-rate", 1e-4),
                            ("max-updates", 19), ("warmup", 6)):
            flags = {"output": "mixed", "shards": 2}
            result = mpirun(
                self.runs, (1, TrainRuns.flags(**flags)),
                (1, TrainRuns.flags(**{**flags, name: value})))
            expect_equal(result.returncode, 1, result.stderr)
            expect_in("process 1: its settings or its data differ",
                      result.stderr, "message")
            expect_in(f"{name} is", result.stderr, "message")

    def check_a_corpus_too_small_on_one_process_ends_all(self):
        text = {name: (self.runs.scratch / name).read_text()
                for name in ("train.en", "train.es")}
        self.runs.write("long.en", text["train.en"] * 20)
        self.runs.write("long.es", text["train.es"] * 20)
        self.runs.run("vocab", "--source-language", "en",
                      "--target-language", "es", "--train-source", "long.en",
                      "--train-target", "long.es", "--bidirectional",
                      "--vocab-size", 160, "--no-byte-fallback",
                      "--output", "long.vocab")
        flags = {"output": "lost", "shards": 2, "train_weight": 0.01,
                 "vocab": "long.vocab", "vocab-size": None}
        result = mpirun(
            self.runs,
            (1, TrainRuns.flags(train_source="long.en",
                                train_target="long.es", **flags)),
            (1, TrainRuns.flags(**flags)))
        expect_equal(result.returncode, 1, result.stderr)
        expect_in("process 1: train-weight is 0.01 for 24 examples",
                  result.stderr, "message")

    def check_a_process_without_room_for_its_threads_ends_all(self):
        flags = {"output": "lost", "shards": 2}
        result = mpirun(
            self.runs, (1, TrainRuns.flags(**flags)),
            (1, TrainRuns.flags(**{**flags, "threads": 1000}),
             "prlimit", "--as=4000000000"))
        assert result.returncode != 0, result.stderr
        expect_in("interpres-train train: process 1: ", result.stderr,
                  "message")

    def check_an_error_of_one_process_ends_all(self):
        result = mpirun(
            self.runs, (1, TrainRuns.flags(output="lost", shards=2)),
            (1, TrainRuns.flags(output="lost", shards=2,
                                train_source="missing.en")))
        expect_equal(result.returncode, 1, result.stderr)
        expect_in("process 1: missing.en", result.stderr, "message")
        expect_equal(result.stderr.count("missing.en"), 1, "told")

    def check_a_file_that_one_process_lacks_ends_all(self):
        for flag, name in (("golden", "missing.tsv"),
                           ("dev_source", "missing.dev")):
            flags = {"output": "lost", "shards": 2, "dev_source": "dev.en",
                     "dev_target": "dev.es"}
            result = mpirun(
                self.runs, (1, TrainRuns.flags(**flags)),
                (1, TrainRuns.flags(**{**flags, flag: name})))
            expect_equal(result.returncode, 1, result.stderr)
            expect_in(f"process 1: {name}", result.stderr, "message")

    def check_an_error_of_the_leader_ends_all(self):
        flags = {"output": "twice", "shards": 2}
        expect_equal(self.launch(2, **flags).returncode, 0, "first run")
        result = self.launch(2, **flags)
        expect_equal(result.returncode, 1, result.stderr)
        expect_in("--resume continues it", result.stderr, "message")

    def check_shards_must_be_shared_equally(self):
        result = self.launch(2, output="odd", shards=3)
        expect_equal(result.returncode, 1, result.stderr)
        expect_in("shards is 3; expected a multiple of the number of "
                  "processes (2)", result.stderr, "message")

    def check_a_signal_to_mpirun_stops_and_saves(self):
        # mpirun passes SIGUSR1 on; SIGTERM makes it kill its processes.
        code, output = self.runs.stop(
            "update 5 ", signal.SIGUSR1,
            program=["mpirun", "-n", "2", mpi_program(self.runs)],
            env=ENVIRONMENT, output="stopped", shards=2, max_updates=1000000)
        expect_equal(code, 3, output)
        expect_in("stopped by a signal", output, "output")
        state = self.runs.scratch / "stopped.state" / "training.state"
        assert state.exists(), output


if __name__ == "__main__":
    run_all(ProcessChecks, __doc__)
