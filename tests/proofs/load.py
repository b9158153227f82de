#!/usr/bin/env python3
"""Load on a server up to twice its capacity: a table, and what must hold.

usage: load.py [--seconds N] [--repetitions N] [--shares SHARE ...]
               [--model DIR] [--to LANGUAGE] [--timeout SECONDS] [--plots DIR]
               BUILD_DIR

Finds the capacity with clients that wait for their answers (a closed loop).
Then requests arrive at 50, 80, 100, 150 and 200 % of it whether earlier ones
are answered or not (an open loop, Poisson), for N seconds each, default 300;
rows are medians of the repetitions, default 1. A soak is one row, e.g.
--shares 0.8 --seconds 1800; the capacity is measured for 300 seconds at most.
The model is the repository's, or without one a tiny one with random weights.

Checked always: every request is answered: with a translation, with the server's
refusal for load, or, where its estimate was wrong, with the passing of the
deadline. Checked from 60 seconds on, when the numbers mean something: past the
capacity the goodput is within 10 % of its peak, in tokens; the 99th percentile
of accepted requests is within twice that of the row of 100 %; the server's
memory does not grow by 1 % in the last row. The last line is
`N passed, N failed`.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
from server_process import ServerProcess  # noqa: E402

SHARES = (0.5, 0.8, 1.0, 1.5, 2.0)
REFUSED = "RESOURCE_EXHAUSTED"
LATE = "DEADLINE_EXCEEDED"
CONNECTIONS = 64
# So many that texts always wait: the engine runs full, as it does past the
# capacity. With 64, one for each of its slots, it gave two thirds of that.
WAITING_CLIENTS = 256
CAPACITY_SECONDS = 300
# Words of a text. With little time left a server refuses long texts first: with
# texts of all lengths the goodput would rise past the capacity.
WORDS = range(20, 31)
# Shorter runs say whether the service works, not how fast it is.
LEAST_SECONDS_FOR_SPEED = 60
GOODPUT_SHARE = 0.9
LATENCY_FACTOR = 2.0
MEMORY_FACTOR = 1.01


class Memory:
    """The resident memory of a process, looked at every second meanwhile."""

    def __init__(self, pid):
        self.status = pathlib.Path(f"/proc/{pid}/status")
        self.mebibytes = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def _watch(self):
        while True:
            for line in self.status.read_text().splitlines():
                if line.startswith("VmRSS:"):
                    self.mebibytes.append(int(line.split()[1]) / 1024)
            if self._stop.wait(1.0):
                return

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *unused):
        self._stop.set()
        self._thread.join()

    def growth(self):
        """The last quarter by the second: what grows still grows then."""
        quarter = max(1, len(self.mebibytes) // 4)
        return (statistics.mean(self.mebibytes[-quarter:])
                / statistics.mean(self.mebibytes[quarter:2 * quarter]
                                  or self.mebibytes))


class Load:
    """Runs the client's load generator against one server."""

    def __init__(self, options, server, texts):
        self.options = options
        self.server = server
        self.client = options.build / "bin" / "interpres"
        self.texts = texts
        self.runs = 0

    def run(self, rate, seconds):
        """One run, as the client's JSON; rate 0 is a closed loop."""
        self.runs += 1
        command = [self.client, "bench", "--json", "--server",
                   self.server.address, "--to", self.options.to, "--input",
                   self.texts, "--clients", CONNECTIONS if rate else WAITING_CLIENTS,
                   "--duration", seconds,
                   "--warmup", max(1.0, seconds / 10), "--rate", rate,
                   "--arrival-seed", self.runs, "--timeout",
                   self.options.timeout]
        if self.options.plots:
            self.options.plots.mkdir(parents=True, exist_ok=True)
            command += ["--plot",
                        self.options.plots / f"{self.runs:02}_{rate:.0f}.svg"]
        result = subprocess.run([str(part) for part in command],
                                capture_output=True, text=True, check=False)
        if not result.stdout:
            sys.exit(f"the client failed: {result.stderr}")
        return json.loads(result.stdout)


class Row:
    """One share of the capacity: medians over its repetitions."""

    def __init__(self, share, rate, runs, memories):
        self.share = share
        self.rate = rate
        self.runs = runs
        self.goodput = self.median("texts_per_second")
        self.tokens = self.median("target_tokens_per_second")
        self.p50 = self.median("latency_p50_ms")
        self.p99 = self.median("latency_p99_ms")
        self.cpu = self.median("generator_cpu")
        self.refused = self.share_of(REFUSED)
        self.late = self.share_of(LATE)
        self.memory = max(max(memory.mebibytes) for memory in memories)
        self.growth = max(memory.growth() for memory in memories)

    def median(self, key):
        return statistics.median(float(run[key]) for run in self.runs)

    def share_of(self, code):
        return statistics.median(
            int(run["failed"].get(code, 0)) / max(1, int(run["requests"]))
            for run in self.runs)

    def unanswered(self):
        """What is no answer to load: other errors, of requests or of texts."""
        codes = {code for run in self.runs for code in run["failed"]}
        if any(int(run["text_errors"]) for run in self.runs):
            codes.add("errors of texts")
        return sorted(codes - {REFUSED, LATE})

    def __str__(self):
        return (f"| {self.share:.0%} | {self.rate:.1f} | {self.goodput:.1f} | "
                f"{self.tokens:.0f} | "
                f"{self.p50:.0f} | {self.p99:.0f} | {self.refused:.1%} | "
                f"{self.late:.1%} | {self.cpu:.1%} | {self.memory:.0f} |")


