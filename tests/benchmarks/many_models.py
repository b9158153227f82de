#!/usr/bin/env python3
"""Throughput of one server with many models, beside the same server with one.

usage: many_models.py --model DIR [--models N] [--texts N] [--seconds N]
                      [--rounds N] [--shortlist] [--kinds KIND ...] BUILD_DIR
                      [-- FLAG ...]

A repository has N names (default 20) for the model of DIR, such as a model that
firefox_speed.py made. For each name, an interpres-bench keeps --texts texts
(default 32) in flight, 8 in a request. For the comparison, a server with one name
gets the same number of interpres-bench processes, all for this name. A third
row has one process for one name, so as many sentences in flight as each of the
many models has. int8, beam 1, with the shortlist if --shortlist is given; the
cache of results is off. Servers alternate; medians of --rounds (default 3).

--kinds chooses among the rows: all, one, few. Flags after -- go to the server.

A model of little training repeats itself in some translations; lines whose
translation is over twice as long as the line are left out. They are lines of Tatoeba in $INTERPRES_DATA. Needs the release build.
"""

import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
from server_process import ServerProcess  # noqa: E402

DATA = pathlib.Path(os.environ.get("INTERPRES_DATA",
                                   ROOT.parent / "shared" / "data"))
LINES = 16000
REQUEST = 8  # texts
# The rows: all models; one with as many sentences in flight as all together; one
# with as many as each of all.
KINDS = ("all", "one", "few")


def write_repository(directory, model, names):
    for name in names:
        (directory / name).mkdir(parents=True)
        for file in model.iterdir():
            (directory / name / file.name).symlink_to(file.resolve())


def write_texts(options, directory):
    """Writes a file of different texts for each model, because the server translates
    equal texts that wait at the same time only once."""
    source, target = directory / "source", directory / "target"
    source.write_text("".join(
        f"{line}\n" for line in (DATA / "tatoeba-en-es" / "train.en").read_text(
            "utf-8").splitlines()[-LINES:]), "utf-8")
    with open(target, "w", encoding="utf-8") as found:
        subprocess.run(
            [options.build / "bin" / "interpres-train", "translate", "--model",
             options.model, "--compute-type", "int8", "--shortlist", "--beam",
             "1", "--threads", "2", source], check=True, stdout=found,
            stderr=subprocess.DEVNULL)
    lines = [line for line, translation in zip(
        source.read_text("utf-8").splitlines(),
        target.read_text("utf-8").splitlines())
             if len(translation) <= 2 * len(line)]
    files = [directory / f"text{i}" for i in range(options.models)]
    for i, file in enumerate(files):
        file.write_text("".join(f"{line}\n" for line in
                                lines[i::options.models]), "utf-8")
    return files


def load(options, server, names, texts):
    """Returns the sentences a second of an interpres-bench for each of `names`."""
    command = [options.build / "bin" / "interpres-bench", "--server",
               server.address, "--to", "es", "--clients",
               str(options.texts // REQUEST), "--texts-per-request",
               str(REQUEST), "--warmup", "5",
               "--duration", str(options.seconds), "--json",
               *(["--shortlist"] if options.shortlist else [])]
    running = [subprocess.Popen(
        [*command, "--model", name, "--input", text], stdout=subprocess.PIPE,
        text=True) for name, text in zip(names, texts)]
    reports = [json.loads(process.communicate()[0]) for process in running]
    assert all(process.returncode == 0 for process in running)
    return sum(float(report["texts_per_second"]) for report in reports)


def step_sentences(server):
    """The mean number of sentences in a step of the decoder."""
    page = urllib.request.urlopen(server.metrics_url).read().decode()
    total, count = (
        sum(float(value) for value in re.findall(
            rf"^interpres_step_sentences_{part}(?:\{{[^}}]*\}})? (\S+)$", page,
            re.MULTILINE)) for part in ("sum", "count"))
    return total / count


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", type=pathlib.Path, required=True)
    parser.add_argument("--models", type=int, default=20)
    parser.add_argument("--texts", type=int, default=32)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--shortlist", action="store_true")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("flags", nargs="*", help="of the server")
    options = parser.parse_args()
    names = [f"model{i:02}" for i in range(options.models)]
    rates = {kind: [] for kind in options.kinds}
    steps = {kind: [] for kind in options.kinds}
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        write_repository(scratch / "all", options.model, names)
        write_repository(scratch / "one", options.model, names[:1])
        texts = write_texts(options, scratch)
        for _ in range(options.rounds):
            for kind in rates:
                repository = scratch / ("all" if kind == "all" else "one")
                asked = (names if kind == "all" else
                         names[:1] * (options.models if kind == "one" else 1))
                with ServerProcess(
                        options.build / "bin" / "interpres-server", None,
                        "--model-repository", str(repository),
                        "--compute-type", "int8", "--cache-bytes", "0",
                        "--split", "off", *options.flags) as server:
                    rates[kind].append(load(options, server, asked, texts))
                    steps[kind].append(step_sentences(server))
    print("| models | sentences in flight | sentences/s | sentences in a step |\n"
          "|---|---|---|---|")
    for kind, found in rates.items():
        models = options.models if kind == "all" else 1
        flight = options.texts * (1 if kind == "few" else options.models)
        print(f"| {models} | {flight} | {statistics.median(found):,.0f} | "
              f"{statistics.median(steps[kind]):.1f} |")


if __name__ == "__main__":
    main()
