"""Our server under the load of many clients, for engine_speed.py: what goes
over gRPC, with tokenising, against CTranslate2 in a loop."""

import json
import os
import pathlib
import subprocess

from server_process import ServerProcess  # tests/conformance

CLIENTS = 32
SECONDS = 10
WARMUP_SECONDS = 2


def thread_seconds(pid):
    """{name: processor seconds} of the threads of a process, those that still
    run. Helpers are workers too: they have the name of whom they help."""
    seconds = {}
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            stat = (task / "stat").read_text()
        except (FileNotFoundError, ProcessLookupError):
            continue  # gRPC's come and go
        name, _, fields = stat.rpartition(")")
        name = name.partition("(")[2]
        user, system = map(int, fields.split()[11:13])
        seconds[name] = (seconds.get(name, 0) +
                         (user + system) / os.sysconf("SC_CLK_TCK"))
    return seconds


def bench(binaries, server, row, seconds):
    """The report of `interpres-bench`."""
    length = (["--max-length", row.fixed_length] if row.fixed_length else [])
    shortlist = ["--shortlist"] if "shortlist" in row.compute_type else []
    command = [binaries / "interpres-bench", "--json", "--server",
               server.address, "--to", "es", "--input", row.work.texts,
               "--clients", CLIENTS, "--duration", seconds, "--beam", row.beam,
               *length, *shortlist]
    done = subprocess.run(list(map(str, command)), capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    return json.loads(done.stdout)


def measure(binaries, row):
    """One measurement with a separate server: rate, latencies, `overhead`, the
    share of the server's processor time that is not its workers', and
    `client`, the cores that the load took."""
    server = ServerProcess(
        binaries / "interpres-server", row.directory / "checkpoint",
        "--workers", "2", "--cache-bytes", "0", "--compute-type",
        row.compute_type.partition("+")[0])
    with server:
        bench(binaries, server, row, WARMUP_SECONDS)
        before = thread_seconds(server.process.pid)
        report = bench(binaries, server, row, SECONDS)
        spent = {name: max(0.0, seconds - before.get(name, 0))
                 for name, seconds in
                 thread_seconds(server.process.pid).items()}
    return {"tokens_per_second": float(report["target_tokens_per_second"]),
            "p50_ms": float(report["latency_p50_ms"]),
            "p99_ms": float(report["latency_p99_ms"]),
            "overhead": 1 - spent["worker"] / sum(spent.values()),
            "client": float(report["generator_cpu"])}
