#!/usr/bin/env python3
"""Very large requests from one client: the others are served, memory is bounded.

usage: flood.py [--seconds N] [--clients N] [--model DIR] [--to LANGUAGE] BUILD_DIR

Fair text threads: a batch client sends requests of 4 MB over --clients
connections, default 200. Each request has 65 texts that are far too long for the
model, and the server divides no text. So only the text threads work. Another
client sends "Good morning." 10 times a second and its 99th percentile is compared
with the value while the same text arrives in requests of 4 KB. Each part lasts
--seconds, default 30. From 20 seconds on, the large requests may cost at most
1.2 times the small ones.

Bounded memory: a client keeps all workers busy for --seconds, so that they have
the memory of a full step. Then 1,024 connections send requests of 4 MB for
--seconds to a server in a control group of 1 GiB. The server must not be killed,
every request must be answered or refused with RESOURCE_EXHAUSTED, and after ten
seconds without load the resident memory must be within 32 MiB of its value
before the 1,024 connections.
Without the right to make a control group the limit is not set, which is printed.

The model is the repository's, or without one a tiny one with random weights.
The last line is `N passed, N failed`.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
from control_group import ControlGroup  # noqa: E402
from server_process import ServerProcess  # noqa: E402

LARGE_TEXT_BYTES = 64_000
LARGE_TEXTS = 65
SMALL_TEXT_BYTES = 4_000
WORDS = "the cat sat on the mat and looked at the rain "
WARM_UP_TEXTS = 512
WARM_UP_WORDS = 200
MEMORY_CLIENTS = 1024
MEMORY_LIMIT = 1 << 30
MEMORY_LEFT_MIB = 32
SETTLE_SECONDS = 10
ANSWER_SECONDS = 600  # of a request of the flood, also on a slow machine
MIN_SECONDS_FOR_SPEED = 20
LATENCY_FACTOR = 1.2
INTERACTIVE_RATE = 10
REFUSED = "RESOURCE_EXHAUSTED"
# Part of the message of ReceiveBudget.
REFUSAL = "bytes for request messages"


class Bench:
    """Runs the load generator as a client of one name."""

    def __init__(self, options, server, scratch):
        self.options = options
        self.server = server
        self.scratch = scratch
        self.client = options.build / "bin" / "interpres-bench"

    def _input(self, text):
        path = self.scratch / f"{len(text)}.txt"
        path.write_text(text + "\n")
        return path

    def warm_up(self, seconds):
        """Different long texts, so that each worker of the server decodes many."""
        words = WORDS.split()
        order = random.Random(1)
        text = "\n".join(" ".join(order.choices(words, k=WARM_UP_WORDS))
                         for _ in range(WARM_UP_TEXTS))
        return self.start("someone", text, "--clients", 32,
                          "--texts-per-request", 8, "--duration", seconds)

    def start(self, name, text, *flags):
        command = [self.client, "--json", "--server",
                   self.server.address, "--to", self.options.to,
                   "--client-name", name, "--input", self._input(text), *flags]
        return subprocess.Popen([str(part) for part in command],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True)

    def flood(self, clients, seconds, large=True):
        size = LARGE_TEXT_BYTES if large else SMALL_TEXT_BYTES
        text = (WORDS * (size // len(WORDS) + 1))[:size].strip()
        return self.start("flood", text, "--clients", clients, "--priority",
                          "batch", "--texts-per-request",
                          LARGE_TEXTS if large else 1, "--duration", seconds,
                          "--timeout", ANSWER_SECONDS)

    def interactive(self, seconds):
        return self.start("someone", "Good morning.", "--clients", 4, "--rate",
                          INTERACTIVE_RATE, "--duration", seconds)


def result_of(process):
    out, errors = process.communicate()
    if not out:
        sys.exit(f"the load generator failed: {errors}")
    return json.loads(out)


def resident_mib(pid):
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def only_refusals(result):
    return set(result["failed"]) <= {REFUSED}


def measure_fairness(options, model, scratch):
    """Checks of the interactive client, as (what, whether it holds)."""
    rows = {}
    for large in (False, True):
        with ServerProcess(options.build / "bin" / "interpres-server", model,
                           "--cache-bytes", "0", "--split", "off") as server:
            bench = Bench(options, server, scratch)
            flood = bench.flood(options.clients, options.seconds + 4, large)
            time.sleep(2)
            rows[large] = result_of(bench.interactive(options.seconds))
            load = result_of(flood)
            print(f"{'4 MB' if large else '4 KB'} requests: {load['requests']} sent, "
                  f"refused {load['failed'].get(REFUSED, 0)}; interactive "
                  f"requests {rows[large]['requests']}, "
                  f"p50 {float(rows[large]['latency_p50_ms']):.1f} ms, "
                  f"p99 {float(rows[large]['latency_p99_ms']):.1f} ms", flush=True)
            yield ("every request of the flood is answered or refused: "
                   f"{load['failed']}", only_refusals(load))
            yield (f"{load['requests']} requests of the flood ended",
                   int(load["requests"]) > 0)
            yield (f"{rows[large]['requests']} interactive requests are "
                   f"answered: {rows[large]['failed']}",
                   int(rows[large]["requests"]) > 0
                   and not rows[large]["failed"])
    if options.seconds >= MIN_SECONDS_FOR_SPEED:
        small, large = (float(rows[key]["latency_p99_ms"])
                        for key in (False, True))
        yield (f"interactive p99 {large:.1f} ms beside 4 MB requests, at most "
               f"{LATENCY_FACTOR} times the {small:.1f} ms beside 4 KB requests",
               large <= LATENCY_FACTOR * small)


def limited(group, pid):
    """Puts the process into the group, if there is one."""
    if group is None:
        print("no right to make a control group: memory is not limited")
        return
    group.limit_memory(MEMORY_LIMIT)
    group.add(pid)


def new_group():
    try:
        return ControlGroup()
    except OSError:
        return None


def measure_memory(options, model, scratch):
    """Checks of the memory, as (what, whether it holds)."""
    group = new_group()
    with ServerProcess(options.build / "bin" / "interpres-server",
                       model) as server:
        pid = server.process.pid
        limited(group, pid)
        bench = Bench(options, server, scratch)
        # Otherwise the memory of a worker that the flood is the first to use
        # would count as memory that was not given back.
        result_of(bench.warm_up(options.seconds))
        before = resident_mib(pid)
        flood = bench.flood(MEMORY_CLIENTS, options.seconds)
        peak = before
        while flood.poll() is None and server.process.poll() is None:
            peak = max(peak, resident_mib(pid))
            time.sleep(0.2)
        yield ("the server is not killed", server.process.poll() is None)
        load = result_of(flood)
        time.sleep(SETTLE_SECONDS)
        after = resident_mib(pid)
        print(f"{MEMORY_CLIENTS} connections: {load['requests']} requests, "
              f"failed {load['failed']}; resident before {before:.0f} MiB, "
              f"peak {peak:.0f} MiB, after {after:.0f} MiB", flush=True)
        yield ("every request is answered or refused: "
               f"{load['failed']}", only_refusals(load))
        yield (f"{load['requests']} requests ended", int(load["requests"]) > 0)
        message = load["first_messages"].get(REFUSED, REFUSAL)
        yield (f"the refusal says why: {message}", REFUSAL in message)
        yield (f"{after - before:.0f} MiB more than before, at most "
               f"{MEMORY_LEFT_MIB} MiB", after - before <= MEMORY_LEFT_MIB)
    if group is not None:
        group.close()


def find_model(options, scratch):
    models = sorted((ROOT / "model" / "pretrained").glob("*/config.json"))
    if options.model or models:
        return options.model or models[0].parent
    subprocess.run([options.build / "bin" / "interpres-write-tiny-model",
                    scratch / "tiny"], check=True)
    return scratch / "tiny"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--model", type=pathlib.Path)
    parser.add_argument("--to", default="es")
    options = parser.parse_args()
    options.build = options.build.resolve()
    with tempfile.TemporaryDirectory() as directory:
        scratch = pathlib.Path(directory)
        model = find_model(options, scratch)
        results = [*measure_fairness(options, model, scratch),
                   *measure_memory(options, model, scratch)]
    for what, holds in results:
        print("ok  " if holds else "FAIL", what)
    failed = sum(1 for _, holds in results if not holds)
    print(f"{len(results) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
