#!/usr/bin/env python3
"""Hundreds of faults in a run, and a witness that must not notice them.

usage: faults.py [--faults N] [--seed N] BUILD_DIR

The witness is `interpres translate` on a file, again and again, with retries:
each line must come out once, in its place, with the bytes that a quiet server
gives it. Meanwhile these faults happen, in a random order that the seed fixes:

- Clients are killed in the middle of a stream or of single calls.
- Deadlines of 1 ms to 1 s pass, readers stop reading, connections stay half open.
- The server loads its checkpoint again, whole or cut.
- The server stops under load: it must finish the accepted work and exit with 0.
- The server is killed with SIGKILL.
- Where a control group can be made: half of the cores for a while; a burst of
  load within 64 MiB of the memory in use, which must suffice; hardly any memory,
  at which the kernel ends the server.

In the end the server must hold no call and no work.
N is 230 by default. The last line is `N passed, N failed`.
"""

import argparse
import contextlib
import json
import math
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
from control_group import ControlGroup  # noqa: E402
from server_process import ServerProcess  # noqa: E402

WITNESS_LINES = 400
MAX_TOKENS = "24"
# How often each kind of fault occurs, of 230.
KINDS = {"kill_stream": 50, "kill_calls": 25, "deadline": 50, "slow_reader": 25,
         "half_open": 30, "reload": 4, "corrupt_reload": 4, "sigterm": 6,
         "sigkill": 6}
GROUP_KINDS = {"half_the_cores": 15, "memory_limit": 10, "out_of_memory": 5}
MEMORY_ROOM = 64 << 20
HTTP2_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
IDLE = ("interpres_calls_in_flight", "interpres_streams_in_flight",
        "interpres_queue_texts", "interpres_queue_tokens",
        "interpres_active_slots")
