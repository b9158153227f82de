"""Translates the lines of a text with Bergamot and a model of Firefox, and prints
a JSON object: seconds, and with --one-at-a-time the median milliseconds.

Needs a Python for which Bergamot has a wheel (3.7 to 3.10). firefox_speed.py
runs it.
"""

import argparse
import json
import pathlib
import statistics
import time

from bergamot_peer import load_package
from firefox_files import bergamot_config, find_files

LONGEST = 128  # words of a text, as in Firefox


def config_of(options):
    model = options.model.resolve()
    config = (bergamot_config(model, LONGEST, options.batch_words) +
              "ssplit-mode: wrapped_text\n")
    shortlist = find_files(model)[2]
    if shortlist and not options.no_shortlist:
        config += f"shortlist: [{shortlist}, false]\n"
    return config


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--package", required=True)
    parser.add_argument("--model", type=pathlib.Path, required=True)
    parser.add_argument("--input", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--batch-words", type=int, default=1024)
    parser.add_argument("--no-shortlist", action="store_true")
    parser.add_argument("--one-at-a-time", action="store_true")
    options = parser.parse_args()
    bergamot = load_package(options.package)
    service = bergamot.Service(bergamot.ServiceConfig(
        numWorkers=options.threads, cacheSize=0, logLevel="off"))
    model = service.modelFromConfig(config_of(options))

    def translate(lines):
        texts = bergamot.VectorString()
        texts.extend(lines)
        return [answer.target.text for answer in
                service.translate(model, texts, bergamot.ResponseOptions())]

    lines = options.input.read_text("utf-8").splitlines()
    translate(lines[:20])
    found, times = [], []
    begin = time.perf_counter()
    for part in [[line] for line in lines] if options.one_at_a_time else [lines]:
        start = time.perf_counter()
        found += translate(part)
        times.append(time.perf_counter() - start)
    seconds = time.perf_counter() - begin
    options.output.write_text("".join(f"{line}\n" for line in found), "utf-8")
    print(json.dumps({"seconds": seconds,
                      "p50_ms": 1000 * statistics.median(times)}))


if __name__ == "__main__":
    main()
