#!/usr/bin/env python3
"""Throughput of HTTP with JSON against gRPC, with the same texts.

usage: http_overhead.py [--rounds N] [--seconds N] BUILD_DIR INPUT

One server, 32 clients in a closed loop, one line of INPUT in each request, no
cache of results. Rounds of gRPC (interpres-bench) and HTTP (wrk, a package of
Debian) take turns. Prints, for each round, the throughput and the CPU time of
the server for a request, and the ratios of the medians. Others who use the
machine change the throughput more than the CPU time.
"""

import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
from server_process import ServerProcess  # noqa: E402

CLIENTS = "32"


def cpu_seconds(server):
    """CPU time of the server's process so far."""
    with urllib.request.urlopen(server.metrics_url) as page:
        return float(re.search(r"^process_cpu_seconds_total (\S+)$",
                               page.read().decode(), re.MULTILINE)[1])


def measure(server, load):
    """(requests per second, CPU milliseconds of the server per request)."""
    before = cpu_seconds(server)
    count, seconds = load()
    return count / seconds, (cpu_seconds(server) - before) / count * 1e3


def over_grpc(bench, server, arguments):
    done = subprocess.run(
        [bench, "--server", server.address, "--input", arguments.input, "--to",
         "es", "--clients", CLIENTS, "--duration", str(arguments.seconds),
         "--json"],
        check=True, capture_output=True, text=True)
    report = json.loads(done.stdout)
    if report["failed"] or report["text_errors"] != "0":
        sys.exit(f"requests failed:\n{done.stdout}")
    return int(report["succeeded"]), float(report["seconds"])


def over_http(server, arguments):
    done = subprocess.run(
        ["wrk", "-t", "1", "-c", CLIENTS, "-d", str(arguments.seconds),
         "--timeout", "60", "-s", ROOT / "tests/benchmarks/http_overhead.lua",
         server.http_url], check=True, capture_output=True, text=True,
        env={**os.environ, "INPUT": arguments.input, "TO": "es"})
    count, seconds, bad = re.search(
        r"requests (\d+) seconds (\S+) bad (\d+)", done.stdout).groups()
    if int(bad):
        sys.exit(f"{bad} requests failed:\n{done.stdout}")
    return int(count), float(seconds)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--bench", help="another interpres-bench")
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("input")
    arguments = parser.parse_args()
    bench = arguments.bench or arguments.build / "bin/interpres-bench"
    grpc, http = [], []
    with ServerProcess(arguments.build / "bin/interpres-server",
                       ROOT / "model/pretrained/en-es", "--cache-bytes", "0",
                       "--http-address", "127.0.0.1:0") as server:
        over_http(server, arguments)  # warms up
        for _ in range(arguments.rounds):
            grpc.append(measure(
                server, lambda: over_grpc(bench, server, arguments)))
            http.append(measure(server, lambda: over_http(server, arguments)))
            print(f"gRPC {grpc[-1][0]:.1f}/s {grpc[-1][1]:.2f} ms of CPU  "
                  f"HTTP {http[-1][0]:.1f}/s {http[-1][1]:.2f} ms of CPU",
                  flush=True)
    for index, name in enumerate(("throughput", "CPU time")):
        ratio = (statistics.median(row[index] for row in http) /
                 statistics.median(row[index] for row in grpc))
        print(f"HTTP has {ratio:.3f} of the {name} of gRPC")


if __name__ == "__main__":
    main()