IDLE_SECONDS = 60
SCORE_TOLERANCE = 1e-4


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Stage:
    """The server under test, its clients and what went wrong."""

    def __init__(self, build, scratch, seed, group):
        self.bin = build / "bin"
        self.random = random.Random(seed)
        self.group = group  # None without a control group
        self.problems = []
        self.port = free_port()
        self.address = f"127.0.0.1:{self.port}"
        self.model = scratch / "tiny"
        subprocess.run([self.bin / "interpres-write-tiny-model", self.model],
                       check=True)
        sentences = (ROOT / "tests/benchmarks/sentences.en.txt").read_text()
        words = [" ".join(line.split()[:4]) for line in sentences.splitlines()]
        self.lines = [words[i % len(words)] for i in range(WITNESS_LINES)]
        self.file = scratch / "lines.txt"
        self.file.write_text("".join(f"{line}\n" for line in self.lines))
        self.long_file = scratch / "long.txt"
        self.long_file.write_text(self.file.read_text() * 50)
        self.open_sockets = []
        self.server = None
        self.start()

    def start(self):
        self.server = ServerProcess(self.bin / "interpres-server", self.model,
                                    "--cache-bytes", "0", address=self.address)
        if self.group:
            self.group.add(self.server.process.pid)

    def problem(self, text):
        self.problems.append(text)
        print("FAIL", text, flush=True)

    def start_program(self, name, *arguments, **options):
        return subprocess.Popen(
            [str(part) for part in (self.bin / name, *arguments)],
            stdin=subprocess.DEVNULL, text=True, **options)

    def translate(self, *arguments, **options):
        return self.start_program(
            "interpres", "translate", "--server", self.address, "--to", "es",
            "--max-length", MAX_TOKENS, *arguments, **options)

    # The faults.

    def kill_stream(self):
        client = self.translate("--input", self.long_file,
                                stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL)
        time.sleep(self.random.uniform(0.01, 0.3))
        client.kill()
        client.wait()

    def bench(self, clients, beam):
        return self.start_program(
            "interpres-bench", "--server", self.address, "--to", "es",
            "--input", self.file, "--clients", clients, "--beam", beam,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill_calls(self):
        client = self.bench(16, self.random.choice([1, 4, 8]))
        time.sleep(self.random.uniform(0.05, 0.4))
        client.kill()
        client.wait()

    def deadline(self):
        """One line, before its deadline or not: one answer either way."""
        seconds = 10 ** self.random.uniform(-3, 0)
        client = self.translate("--json", "--attempts", "1", "--timeout",
                                f"{seconds:.6f}", "--beam", "8", "--",
                                self.random.choice(self.lines),
                                stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)
        out, err = client.communicate(timeout=60)
        answers = out.splitlines()
        if client.returncode == 0 and len(answers) == 1:
            return
        if client.returncode in (1, 3) and len(answers) <= 1 and err:
            return
        self.problem(f"deadline {seconds:.3f} s: exit {client.returncode}, "
                     f"{len(answers)} answers, {err!r}")

    def slow_reader(self):
        """Asks for much and reads nothing of it."""
        client = self.translate("--json", "--input", self.long_file,
                                stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL)
        time.sleep(self.random.uniform(0.2, 0.8))
        client.stdout.close()
        client.kill()
        client.wait()

    def half_open(self):
        connection = socket.create_connection(("127.0.0.1", self.port),
                                              timeout=10)
        sent = self.random.choice([b"", HTTP2_PREFACE[:10], HTTP2_PREFACE,
                                   HTTP2_PREFACE + bytes(9)[:3] + b"\x04"])
        connection.sendall(sent)
        self.open_sockets.append(connection)

    def sigterm(self):
        """Under load: what was accepted is finished, and the exit code is 0."""
        load = self.translate("--input", self.long_file,
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
        time.sleep(self.random.uniform(0.1, 0.4))
        code = self.server.stop()
        if code != 0:
            self.problem(f"SIGTERM: exit {code}: {self.last_log()}")
        self.start()
        load.kill()
        load.wait()

    def sigkill(self):
        self.server.process.send_signal(signal.SIGKILL)
        self.server.process.wait()
        self.start()

    def half_the_cores(self):
        self.group.limit_cores(os.cpu_count() / 2)
        time.sleep(self.random.uniform(0.2, 1.0))
        self.group.limit_cores(None)

    def burst(self, room, seconds):
        """Load while the server may take `room` bytes more than it has."""
        self.group.limit_memory(self.group.memory_in_use() + room)
        load = self.bench(32, 8)
        deadline = time.monotonic() + seconds
        while (time.monotonic() < deadline
               and self.server.process.poll() is None):
            time.sleep(0.02)
        load.kill()
        load.wait()
        self.group.limit_memory(None)

    def memory_limit(self):
        self.burst(MEMORY_ROOM, self.random.uniform(0.3, 0.6))
        if self.server.process.poll() is not None:
            self.problem(f"{MEMORY_ROOM >> 20} MiB more do not last for a "
                         f"burst: {self.last_log()}")
            self.start()

    def out_of_memory(self):
        self.burst(1 << 20, 5.0)
        if self.server.process.poll() is None:
            self.server.process.kill()
        self.server.process.wait()
        self.start()

    def replace_model(self, change):
        """Puts a changed copy of the checkpoint in its place; SIGHUP."""
        fresh = self.model.with_name("fresh")
        shutil.copytree(self.model, fresh)
        change(fresh)
        old = self.model.with_name("old")
        self.model.rename(old)
        fresh.rename(self.model)
        self.server.process.send_signal(signal.SIGHUP)
        time.sleep(self.random.uniform(0.2, 0.5))
        return old

    def reload(self):
        """The same weights, written again."""
        shutil.rmtree(self.replace_model(
            lambda path: (path / "config.json").touch()))

    def corrupt_reload(self):
        """Half a checkpoint, which must be refused; then the good one again."""
        def cut(path):
            file = path / "model.safetensors"
            file.write_bytes(file.read_bytes()[:-1000])
        good = self.replace_model(cut)
        shutil.rmtree(self.model)
        good.rename(self.model)
        self.server.process.send_signal(signal.SIGHUP)
        if self.server.process.poll() is not None:
            self.problem("a corrupt checkpoint ended the server")

    # What must hold.

    def witness(self, expected):
        """One pass over the file; True if every line is as expected."""
        client = self.translate("--json", "--attempts", "100", "--timeout",
                                "120", "--in-flight", "32", "--input",
                                self.file, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)
        out, err = client.communicate(timeout=300)
        got = [json.loads(line) for line in out.splitlines()]
        if expected is None:
            return got
        if client.returncode != 0:
            self.problem(f"witness: exit {client.returncode}: {err[-500:]}")
        if [line["line"] for line in got] != list(range(1, len(expected) + 1)):
            self.problem(f"witness: {len(got)} answers to {len(expected)}")
        for line, right in zip(got, expected):
            if not self.same_line(line, right):
                self.problem(f"witness: line {right['line']}: {line}, "
                             f"expected {right}")
                break
        return got

    def same_line(self, line, right):
        """Whether two lines are equal; scores up to rounding where the server
        does not promise that they are independent of the batch."""
        if self.server.batch_invariant:
            return line == right
        scores, others = zip(*(split_scores(each) for each in (line, right)))
        return others[0] == others[1] and all(
            math.isclose(*pair, rel_tol=SCORE_TOLERANCE)
            for pair in zip(*scores))

    def last_log(self):
        lines = []
        while not self.server._lines.empty():  # pylint: disable=protected-access
            lines.append(self.server._lines.get())  # pylint: disable=protected-access
        return "".join(line for line in lines[-3:] if line)

    def await_idle(self):
        """No call and no work is left."""
        deadline = time.monotonic() + IDLE_SECONDS
        while True:
            with urllib.request.urlopen(self.server.metrics_url,
                                        timeout=10) as page:
                text = page.read().decode()
            busy = {name: float(value) for name, value in
                    re.findall(r"^(\w+)(?:\{.*\})? (\S+)$", text,
                               re.MULTILINE)
                    if name in IDLE and float(value) != 0}
            if not busy:
                return
            if time.monotonic() > deadline:
                self.problem(f"left behind: {busy}")
                return
            time.sleep(0.1)


def split_scores(line):
    """The scores of a line, and the line without them. A segment has the score
    of its translation in a text of one sentence."""
    translations = line.get("translations", [])
    scores = [translation["score"] for translation in translations]
    others = [{**translation, "score": None,
               "segments": [{**segment, "score": None}
                            for segment in translation["segments"]]}
              for translation in translations]
    return scores, {**line, "translations": others}


def faults_of(count, shares, generator):
    """The kinds of `count` faults, in their shares, in a random order."""
    kinds = []
    for kind, share in shares.items():
        kinds += [kind] * max(1, round(share * count / sum(shares.values())))
    generator.shuffle(kinds)
    return kinds


def run(stage, count):
    expected = stage.witness(None)
    if len(expected) != WITNESS_LINES or any("error" in line and line["error"]
                                             for line in expected):
        sys.exit(f"the quiet server failed: {expected[:3]}")
    done = threading.Event()
    passes = []

    def watch():
        try:
            while not done.is_set():
                stage.witness(expected)
                passes.append(1)
        except Exception as error:  # pylint: disable=broad-exception-caught
            stage.problem(f"witness: {error!r}")

    witness = threading.Thread(target=watch)
    witness.start()
    shares = KINDS | GROUP_KINDS if stage.group else KINDS
    kinds = faults_of(count, shares, stage.random)
    counts = {}
    try:
        for kind in kinds:
            getattr(stage, kind)()
            counts[kind] = counts.get(kind, 0) + 1
    finally:
        done.set()
        witness.join()
    for connection in stage.open_sockets:
        connection.close()
    stage.await_idle()
    stage.witness(expected)
    for kind, number in sorted(counts.items()):
        print(f"{number:4} {kind.replace('_', ' ')}")
    print(f"{len(passes) + 1} passes of the witness, {WITNESS_LINES} lines each")
    return len(kinds)


def make_group():
    try:
        return ControlGroup()
    except OSError as error:
        print(f"skipped: {', '.join(GROUP_KINDS)}: no control group: {error}")
        return None


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--faults", type=int, default=230)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    group = make_group()
    with tempfile.TemporaryDirectory() as directory, \
            group or contextlib.nullcontext():
        stage = Stage(options.build.resolve(), pathlib.Path(directory),
                      options.seed, group)
        try:
            count = run(stage, options.faults)
        finally:
            code = stage.server.stop()
        if code != 0:
            stage.problem(f"the server exits with {code}")
    failed = len(stage.problems)
    print(f"{max(0, count - failed)} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
