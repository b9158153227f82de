"""The scripts behind docs/experiments, on a dozen sentences.

usage: train_scripts.py BUILD_DIR [VENV]

With VENV, a Python environment with sacremoses, also the one that scores by it.
"""

import json
import os
import pathlib
import subprocess
import sys

from train_runs import (LONGEST_SECONDS, PAIRS, ROOT, SMALL, expect_equal,
                        expect_in, run_all)

# The sources that train_en_es.sh weights.
SOURCES = ("europarl-en-es", "docs-php", "docs-python", "ui-gnome")
# Not for a checkpoint that is published.
PRIVATE = "ted-en-es"
TINY = [f"--{key}={value}" for key, value in SMALL.items()
        if key not in ("threads", "max-updates", "save-every", "average-last",
                       "validate-every", "vocab-size", "max-tokens", "warmup")]
# Every CPU has float32; the recipes ask for bfloat16.
FLOAT32 = "--compute-type=float32"


class TrainScripts:
    """The checks; each is a method whose name starts with check_."""

    def __init__(self, runs, venv=""):
        self.runs = runs
        self.environment = {
            **os.environ, "INTERPRES_DATA": str(runs.scratch / "data"),
            "INTERPRES_BUILD_DIR": str(runs.program.parents[1]),
            "INTERPRES_CONFORMANCE_VENV": venv}

    def run_script(self, name, *arguments):
        return subprocess.run(
            [ROOT / "tests" / "benchmarks" / name, *map(str, arguments)],
            env=self.environment, cwd=self.runs.scratch, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
            timeout=LONGEST_SECONDS)

    def succeed(self, name, *arguments):
        result = self.run_script(name, *arguments)
        expect_equal(result.returncode, 0, result.stdout)
        return result.stdout

    def write_pairs(self, stem, pairs):
        (self.runs.scratch / "data" / stem).parent.mkdir(parents=True,
                                                         exist_ok=True)
        for side, language in enumerate(("en", "es")):
            self.runs.write(f"data/{stem}.{language}",
                            "".join(f"{pair[side]}\n" for pair in pairs))

    def write_english_spanish(self):
        sources = SOURCES + (PRIVATE,)
        self.write_pairs("en-es/train", PAIRS * len(sources))
        self.runs.write("data/en-es/train.corpus", "".join(
            f"{source}\n" * len(PAIRS) for source in sources))
        for stem in ("eval-en-es/europarl.dev", "eval-en-es/flores.dev",
                     "eval-en-es/newstest2012", "tatoeba-en-es/dev",
                     "tatoeba-en-es/test"):
            self.write_pairs(stem, PAIRS[:3])

    def check_english_spanish(self):
        self.write_english_spanish()
        output = self.runs.scratch / "en-es"
        command = ("train_en_es.sh", "--output", output, "--threads", "1",
                   "--short-updates", "4", "--updates", "8", "--cooldown", "2",
                   "--", "--vocab-size=400", FLOAT32, *TINY)
        said = self.succeed(*command)
        for part in ("stopping after update 4:", "stopping after update 8:",
                     "docs-php.en: 12 pairs"):
            expect_in(part, said, "output")
        assert PRIVATE not in said, said
        expect_in("resuming after update 8 ", self.succeed(*command), "output")
        scores = self.succeed("train_en_es.sh", "--score", output, "--",
                              "--compute-type", "float32")
        expect_equal([line.split()[:2] for line in scores.splitlines()],
                     [[name, direction] for name in
                      ("flores-dev", "newstest2012", "tatoeba-dev",
                       "tatoeba-test") for direction in ("en-es", "es-en")],
                     "scores")
        self.expect_measures_of(output)
        result = self.run_script("train_en_es.sh", "--output", output,
                                 "--weight", "none=2")
        expect_equal(result.returncode, 2, result.stdout)
        expect_in("no source of that name", result.stdout, "message")
        result = self.run_script("train_en_es.sh", "--score", output,
                                 "--sets", "none")
        expect_equal(result.returncode, 2, result.stdout)
        expect_in("--sets: no none, there are", result.stdout, "message")

    def expect_measures_of(self, model):
        capitals = model.with_name("capitals")
        expect_in(" pieces in capitals changed",
                  self.succeed("new_pieces.py", "--capitals", model, capitals),
                  "output")
        expect_in(" characters changed",
                  self.succeed("new_pieces.py", "--characters", model, capitals,
                               model.with_name("characters")), "output")
        table = self.runs.scratch / "phrases.tsv"
        said = self.succeed(
            "bundled_model.py", self.runs.program.parents[1], "--model",
            capitals, "--measures", "characters", "--phrases", table)
        expect_in("lost of 250 | ", said, "output")
        lines = table.read_text("utf-8").splitlines()
        expect_equal(len(lines), 301, "lines of the table")
        expect_equal({line.count("\t") for line in lines}, {5}, "tabs")

    def check_back_translated_text(self):
        self.write_english_spanish()
        self.write_pairs("mono/mono", [
            ("The white house is on the hill.",
             "La casa blanca está en la colina."),
            ("The door of the kitchen is open.",
             "La puerta de la cocina está abierta."),
            ("Too short.", "Breve.")])
        output = self.runs.scratch / "back-translated"
        self.succeed("back_translate_en_es.py", self.runs.program.parents[1],
                     ROOT / "model" / "pretrained" / "en-es",
                     self.runs.scratch / "data", output)
        said = self.succeed(
            "train_en_es.sh", "--output", self.runs.scratch / "both",
            "--threads", "1", "--back-translated", output, "--short-updates",
            "4", "--updates", "8", "--cooldown", "2", "--", "--vocab-size=400",
            FLOAT32, *TINY)
        for part in ("/en-es.en: 2 pairs, 2 examples",
                     "/es-en.es: 2 pairs, 2 examples",
                     "docs-php.es: 12 pairs, 12 examples"):
            expect_in(part, said, "output")

    def check_a_row_of_the_search(self):
        self.write_english_spanish()
        row = self.runs.scratch / "row"
        said = self.succeed(
            "search_en_es.sh", "--output", row, "--short-updates", "4",
            "--updates", "8", "--cooldown", "2", "--weight", "docs-php=2",
            "--from", "en", "--", "--bidirectional=false", "--vocab-size=400",
            FLOAT32, *TINY)
        for part in ("stopping after update 4:", "stopping after update 8:",
                     "docs-php.en: 12 pairs, 12 examples", "vocabulary 400"):
            expect_in(part, said, "output")
        scores = said[said.index(f"row: {row} (--bidirectional=false "):]
        expect_equal([line.split()[0] for line in scores.splitlines()[2:]],
                     ["tatoeba-dev", "flores-dev"], "scored sets")
        events = [json.loads(line) for line in (
            row / "model.state" / "log.jsonl").read_text().splitlines()]
        # Manuals of PHP and Python, Europarl, phrases, sentences, interfaces.
        expect_equal(events[0]["settings"]["--train-weight"],
                     "2 0.12 2 9 8 0.2", "weights")
        loss = [event["dev_loss"] for event in events
                if event["event"] == "validate"][-1]
        expect_in(f" tokens/s, dev loss {loss:.3f}\n", scores, "output")


class ScoringScripts(TrainScripts):
    """With the one that needs an environment."""

    def check_multi30k_in_lower_case(self):
        for stem in ("train", "dev", "test_2016_flickr"):
            self.write_pairs(f"multi30k/{stem}", PAIRS)
        command = ("train_multi30k.sh", "--language", "es", "--case", "lower",
                   "--output", self.runs.scratch / "lower", "--threads", "1",
                   "--cooldown", "2", "--compute-type", "float32")
        flags = ("--", "--vocab-size=160", *TINY)
        self.succeed(*command, "--updates", "4", *flags)
        said = self.succeed(*command, "--updates", "8", *flags)
        for part in ("resuming after update 4 ", "dev:\nBLEU4 ",
                     "test_2016_flickr:\nBLEU4 ", "case:lc"):
            expect_in(part, said, "output")
        assert "case:mixed" not in said, said
        result = self.run_script("train_multi30k.sh", "--language", "xx")
        expect_equal(result.returncode, 1, result.stdout)
        expect_in("multi30k/train.xx", result.stdout, "message")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        given = str(pathlib.Path(sys.argv.pop()).absolute())
        run_all(lambda scratch: ScoringScripts(scratch, given), __doc__)
    else:
        run_all(TrainScripts, __doc__)
