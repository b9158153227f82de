"""Runs interpres-server on free ports, for the conformance checks."""

import json
import queue
import signal
import subprocess
import threading
import time

START_SECONDS = 60


class ServerProcess:
    """A running server. Use as a context manager; leaving it drains it.

    model: the directory of a model, or None if the flags name the models.
    address: host:port of the service; metrics_url: of its metrics page;
    http_url: of its HTTP service, without a path;
    log: the lines of its log until it was ready; after stop(), all lines;
    batch_invariant: whether it promises translations that do not depend on the
    batch.
    """

    def __init__(self, binary, model, *flags, address="127.0.0.1:0"):
        self.process = subprocess.Popen(
            [str(binary), *(() if model is None else ("--model", str(model))),
             "--address", address, "--metrics-address", "127.0.0.1:0",
             "--log-format", "json", *flags],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.log = []
        self._lines = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        ports = self._wait_until_ready()
        self.address = f"127.0.0.1:{ports['server listening']}"
        self.metrics_url = (
            f"http://127.0.0.1:{ports['metrics listening']}/metrics")
        # Empty without --http-address.
        self.http_url = (f"http://127.0.0.1:{ports['HTTP listening']}"
                         if "HTTP listening" in ports else "")

    def _read(self):
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def _wait_until_ready(self):
        ports = {}
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                line = self._lines.get(timeout=deadline - time.monotonic())
            except (queue.Empty, ValueError):
                line = None
            if line is None:
                self.process.kill()
                raise RuntimeError(
                    "the server did not become ready; its log:\n"
                    + "".join(self.log))
            self.log.append(line)
            event = parse_event(line)
            name = event.get("message")
            if name in ("server listening", "metrics listening",
                        "HTTP listening"):
                ports[name] = event["port"]
            if name == "server ready":
                self.batch_invariant = event["batch_invariant"] == "yes"
                return ports

    def stop(self):
        """SIGTERM; the exit code after the drain. `log` is complete then."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        self._reader.join()
        while not self._lines.empty():
            line = self._lines.get()
            if line is not None:
                self.log.append(line)
        return code

    def __enter__(self):
        return self

    def __exit__(self, kind, *unused):
        was_running = self.process.poll() is None
        code = self.stop()
        # What ended it earlier is for the check to judge.
        if kind is None and was_running and code != 0:
            raise AssertionError(f"the server ended with {code}")


def parse_event(line):
    try:
        event = json.loads(line)
    except json.JSONDecodeError:
        return {}
    return event if isinstance(event, dict) else {}
