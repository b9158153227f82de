"""Translates the lines of a text with fxtranslate and a model of Firefox, and
prints a JSON object: seconds, and the median milliseconds of a line.

fxtranslate uses one thread, so --threads N starts N processes with a part of the
lines each; seconds is then the time of the slowest. firefox_speed.py runs it.
"""

import argparse
import json
import multiprocessing
import pathlib
import statistics
import time

import fxtranslate

from firefox_files import find_files


def translate(model, lines, barrier, answers, part):
    """Puts (part, translations, times) into `answers`."""
    weights, vocabularies, shortlist = find_files(model)
    translator = fxtranslate.Translator(
        *(file.read_bytes() for file in (weights, *vocabularies, shortlist)))
    for line in lines[:20]:
        translator.translate(line)
    barrier.wait()
    found, times = [], []
    for line in lines:
        start = time.perf_counter()
        found.append(translator.translate(line))
        times.append(time.perf_counter() - start)
    answers.put((part, found, times))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", type=pathlib.Path, required=True)
    parser.add_argument("--input", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    lines = options.input.read_text("utf-8").splitlines()
    barrier = multiprocessing.Barrier(options.threads)
    answers = multiprocessing.Queue()
    parts = range(options.threads)
    for part in parts:
        multiprocessing.Process(target=translate, args=(
            options.model, lines[part::options.threads], barrier, answers,
            part)).start()
    found = [""] * len(lines)
    times, seconds = [], []
    for part, translations, part_times in [answers.get() for _ in parts]:
        found[part::options.threads] = translations
        times += part_times
        seconds.append(sum(part_times))
    options.output.write_text("".join(f"{line}\n" for line in found), "utf-8")
    print(json.dumps({"seconds": max(seconds),
                      "p50_ms": 1000 * statistics.median(times)}))


if __name__ == "__main__":
    main()
