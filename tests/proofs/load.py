#!/usr/bin/env python3
"""Load on a server up to twice its capacity: a table, and what must hold.

usage: load.py [--seconds N] [--repetitions N] [--shares SHARE ...]
               [--model DIR] [--to LANGUAGE] [--timeout SECONDS] [--plots DIR]
               BUILD_DIR

Requests arrive at 50, 80, 100, 150 and 200 % of the capacity whether earlier
ones are answered or not (an open loop, Poisson), for N seconds each, default
300. The capacity is what clients that wait for their answers (a closed loop)
get. It is measured before every row, for a tenth of the row's time, because a
shared machine is sometimes a third faster than at other times. The rows run in
rotation, one round for each repetition (default 1). The table shows medians. A
soak is one row, e.g. --shares 0.8 --seconds 1800. The model is the repository's, or
without one a tiny one with random weights.

Checked always: every request is answered, with a translation or with the server's
refusal for load. If the server's estimate was wrong, the answer may be
DEADLINE_EXCEEDED. Checked from 60 seconds on, when the numbers mean something:

- Past the capacity the goodput, in tokens and as a share of the capacity, is
  within 10 % of its peak.
- Past the capacity the 99th percentile of accepted requests is within twice the
  value of the row of 100 %, and at most 1 % of them end late, at their deadline.
- The server's memory does not grow by 1 % in the last row, from its second
  quarter to its last. With several rounds it does not grow by 1 % in any row from
  the first round to the last.

The last line is `N passed, N failed`.
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
# Enough that texts always wait, so that the engine runs full, as it does past
# the capacity.
WAITING_CLIENTS = 256
WAITING_TIMEOUT = 60
# Of the time of a row: to measure the capacity before it, to warm up.
CAPACITY_SHARE = 0.1
MOST_CAPACITY_SECONDS = 30.0
# On a slow CPU the first of all waiting texts takes more than a second.
MIN_CAPACITY_SECONDS = 4.0
MOST_WARMUP_SECONDS = 5.0
# Words of a text. With little time left a server refuses long texts first: with
# texts of all lengths the goodput would rise past the capacity.
WORDS = range(20, 31)
# Shorter runs say whether the service works, not how fast it is.
LEAST_SECONDS_FOR_SPEED = 60
GOODPUT_SHARE = 0.9
LATENCY_FACTOR = 2.0
LATE_SHARE = 0.01
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
    """Runs the load generator against one server."""

    def __init__(self, options, server, texts):
        self.options = options
        self.server = server
        self.client = options.build / "bin" / "interpres-bench"
        self.texts = texts
        self.runs = 0

    def run(self, rate, seconds):
        """One run, as the generator's JSON; rate 0 is a closed loop."""
        self.runs += 1
        command = [self.client, "--json", "--server",
                   self.server.address, "--to", self.options.to, "--input",
                   self.texts, "--clients", CONNECTIONS if rate else WAITING_CLIENTS,
                   "--duration", seconds,
                   "--warmup", min(seconds / 10, MOST_WARMUP_SECONDS),
                   "--rate", rate,
                   "--arrival-seed", self.runs, "--timeout",
                   self.options.timeout if rate else WAITING_TIMEOUT]
        if self.options.plots:
            self.options.plots.mkdir(parents=True, exist_ok=True)
            command += ["--plot",
                        self.options.plots / f"{self.runs:02}_{rate:.0f}.svg"]
        result = subprocess.run([str(part) for part in command],
                                capture_output=True, text=True, check=False)
        if not result.stdout:
            sys.exit(f"interpres-bench failed: {result.stderr}")
        return json.loads(result.stdout)


