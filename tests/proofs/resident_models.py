#!/usr/bin/env python3
"""Models that do not fit into memory: answers and memory with a limit.

usage: resident_models.py [--models N] [--rounds N] [--model DIR] BUILD_DIR

A repository has N copies (default 6) of a model. For the limits 0 (all models in
memory), 1 and 2 (--max-resident-models), a client for each copy translates at
the same time, again and again: N rounds (default 5) of requests for each. Every
answer must equal the first one. The table has the resident memory of the server
after the last answer, and the loads and evictions of its metrics page.

The memory with a limit of 1 must be lower than with 2, and that lower than
without a limit. The last line is `N passed, N failed`: one for the answers of
each limit, and one for the memory.
"""

import argparse
import concurrent.futures
import pathlib
import re
import sys
import tempfile
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
from bundled_client import translate  # noqa: E402
from server_process import ServerProcess  # noqa: E402

LIMITS = (0, 1, 2)
LINES = (ROOT / "tests" / "benchmarks" / "sentences.en.txt").read_text(
    "utf-8").splitlines()[:5]


def metric(server, name):
    """Returns the sum of the series of a metric; 0 without series."""
    page = urllib.request.urlopen(server.metrics_url).read().decode()
    return sum(float(value) for value in re.findall(
        rf"^{name}(?:\{{[^}}]*\}})? ([-+.\de]+)$", page, re.MULTILINE))


def resident_mib(server):
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status).group(1)) / 1024


def use_one(options, server, name):
    """Returns the different answers of one model."""
    return {tuple(answer["text"] for answer in translate(
        options.build, server, LINES, "--model", name, "--to", "es",
        "--timeout", "600")) for _ in range(options.rounds)}


def measure(options, repository, limit):
    """Prints a row; returns the answers of all models and the memory in MiB."""
    names = [path.name for path in sorted(repository.iterdir())]
    with ServerProcess(options.build / "bin" / "interpres-server", None,
                       "--model-repository", str(repository),
                       "--max-resident-models", str(limit),
                       "--cache-bytes", "0") as server:
        with concurrent.futures.ThreadPoolExecutor(len(names)) as pool:
            answers = set().union(*pool.map(
                lambda name: use_one(options, server, name), names))
        memory = resident_mib(server)
        print(f"| {limit or 'none'} | {memory:.0f} | "
              f"{metric(server, 'interpres_model_load_seconds_count'):.0f} | "
              f"{metric(server, 'interpres_model_evictions_total'):.0f} |",
              flush=True)
    return answers, memory


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--models", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--model", type=pathlib.Path,
                        default=ROOT / "model" / "pretrained" / "en-es")
    parser.add_argument("build", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        repository = pathlib.Path(scratch)
        for i in range(options.models):
            (repository / f"model{i}").symlink_to(options.model.resolve())
        print("| limit | resident memory, MiB | loads | evictions |\n"
              "|---|---|---|---|")
        measured = [measure(options, repository, limit) for limit in LIMITS]
    expected = measured[0][0]
    verdicts = [len(expected) == 1 and answers == expected
                for answers, _ in measured]
    without, one, two = (memory for _, memory in measured)
    verdicts.append(one < two < without)
    print(f"{sum(verdicts)} passed, {len(verdicts) - sum(verdicts)} failed")
    return not all(verdicts)


if __name__ == "__main__":
    sys.exit(main())
