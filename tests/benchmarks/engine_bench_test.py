"""interpres-engine-bench on a tiny checkpoint: what it counts, and that
neither threads nor company change a translation; and interpres-products-bench.

usage: engine_bench_test.py BIN
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
from checks import expect_equal, expect_in, run_checks  # noqa: E402

SENTENCES = 40
MAX_LENGTH = 12


class Runs:
    """The program, a checkpoint, and sentences of all lengths."""

    def __init__(self, binaries, scratch):
        self.program = binaries / "interpres-engine-bench"
        self.scratch = scratch
        self.model = scratch / "tiny"
        subprocess.run([binaries / "interpres-write-tiny-model", self.model],
                       check=True)
        config = json.loads((self.model / "config.json").read_text())
        self.vocabulary = config["vocab_size"]
        rng = random.Random(1)
        self.write("ids", "".join(
            " ".join(str(rng.randrange(1, self.vocabulary - 1))
                     for _ in range(rng.randrange(1, 20))) + " 0\n"
            for _ in range(SENTENCES)))

    def write(self, name, text):
        (self.scratch / name).write_text(text, encoding="utf-8")

    def run(self, *arguments, ids="ids"):
        return subprocess.run(
            [self.program, "--model", self.model, "--input",
             self.scratch / ids, "--max-length", str(MAX_LENGTH), *arguments],
            capture_output=True, text=True, check=False)

    def measure(self, *arguments):
        """The report, and the translations as lists of ids."""
        output = self.scratch / "output"
        run = self.run("--output", output, *arguments)
        expect_equal((run.returncode, run.stderr), (0, ""), "outcome")
        return json.loads(run.stdout), [
            list(map(int, line.split()))
            for line in output.read_text().splitlines()]

    def refused(self, message, *arguments, ids="ids"):
        run = self.run(*arguments, ids=ids)
        expect_equal((run.returncode != 0, run.stdout), (True, ""), "outcome")
        expect_in(message, run.stderr, "the error")


def counts(runs):
    report, translations = runs.measure("--beam", "2", "--compute-type",
                                        "auto")
    expect_equal(report["sentences"], SENTENCES, "sentences")
    expect_equal(len(translations), SENTENCES, "translations")
    expect_equal(report["output_tokens"], sum(map(len, translations)),
                 "output_tokens")
    expect_equal(all(1 <= len(ids) <= MAX_LENGTH for ids in translations),
                 True, "lengths in range")
    for key in ("seconds", "processor_seconds", "load_seconds",
                "peak_memory_bytes"):
        expect_equal(report[key] > 0, True, f"{key} positive")
    expect_equal("p50_ms" in report, False, "latencies of a batch")


def latencies(runs):
    report, _ = runs.measure("--one-at-a-time")
    expect_equal(0 < report["p50_ms"] <= report["p99_ms"] <=
                 1e3 * report["seconds"], True, f"latencies of {report}")


def same_translations(runs):
    expected = runs.measure("--threads", "1", "--slots", "1")[1]
    for arguments in (("--threads", "2", "--slots", "5"),
                      ("--one-at-a-time", "--warmup", "0"),
                      ("--one-at-a-time", "--cpus", "2"),
                      ("--threads", "3", "--warmup", "7")):
        expect_equal(runs.measure(*arguments)[1], expected, arguments)


def products(runs):
    program = runs.program.with_name("interpres-products-bench")
    for threads in ("1", "2"):
        run = subprocess.run(
            [program, "--model", runs.model, "--compute-type", "float32",
             "--seconds", "0.01", "--threads", threads],
            capture_output=True, text=True, check=True)
        rate = json.loads(run.stdout)["tokens_per_second"]
        expect_equal(rate > 0, True, f"rate of {run.stdout}")
    run = subprocess.run([program, "--model", "/nowhere"], check=False,
                         capture_output=True, text=True)
    expect_in("cannot read /nowhere/config.json", run.stderr, "error")


def refusals(runs):
    runs.refused("int3 not in", "--compute-type", "int3")
    runs.refused("beam_size is 99", "--beam", "99")
    runs.refused("the model has no shortlist", "--shortlist")
    runs.refused("an engine uses one thread", "--one-at-a-time", "--threads",
                 "2")
    runs.write("words", "5 0\nfive 0\n")
    runs.refused("words:2: expected ids", ids="words")
    runs.write("foreign", f"5 {runs.vocabulary} 0\n")
    runs.refused(f"token id {runs.vocabulary}", ids="foreign")
    runs.refused("cannot read", ids="nowhere")
    runs.refused("cannot write", "--output", "/nowhere/at/all")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as scratch:
        runs = Runs(pathlib.Path(sys.argv[1]), pathlib.Path(scratch))
        run_checks([(check.__name__, lambda check=check: check(runs))
                    for check in (counts, latencies, same_translations, products,
                                  refusals)])


if __name__ == "__main__":
    main()