class Row:
    """One share of the capacity: medians over its repetitions."""

    def __init__(self, share):
        self.share = share
        self.capacities = []
        self.runs = []
        self.memories = []

    def measure(self, load, seconds):
        """One repetition."""
        capacity_seconds = min(seconds * CAPACITY_SHARE, MOST_CAPACITY_SECONDS)
        capacity = load.run(0, max(MIN_CAPACITY_SECONDS, capacity_seconds))
        rate = self.share * float(capacity["texts_per_second"])
        if rate == 0:
            sys.exit(f"nothing was translated for {capacity['seconds']} s: "
                     f"{capacity['failed']}")
        with Memory(load.server.process.pid) as memory:
            run = load.run(rate, seconds)
        self.capacities.append(capacity)
        self.runs.append(run)
        self.memories.append(memory)

    def growth(self):
        """Of the memory, from the first repetition to the last, or within the
        only one."""
        if len(self.memories) == 1:
            return self.memories[0].growth()
        last, first = (statistics.mean(self.memories[i].mebibytes)
                       for i in (-1, 0))
        return last / first

    def most_memory(self):
        return max(max(memory.mebibytes) for memory in self.memories)

    def median(self, key):
        return statistics.median(float(run[key]) for run in self.runs)

    def capacity(self):
        return statistics.median(float(capacity["texts_per_second"])
                                 for capacity in self.capacities)

    def goodput(self):
        """As a share of the capacity then, in tokens."""
        key = "target_tokens_per_second"
        return statistics.median(
            float(run[key]) / max(1.0, float(capacity[key]))
            for run, capacity in zip(self.runs, self.capacities))

    def share_of(self, code):
        return statistics.median(
            int(run["failed"].get(code, 0)) / max(1, int(run["requests"]))
            for run in self.runs)

    def unanswered(self):
        """Errors that load does not explain, of requests or of texts."""
        codes = {code for run in self.runs + self.capacities
                 for code in run["failed"]}
        if any(int(run["text_errors"]) for run in self.runs):
            codes.add("errors of texts")
        return sorted(codes - {REFUSED, LATE})

    def __str__(self):
        return (f"| {self.share:.0%} | {self.capacity():.1f} | "
                f"{self.share * self.capacity():.1f} | "
                f"{self.median('texts_per_second'):.1f} | "
                f"{self.median('target_tokens_per_second'):.0f} | "
                f"{self.goodput():.0%} | "
                f"{self.median('latency_p50_ms'):.0f} | "
                f"{self.median('latency_p99_ms'):.0f} | "
                f"{self.share_of(REFUSED):.1%} | {self.share_of(LATE):.1%} | "
                f"{self.median('generator_cpu'):.1%} | "
                f"{self.most_memory():.0f} |")


def checks(rows, seconds):
    """(what must hold, whether it does), for each check."""
    for row in rows:
        yield (f"{row.share:.0%}: every request is answered "
               f"{', '.join(row.unanswered())}", not row.unanswered())
        yield (f"{row.share:.0%}: something is translated", row.goodput() > 0)
    if seconds < LEAST_SECONDS_FOR_SPEED:
        print(f"speed is not checked below {LEAST_SECONDS_FOR_SPEED} seconds")
        return
    peak = max(row.goodput() for row in rows)
    full = next((row for row in rows if row.share == 1.0), None)
    for row in rows:
        yield (f"{row.share:.0%}: {row.share_of(LATE):.2%} end late, at most "
               f"{LATE_SHARE:.0%}", row.share_of(LATE) <= LATE_SHARE)
        if full and row.share > 1.0:
            yield (f"{row.share:.0%}: goodput {row.goodput():.1%} of the capacity, "
                   f"at least {GOODPUT_SHARE:.0%} of {peak:.1%}",
                   row.goodput() >= GOODPUT_SHARE * peak)
            p99, most = (each.median("latency_p99_ms") for each in (row, full))
            yield (f"{row.share:.0%}: p99 {p99:.0f} ms, at most "
                   f"{LATENCY_FACTOR:.0f} times {most:.0f} ms",
                   p99 <= LATENCY_FACTOR * most)
    for row in rows if len(rows[0].runs) > 1 else rows[-1:]:
        yield (f"{row.share:.0%}: memory grows by {row.growth() - 1:.2%}",
               row.growth() <= MEMORY_FACTOR)


def measure(options, model, texts):
    rows = [Row(share) for share in options.shares]
    with ServerProcess(options.build / "bin" / "interpres-server",
                       model, "--cache-bytes", "0") as server:
        load = Load(options, server, texts)
        for repetition in range(options.repetitions):
            for row in rows:
                row.measure(load, options.seconds)
                print(f"round {repetition + 1}", row, flush=True)
    print(f"\nmodel {pathlib.Path(model).name}, {options.seconds:g} s a row, "
          f"median of {options.repetitions}, deadline {options.timeout:g} s\n")
    print("| load | capacity, sentences/s | requests/s | goodput, sentences/s | "
          "tokens/s | of the capacity | p50, ms | p99, ms | refused | late | "
          "client CPU, of a core | server RSS, MiB |\n" + "|---" * 12 + "|")
    print(*rows, sep="\n", end="\n\n")
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
    parser = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--repetitions", type=int, default=1)
    parser.add_argument("--shares", type=float, nargs="+", default=SHARES)
    parser.add_argument("--model", type=pathlib.Path)
    parser.add_argument("--to", default="es")
    parser.add_argument("--timeout", type=float, default=0.8)
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
