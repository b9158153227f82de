"""interpres-train and wrong input: exit codes and messages that help.

usage: train_refusals.py BUILD_DIR

A refusal comes before the first update, so that a run does not train for hours
and then fail to write its result.
"""

import fcntl
import os

from train_runs import expect_equal, expect_in, run_all

USAGE_ERRORS = range(101, 128)


class TrainRefusals:
    """The checks; each is a method whose name starts with check_."""

    def __init__(self, runs):
        self.runs = runs

    def refuse_training(self, *parts, **changes):
        changes = {"output": "refused", **changes}
        result = self.runs.refuse(["train", *self.runs.flags(**changes)], 1,
                                  *parts)
        assert "| loss" not in result.stderr, result.stderr
        assert not (self.runs.scratch / "refused").exists()
        return result

    def refuse_usage(self, arguments, *parts):
        result = self.runs.run(*arguments)
        assert result.returncode in USAGE_ERRORS, result
        for part in parts:
            expect_in(part, result.stderr, "message")

    def check_usage(self):
        flags = self.runs.flags(output="refused")
        self.refuse_usage([], "subcommand is required")
        self.refuse_usage(["trian"], "subcommand is required")
        self.refuse_usage(["train"], "is required")
        self.refuse_training("there is no training text", "--train-tsv",
                             train_source=None, train_target=None)
        self.refuse_usage(["train", *flags, "--no-such-flag"], "--no-such-flag")
        self.refuse_usage(["train", *flags, "--resume", "--fresh"],
                          "--resume", "--fresh")
        self.refuse_usage(["train", *self.runs.flags(output="refused",
                                                     d_model="wide")],
                          "--d-model", "wide")
        self.refuse_usage(["train", *self.runs.flags(output="refused",
                                                     dropout="0,3")],
                          "--dropout = 0,3; expected", "as in 0.3")
        self.refuse_training('--decoder is "lstm"; expected attention or ssru',
                             decoder="lstm")
        self.refuse_training('--norm is "between"; expected after or before',
                             norm="between")
        self.refuse_usage(["vocab", "--output", "v"], "is required")
        self.refuse_usage(["evaluate"], "--model is required")
        self.refuse_usage(["evaluate", "--model", "m", "--fresh"])

    def check_configuration_file(self):
        self.refuse_usage(["--config", "none.toml", "train"], "none.toml")
        # A misspelt key must not silently leave the default.
        self.runs.write("typo.toml", "[train]\nd-modell = 16\n")
        flags = self.runs.flags(output="refused")
        self.refuse_usage(["--config", "typo.toml", "train", *flags],
                          "typo.toml: ", "d-modell", "under its [name]")
        self.runs.write("section.toml", "[trian]\nd-model = 16\n")
        self.refuse_usage(["--config", "section.toml", "train", *flags],
                          "section.toml: ", "trian")

    def check_values(self):
        for flag, value in (("heads", 3), ("dropout", 1.5), ("vocab_size", 5),
                            ("max_updates", 0), ("batch_tokens", 0),
                            ("max_tokens", 500), ("source_language", "e n"),
                            ("decay", "cubic"), ("activation", "tanh"),
                            ("type", "f8"), ("average_last", 0),
                            ("vocab_size", 2 ** 32 + 160),
                            ("sort_window", 10 ** 16), ("threads", 10 ** 6),
                            ("shards", 10 ** 6), ("metric", "bleu"),
                            ("max_minutes", "inf"),
                            ("sample_translations", -1),
                            ("character_coverage", 2), ("preset", "huge"),
                            ("heads", 5), ("ffn", 0), ("provenance", ("", "text"))):
            self.refuse_training(flag.split("_", maxsplit=1)[0],
                                 **{flag: value})
        self.refuse_training("--output is empty", output="")
        self.refuse_training("--dev-source is given 1 times but --dev-target 0",
                             dev_source="dev.en")
        self.refuse_training("vocab-size is 6000", "largest possible size is",
                             vocab_size=6000)

    def check_noise_and_tags(self):
        self.refuse_training("--noise-typos is 2", "between 0 and 1",
                             noise_typos=2)
        self.refuse_training("--train-tag is given 2 times for 1 corpora",
                             train_tag=("bt", "-"))
        self.refuse_training('the corpus name "b t" cannot be a tag',
                             train_tag="b t")
        self.runs.run("vocab", "--train-source", "train.en", "--train-target",
                      "train.es", "--source-language", "en",
                      "--target-language", "es", "--bidirectional",
                      "--vocab-size", "150", "--no-byte-fallback", "--output",
                      "untagged.vocab")
        # Without the reverse of this corpus there is one direction.
        self.refuse_training("the vocabulary has no entry <<bt>>",
                             "--train-tag bt", train_tag="bt",
                             vocab="untagged.vocab")

    def check_languages(self):
        self.refuse_training("--target-language is given 2 times for 1 texts",
                             target_language=("es", "pt"))
        self.refuse_training("source-language and target-language are both en",
                             target_language="en")
        dev = {"dev_source": "dev.en", "dev_target": "dev.es"}
        self.refuse_training('dev.en: the dev text is taken to go from "en" to '
                             '"pt"', "goes from en to es, es to en",
                             "--dev-target-language", **dev,
                             dev_target_language="pt")
        self.refuse_training("--dev-source-language is given 1 times for 0",
                             dev_source_language="en")
        # No flag says which corpus the dev text belongs to.
        self.refuse_training('go from "en" to ""', **dev,
                             train_source=("train.en", "dev.en"),
                             train_target=("train.es", "dev.es"),
                             target_language=("es", "pt"))

    def check_seeds(self):
        for seed in ("-1", "one", "18446744073709551616", "010"):
            self.runs.refuse(
                ["train", f"--seed={seed}"], 105,
                f"--seed: is {seed}, expected a whole number below 2^64")
        self.runs.refuse(
            ["translate", "--model", "absent", "--sample=-1"], 105,
            "--sample: is -1, expected a whole number below 2^64")

    def check_output_over_an_input(self):
        runs = self.runs
        runs.write("mine.en", "one\n")
        runs.write("mine.es", "uno\n")
        runs.refuse(["vocab", "--train-source", "mine.en", "--train-target",
                     "mine.es", "--source-language", "en", "--target-language",
                     "es", "--output", "mine.es"], 1, "mine.es is read")
        runs.refuse(["evaluate", "--model", "none", "--source", "mine.en",
                     "--reference", "mine.es", "--output", "./mine.en"], 1,
                    "mine.en is read")
        runs.write("log.jsonl", "")
        runs.refuse(["report", "log.jsonl", "--output", "log.jsonl"], 1,
                    "log.jsonl is read")

    def check_missing_files(self):
        self.refuse_training("none.en", train_source="none.en")
        self.refuse_training("none.es", train_target="none.es")
        result = self.refuse_training("none.es", dev_source="dev.en",
                                      dev_target="none.es")
        # Encoding takes minutes if the corpora are large.
        assert " examples, " not in result.stderr, result.stderr
        self.refuse_training("none.vocab", vocab="none.vocab")
        self.refuse_training("none.tsv", golden="none.tsv")
        self.refuse_training(".: cannot be opened", train_source=".")

    def check_text_whose_reading_fails(self):
        # The memory of the process: nothing is mapped where it begins.
        self.refuse_training("/proc/self/mem:1: reading failed",
                             train_source="/proc/self/mem")

    def check_unequal_lines(self):
        self.refuse_training("train.en has 12 lines but dev.es has 3",
                             train_target="dev.es")

    def check_wrong_text_leaves_an_older_run_alone(self):
        runs = self.runs
        runs.succeed(output="older")
        before = runs.checkpoint("older"), runs.checkpoint("older.state")
        runs.write("bad.en", b"caf\xe9\n")
        for changes in ({"train_source": "none.en"}, {"train_target": "dev.es"},
                        {"train_source": "bad.en"}):
            runs.refuse(["train", *runs.flags(output="older", fresh=True,
                                              **changes)], 1)
        after = runs.checkpoint("older"), runs.checkpoint("older.state")
        assert after == before, "something was overwritten"

    def check_invalid_utf8(self):
        self.runs.write("bad.en", b"one\ntwo\ncaf\xe9 noir\n")
        self.refuse_training("bad.en:3: byte 4 (0xe9) is not valid UTF-8",
                             train_source="bad.en", train_target="dev.es")

    def check_nothing_to_train_on(self):
        self.runs.write("empty.txt", "\n\n\n")
        self.refuse_training("no sentence pair", train_source="empty.txt",
                             train_target="dev.es")
        self.refuse_training("longer than 2 tokens", max_tokens=2)

    def check_suspicious_texts(self):
        same = {"train_target": "train.en"}
        self.refuse_training("train.en and train.en: both sides are the same "
                             "file", "--allow-suspicious-corpora", **same)
        self.refuse_training("dev.en and dev.en: both sides",
                             dev_source="dev.en", dev_target="dev.en")
        result = self.runs.succeed(output="copies", max_updates=4,
                                   vocab_size=100,
                                   allow_suspicious_corpora=True, **same)
        expect_in("warning: train.en and train.en: both sides", result.stderr,
                  "warning")
        # A resumed run has checked its texts.
        result = self.runs.succeed(output="copies", max_updates=8,
                                   vocab_size=100, resume=True, **same)
        assert "warning" not in result.stderr, result.stderr

    def check_vocabulary_that_does_not_fit(self):
        result = self.runs.run(
            "vocab", "--train-source", "train.en", "--train-target", "train.es",
            "--source-language", "en", "--target-language", "es",
            "--vocab-size", "150", "--no-byte-fallback", "--output",
            "plain.vocab")
        expect_equal(result.returncode, 0, result.stderr)
        self.refuse_training('no tag for the target language "en"',
                             "interpres-train vocab", "--vocab",
                             vocab="plain.vocab")
        self.refuse_training("train.en: not a file of interpres-train",
                             "interpres-train vocab", vocab="train.en")
        damaged = bytearray((self.runs.scratch / "plain.vocab").read_bytes())
        damaged[len(damaged) // 2] ^= 1
        self.runs.write("damaged.vocab", bytes(damaged))
        self.refuse_training("damaged.vocab: the checksum does not match",
                             "interpres-train vocab", vocab="damaged.vocab")

    def check_checkpoint_to_begin_with(self):
        self.runs.succeed(output="first")
        self.refuse_training("none: no such model directory", init="none")
        self.refuse_training("--d-model is 16 but the checkpoint of --init first "
                             "has 32", init="first", d_model=16)
        self.runs.succeed(output="other", init="first", max_updates=10)
        self.runs.succeed(output="unlike", vocab_size=150)
        self.runs.refuse(
            ["train", *self.runs.flags(output="other", init="unlike",
                                       resume=True)],
            1, "unlike: its vocabulary differs", "--init", "--fresh")

    def check_golden_sentences(self):
        for line, part in (
                ("es\tHello\n", "expected language<TAB>source<TAB>target"),
                ("fr\tHello\tSalut\n", '"fr"; it translates to en, es'),
                ("\tHello\tHola\n", '""; it translates to'),
                ("es\t\tHola\n", "expected language<TAB>source<TAB>target"),
                ("es\tHello\t \n", "expected language<TAB>source<TAB>target"),
                (b"es\tcaf\xe9\tc\n", "UTF-8"),
                ("es\t" + "Hello " * 200 + "\tHola\n", "128"),
        ):
            self.runs.write("golden.tsv", line)
            self.refuse_training("golden.tsv:1:", part, golden="golden.tsv")
        # Before the vocabulary is built, which is impossible with this size.
        self.runs.write("golden.tsv", "es\tHello\n")
        self.refuse_training("golden.tsv:1:", golden="golden.tsv",
                             vocab_size=30000)
        self.runs.write("golden.tsv", "")
        self.refuse_training("golden.tsv: it is empty", golden="golden.tsv")
        self.refuse_training(".: cannot be opened", golden=".")

    def check_launcher_of_several_processes(self):
        # This program has no MPI: each would train for itself.
        result = self.runs.run(
            "train", *self.runs.flags(output="refused"),
            env={**os.environ, "OMPI_COMM_WORLD_SIZE": "4"})
        expect_equal(result.returncode, 1, result.stderr)
        expect_in("started 4 processes", result.stderr, "message")
        expect_in("interpres-train-mpi", result.stderr, "message")
        expect_in("-DINTERPRES_MPI=ON", result.stderr, "message")

    def check_existing_state(self):
        self.runs.succeed(output="before")
        flags = self.runs.flags(output="before")
        result = self.runs.refuse(["train", *flags], 1,
                                  "before.state/training.state", "--resume",
                                  "--fresh")
        assert "building a" not in result.stderr, result.stderr
        self.runs.refuse(
            ["train", *self.runs.flags(output="before", resume=True, seed=7)],
            1, "seed is 7 here but was 1", "--fresh")
        for name, value in (("decoder", "ssru"), ("norm", "before")):
            self.runs.refuse(
                ["train", *self.runs.flags(output="before", resume=True,
                                           **{name: value})],
                1, f"--{name} is {value} but the run in", "--fresh")
        self.runs.refuse(
            ["train", *self.runs.flags(output="before", resume=True,
                                       train_source="dev.en",
                                       train_target="dev.es")],
            1, "training data", "--fresh")
        state = self.runs.scratch / "before.state" / "training.state"
        state.write_bytes(state.read_bytes()[:-100])
        self.runs.refuse(["train", *flags, "--resume"], 1,
                         "before.state/training.state: the checksum does not "
                         "match", "--fresh")

    def check_state_in_use(self):
        # The files of a save at work are not touched.
        (self.runs.scratch / "busy.state").mkdir()
        (self.runs.scratch / "busy.tmp").mkdir()
        self.runs.write("busy.tmp/config.json", "half of it")
        with open(self.runs.scratch / "busy.state/lock", "w",
                  encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.refuse_training("busy.state/lock: another process",
                                 output="busy")
        expect_equal((self.runs.scratch / "busy.tmp/config.json").read_text(),
                     "half of it", "file of the other run")

    def check_a_checkpoint_without_a_state(self):
        # Its state was deleted when the run was done.
        self.runs.succeed(output="done")
        before = self.runs.checkpoint("done")
        (self.runs.scratch / "done.state").rename(
            self.runs.scratch / "deleted")
        for resume in (None, True):
            self.refuse_training("done: holds a checkpoint", "--fresh",
                                 output="done", resume=resume)
        # The same if only the large files were deleted.
        (self.runs.scratch / "deleted").rename(self.runs.scratch / "done.state")
        for file in (self.runs.scratch / "done.state").glob("*.state"):
            if file.name == "training.state" or file.name.startswith("snap"):
                file.unlink()
        self.refuse_training("done: holds a checkpoint", "--fresh",
                             output="done", resume=True)
        assert self.runs.checkpoint("done") == before, "it was replaced"
        self.runs.succeed(output="done", fresh=True, seed=2)
        assert self.runs.checkpoint("done") != before, "it was not replaced"

    def check_output_that_cannot_be_written(self):
        # Root may write everywhere, but not into a file or into /proc.
        self.runs.write("file", "not a directory")
        for output, part in (("file/model", "file: cannot create the directory"),
                             ("/proc/model", "/proc/model.tmp: cannot create")):
            self.refuse_training(part, output=output, state="state1")
            self.refuse_training(f"{output}.state: creating the directory",
                                 output=output)
        self.refuse_training("file: it exists and is not a directory",
                             output="file")
        (self.runs.scratch / "mine").mkdir()
        self.runs.write("mine/thesis.txt", "years of work")
        self.refuse_training("mine: not replaced", "thesis.txt", output="mine")
        expect_equal((self.runs.scratch / "mine/thesis.txt").read_text(),
                     "years of work", "other files")
        self.refuse_training("file/state", state="file/state")
        # The place of a checkpoint until its golden sentences have scores.
        (self.runs.scratch / "late.unscored").mkdir()
        self.runs.write("late.unscored/thesis.txt", "years of work")
        self.refuse_training("late.unscored: not replaced", output="late")
        self.refuse_training("mine.state/candidate: the run keeps its state",
                             output="mine.state/candidate", state="mine.state")
        self.refuse_training("/proc: a file system is mounted there",
                             "such as /proc/model", output="/proc",
                             state="state1")

    def check_vocabulary_that_cannot_be_built(self):
        flags = ["vocab", "--train-source", "train.en", "--train-target",
                 "train.es", "--vocab-size", "160", "--no-byte-fallback"]
        good = ["--source-language", "en", "--target-language", "es"]
        for wrong, part in (
                (["--source-language", "", "--target-language", "es"],
                 'source-language is ""'),
                (["--source-language", "en", "--target-language", "x y"],
                 'target-language is "x y"'),
                (["--source-language", "en", "--target-language", "en",
                  "--bidirectional"], "both en")):
            self.runs.refuse([*flags, *wrong, "--output", "v"], 1, part)
        self.runs.refuse([*flags, *good, "--output", "none/v"], 1,
                         "none/v: cannot be written")

    def check_evaluation(self):
        self.runs.succeed(output="small")
        flags = ["evaluate", "--model", "small", "--target-language", "es",
                 "--max-length", "5"]
        self.runs.refuse([*flags, "--source", "none.en", "--reference",
                          "train.es"], 1, "none.en")
        self.runs.refuse([*flags, "--source", "train.en", "--reference",
                          "dev.es"], 1, "12 sources and 3 references")
        self.runs.refuse([*flags, "--source", "dev.en", "--reference",
                          "dev.es", "--output", "none/out.txt"], 1,
                         "none/out.txt: cannot be written")
        self.runs.write("bad.en", b"one\ntwo\ncaf\xe9 noir\n")
        result = self.runs.refuse([*flags, "--source", "bad.en",
                                   "--reference", "dev.es"], 2)
        expect_in("line 3: the text is not valid UTF-8", result.stdout,
                  "report")


if __name__ == "__main__":
    run_all(TrainRefusals, __doc__)
