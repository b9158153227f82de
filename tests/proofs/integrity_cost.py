#!/usr/bin/env python3
"""The cost of the repair of protected spans: quality and processor time.

usage: integrity_cost.py [--parts PART ...] [--rounds N] [--model DIR] BUILD_DIR

Part quality: BLEU and chrF2 of sets of $INTERPRES_DATA with --integrity off and
with --integrity repair, without a division into sentences, and the number of
translations that differ. The BLEU of repair is at most 0.1 below. Pairs with a
side of more than 600 characters are left out: the model could not take them
undivided.

Part time: the processor time of the server for sentences of newstest2012
without protected spans and for sentences with a number, in N pairs of runs
(default 7) in alternating order, beam 4, without the cache. The median of off /
repair is at least 0.98 without spans and 0.8 with numbers. Other programs on
the machine make the times vary, so this part is for a quiet machine.

Both parts by default. The model must translate from English to Spanish and
back. The last line is `N passed, N failed`: one for each set and direction, and
one for each text of part time.
"""

import argparse
import os
import pathlib
import re
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
from bundled_client import translate  # noqa: E402
from evaluation import read_lines, score  # noqa: E402
from server_process import ServerProcess  # noqa: E402

NEWSTEST = "eval-en-es/newstest2012"
SETS = {"newstest2012": NEWSTEST, "FLORES dev": "eval-en-es/flores.dev",
        "Tatoeba test": "tatoeba-en-es/test"}
OTHER = {"en": "es", "es": "en"}
LEVELS = ("off", "repair")
MAX_LOSS = 0.1  # BLEU
MAX_CHARACTERS = 600
# The texts of part time: number of sentences, least median of off / repair.
WITHOUT_SPANS, WITH_NUMBERS = (700, 0.98), (500, 0.8)


class Bench:
    """The programs of a build, with a running server."""

    def __init__(self, build, server):
        self.build, self.server = build, server

    def translate(self, lines, source, integrity, *flags):
        return translate(self.build, self.server, lines, "--from", source,
                         "--to", OTHER[source], "--beam", "4", "--integrity",
                         integrity, "--timeout", "3600", *flags)

    def processor_seconds(self):
        stat = pathlib.Path(f"/proc/{self.server.process.pid}/stat").read_text()
        user, system = stat.rsplit(")", 1)[1].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def measure_quality(bench, _):
    """Returns a verdict for each set and direction."""
    print("| set | off, BLEU / chrF2 | repair | other translations |\n"
          "|---|---|---|---|")
    verdicts = []
    for name, stem in SETS.items():
        for source, target in OTHER.items():
            pairs = [pair for pair in zip(read_lines(stem, source),
                                          read_lines(stem, target), strict=True)
                     if max(map(len, pair)) <= MAX_CHARACTERS]
            lines, references = zip(*pairs)
            texts = [[answer["text"].replace("\n", " ") for answer in
                      bench.translate(lines, source, level, "--split", "off")]
                     for level in LEVELS]
            scores = [score(bench.build, found, references) for found in texts]
            other = sum(a != b for a, b in zip(*texts))
            columns = [f"{bleu:.2f} / {chrf:.2f}" for bleu, chrf in scores]
            print(f"| {name}, {source}-{target} | {columns[0]} | {columns[1]} | "
                  f"{other} |", flush=True)
            verdicts.append(scores[1][0] >= scores[0][0] - MAX_LOSS)
    return verdicts


def texts_of_time(bench):
    """Yields a name, sentences, and the least median of off / repair."""
    lines = read_lines(NEWSTEST, "en")
    results = bench.translate(lines, "en", "report")
    plain = [line for line, result in zip(lines, results) if not any(
        segment.get("protected_spans") for segment in result["segments"])]
    for name, chosen, (count, least) in (
            ("sentences without spans", plain, WITHOUT_SPANS),
            ("sentences with a number",
             [line for line in lines if re.search(r"\d", line)], WITH_NUMBERS)):
        yield f"{min(count, len(chosen))} {name}", chosen[:count], least


def measure_time(bench, rounds):
    """Returns a verdict for each text."""
    texts = list(texts_of_time(bench))
    print("| text | off, s | repair, s | off / repair, median of the pairs |\n"
          "|---|---|---|---|")
    verdicts = []
    for name, lines, least in texts:
        seconds = {level: [] for level in LEVELS}
        for i in range(rounds + 1):  # the first pair warms up
            for level in LEVELS if i % 2 else reversed(LEVELS):
                before = bench.processor_seconds()
                bench.translate(lines, "en", level)
                seconds[level].append(bench.processor_seconds() - before)
        off, repair = (seconds[level][1:] for level in LEVELS)
        ratio = statistics.median(a / b for a, b in zip(off, repair))
        print(f"| {name} | {statistics.median(off):.2f} | "
              f"{statistics.median(repair):.2f} | {ratio:.2f} |", flush=True)
        verdicts.append(ratio >= least)
    return verdicts


PARTS = {"quality": measure_quality, "time": measure_time}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--model", type=pathlib.Path,
                        default=ROOT / "model" / "pretrained" / "en-es")
    parser.add_argument("build", type=pathlib.Path)
    options = parser.parse_args()
    verdicts = []
    with ServerProcess(options.build / "bin" / "interpres-server", options.model,
                       "--cache-bytes", "0") as server:
        for part in options.parts:
            verdicts += PARTS[part](Bench(options.build, server), options.rounds)
    print(f"{sum(verdicts)} passed, {len(verdicts) - sum(verdicts)} failed")
    return not all(verdicts)


if __name__ == "__main__":
    sys.exit(main())
