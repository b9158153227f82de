"""Runs the benchmark of training against PyTorch for a few updates.

usage: train_speed_conformance.py BUILD_DIR VENV

The benchmark makes up a text. Checks that both trainers report, that the ratio
is the quotient of their speeds, and that their models have the same number of
parameters, because speeds of models of two sizes cannot be compared. Exits with
a non-zero status otherwise.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

from checks import expect_equal, expect_in, run_checks

BENCHMARK = (pathlib.Path(__file__).resolve().parents[1] / "benchmarks" /
             "train_speed.sh")
LONGEST_SECONDS = 1200


def run_benchmark(build, venv):
    with tempfile.TemporaryDirectory() as no_data:
        result = subprocess.run(
            [BENCHMARK, "--shapes", "tiny", "--threads", "1",
             "--repetitions", "1", "--reports", "1"],
            env={**os.environ, "INTERPRES_DATA": no_data,
                 "INTERPRES_BUILD_DIR": str(build),
                 "INTERPRES_CONFORMANCE_VENV": str(venv)},
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            check=False, timeout=LONGEST_SECONDS)
    print(result.stdout)
    return result


def check_speeds(text):
    rows = [[cell.strip() for cell in line.strip("| ").split(" | ")]
            for line in text.splitlines() if line.startswith("| ")]
    expect_equal(len(rows), 2, "rows, the head among them")
    head, row = rows
    expect_equal(head[3:6], ["interpres tokens/s", "pytorch tokens/s",
                             "to pytorch"], "columns")
    expect_equal((len(row), row[:3]), (len(head), ["tiny", "1", "float32"]),
                 "row")
    numbers = [float(cell.replace(",", "")) for cell in row[3:]]
    assert min(numbers) > 0.0, row
    ours, theirs, ratio = numbers[:3]
    # The row has rounded numbers.
    assert abs(ratio - ours / theirs) < 0.05, row


def check_parameters(text):
    line = re.search(r"^tiny, parameters: interpres ([\d,]+), "
                     r"pytorch ([\d,]+)$", text, re.MULTILINE)
    assert line, "no line of parameters"
    expect_equal(line[2], line[1], "PyTorch's parameters")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    result = run_benchmark(*(pathlib.Path(word).absolute()
                             for word in sys.argv[1:]))
    run_checks([
        ("exit code", lambda: expect_equal(result.returncode, 0, "exit code")),
        ("synthetic text", lambda: expect_in("synthetic text", result.stdout,
                                             "output")),
        ("speeds", lambda: check_speeds(result.stdout)),
        ("parameters", lambda: check_parameters(result.stdout))])


if __name__ == "__main__":
    main()