def checks(rows, seconds):
    """(what must hold, whether it does), for each check."""
    for row in rows:
        yield (f"{row.share:.0%}: every request is answered "
               f"{', '.join(row.unanswered())}", not row.unanswered())
        yield (f"{row.share:.0%}: something is translated", row.goodput > 0)
    if seconds < LEAST_SECONDS_FOR_SPEED:
        print(f"speed is not checked below {LEAST_SECONDS_FOR_SPEED} seconds")
        return
    peak = max(row.tokens for row in rows)
    full = next((row for row in rows if row.share == 1.0), None)
    for row in rows:
        if full and row.share > 1.0:
            yield (f"{row.share:.0%}: goodput {row.tokens:.0f} tokens/s, at least "
                   f"{GOODPUT_SHARE:.0%} of {peak:.0f}",
                   row.tokens >= GOODPUT_SHARE * peak)
            yield (f"{row.share:.0%}: p99 {row.p99:.0f} ms, at most "
                   f"{LATENCY_FACTOR:.0f} times {full.p99:.0f} ms",
                   row.p99 <= LATENCY_FACTOR * full.p99)
    last = rows[-1]
    yield (f"memory grows by {last.growth - 1:.2%} in the last row",
           last.growth <= MEMORY_FACTOR)


def measure(options, model, texts):
    with ServerProcess(options.build / "bin" / "interpres-server",
                       model, "--cache-bytes", "0") as server:
        load = Load(options, server, texts)
        capacity = load.run(0, min(options.seconds, CAPACITY_SECONDS))[
            "texts_per_second"]
        print(f"model {pathlib.Path(model).name}, capacity {capacity:.1f} "
              f"sentences/s ({WAITING_CLIENTS} clients that wait), "
              f"{options.seconds:g} s a row, median of {options.repetitions}, "
              f"deadline {options.timeout:g} s\n")
        print("| load | requests/s | goodput, sentences/s | tokens/s | p50, ms | p99, ms "
              "| refused | late | client CPU, of a core | server RSS, MiB |\n"
              "|---|---|---|---|---|---|---|---|---|---|")
        rows = []
        for share in options.shares:
            runs, memories = [], []
            for _ in range(options.repetitions):
                with Memory(server.process.pid) as memory:
                    runs.append(load.run(share * capacity, options.seconds))
                memories.append(memory)
            rows.append(Row(share, share * capacity, runs, memories))
            print(rows[-1], flush=True)
        print()
        return rows, server


def find_model(options, scratch):
    """The model and the texts to translate."""
    lines = (ROOT / "tests" / "benchmarks" / "sentences.en.txt").read_text()
    words = [line.split() for line in lines.splitlines()]
    models = sorted((ROOT / "model" / "pretrained").glob("*/config.json"))
    if options.model or models:
        model = options.model or models[0].parent
        chosen = [text for text in words if len(text) in WORDS]
    else:
        model = scratch / "tiny"
        subprocess.run([options.build / "bin" / "interpres-write-tiny-model",
                        model], check=True)
        chosen = [text[:4] for text in words]
    texts = scratch / "texts"
    texts.write_text("".join(" ".join(text) + "\n" for text in chosen))
    return model, texts


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--repetitions", type=int, default=1)
    parser.add_argument("--shares", type=float, nargs="+", default=SHARES)
    parser.add_argument("--model", type=pathlib.Path)
    parser.add_argument("--to", default="es")
    parser.add_argument("--timeout", type=float, default=2.0)
    parser.add_argument("--plots", type=pathlib.Path)
    options = parser.parse_args()
    options.build = options.build.resolve()
    with tempfile.TemporaryDirectory() as directory:
        model, texts = find_model(options, pathlib.Path(directory))
        rows, server = measure(options, model, texts)
    results = list(checks(rows, options.seconds))
    results.append(("the server drains and exits with 0",
                    server.process.returncode == 0))
    for what, holds in results:
        print("ok  " if holds else "FAIL", what)
    failed = sum(1 for _, holds in results if not holds)
    print(f"{len(results) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
