#!/usr/bin/env python3
"""Debian's prometheus scrapes a running interpres-server while the client
sends traffic: every alert rule evaluates, and every expression of the Grafana
dashboard returns data.

usage: deploy_prometheus_test.py BIN_DIR
"""

import contextlib
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
sys.path.insert(0, os.path.join(ROOT, "tests/conformance"))
from server_process import ServerProcess  # noqa: E402

JOB = "interpres"
DEADLINE_SECONDS = 90
# Two scrapes at least must lie in the window of a rate.
RATE_WINDOW = "30s"


def write_config(folder, metrics_url):
    """deploy/prometheus/prometheus.yml with this server as its target."""
    with open(os.path.join(ROOT, "deploy/prometheus/prometheus.yml"),
              encoding="utf-8") as stream:
        text = stream.read()
    target = urllib.parse.urlsplit(metrics_url).netloc
    for old, new in (("server:9464", target), ("15s", "1s")):
        if old not in text:
            raise AssertionError(f"prometheus.yml has no '{old}' to replace")
        text = text.replace(old, new)
    shutil.copy(os.path.join(ROOT, "deploy/prometheus/alerts.yml"), folder)
    path = os.path.join(folder, "prometheus.yml")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
    return path


@contextlib.contextmanager
def prometheus(folder, config):
    """Yields the base URL of a Prometheus that has loaded its rules."""
    process = subprocess.Popen(
        ["prometheus", f"--config.file={config}",
         f"--storage.tsdb.path={folder}/tsdb",
         "--web.listen-address=127.0.0.1:0"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    log = []
    try:
        for line in process.stdout:
            log.append(line)
            match = re.search(r'"Listening on" address=(\S+)', line)
            if match:
                yield f"http://{match.group(1)}"
                return
        raise AssertionError("prometheus ended:\n" + "".join(log[-20:]))
    finally:
        process.terminate()
        # Drains the pipe too: a full one would stop it from ending.
        process.communicate(timeout=30)


def get(base, path, **parameters):
    query = urllib.parse.urlencode(parameters)
    try:
        with urllib.request.urlopen(f"{base}{path}?{query}",
                                    timeout=10) as answer:
            return json.load(answer)["data"]
    except urllib.error.HTTPError as error:
        if error.code == 503:
            return None  # it listens, but is not ready
        raise AssertionError(
            f"{parameters or path}: {error.read().decode()}") from error
    except (urllib.error.URLError, ConnectionError):
        return None  # not up yet


def dashboard_expressions():
    path = os.path.join(ROOT, "deploy/grafana/dashboards/interpres.json")
    with open(path, encoding="utf-8") as stream:
        dashboard = json.load(stream)
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            expression = target["expr"].replace(
                "$__rate_interval", RATE_WINDOW).replace("$job", JOB)
            yield panel["title"], expression
    for variable in dashboard["templating"]["list"]:
        metric = re.fullmatch(r"label_values\((\w+), job\)",
                              variable["query"]["query"])
        yield "variable " + variable["name"], metric.group(1)


def has_data(base, expression):
    """Whether it has a sample that a graph would show."""
    data = get(base, "/api/v1/query", query=expression)
    return data is not None and any(
        not math.isnan(float(sample["value"][1])) for sample in data["result"])


def send_traffic(client, address):
    for target in ("es", "en"):
        subprocess.run(
            [client, "translate", "--server", address, "--to", target,
             "--max-length", "8", "a b", "b a c", "c"],
            check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, timeout=60)


def await_data(base, client, address):
    """Sends traffic until every expression has data; returns those without."""
    missing = list(dashboard_expressions())
    if len(missing) < 20:
        raise AssertionError(f"only {len(missing)} expressions found")
    deadline = time.monotonic() + DEADLINE_SECONDS
    while missing and time.monotonic() < deadline:
        send_traffic(client, address)
        missing = [(title, expression) for title, expression in missing
                   if not has_data(base, expression)]
        time.sleep(0.5)  # between scrapes: no event of ours to wait for
    return missing


def check_rules(base):
    """Every rule has been evaluated without an error."""
    deadline = time.monotonic() + DEADLINE_SECONDS
    while True:
        groups = (get(base, "/api/v1/rules") or {"groups": []})["groups"]
        rules = [rule for group in groups for rule in group["rules"]]
        if rules and all(rule["health"] != "unknown" for rule in rules):
            break
        if time.monotonic() > deadline:
            raise AssertionError(f"rules not evaluated in time: {rules}")
        time.sleep(0.5)
    for rule in rules:
        if rule["health"] != "ok":
            raise AssertionError(f"{rule['name']}: {rule['lastError']}")
    return len(rules)


def check_alerts():
    """What fires when: deploy/prometheus/alerts_test.yml."""
    subprocess.run(["promtool", "test", "rules",
                    os.path.join(ROOT, "deploy/prometheus/alerts_test.yml")],
                   check=True)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if shutil.which("prometheus") is None:
        sys.exit("needs prometheus: deploy/install_packages.sh --test")
    check_alerts()
    binaries = sys.argv[1]
    client = os.path.join(binaries, "interpres")
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        model = os.path.join(folder, "model")
        subprocess.run([os.path.join(binaries, "interpres-write-tiny-model"),
                        model], check=True)
        server = stack.enter_context(ServerProcess(
            os.path.join(binaries, "interpres-server"), model,
            "--workers", "1", "--cache-bytes", "0"))
        config = write_config(folder, server.metrics_url)
        base = stack.enter_context(prometheus(folder, config))
        missing = await_data(base, client, server.address)
        for title, expression in missing:
            print(f"no data: {title}: {expression}")
        print(f"alert rules evaluated: {check_rules(base)}")
        if missing:
            sys.exit(1)
        print("every expression of the dashboard returns data")


if __name__ == "__main__":
    main()
