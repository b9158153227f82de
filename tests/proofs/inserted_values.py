#!/usr/bin/env python3
"""Values in real sentences: how good are translations whose value is repaired?

usage: inserted_values.py [--sentences N] [--sentinels TEXT ...] [--model DIR]
                          BUILD_DIR

Takes sentences of newstest2012 ($INTERPRES_DATA) with a name or a number that is
once on both sides, and puts a random value in its place on both sides. The table
has the sentences whose value the model damages by itself (--integrity off), for
both directions: the BLEU and chrF2 of --integrity repair, and the share of the
values that each step kept. For each of --sentinels, the client also translates
the sentences with this text in place of the value, and the value replaces the
text afterwards; where the text does not come back once, the row has the result
of --integrity repair.

The model must translate from English to Spanish and back. The last line is
`N passed, N failed`: one for each direction in which no repaired translation has
a changed value.
"""

import argparse
import pathlib
import random
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
from bundled_client import translate  # noqa: E402
from evaluation import read_lines, score  # noqa: E402
from protected_spans import (  # noqa: E402
    KINDS, NUMBER_KINDS, has_value, shares, steps_of)
from server_process import ServerProcess  # noqa: E402

NEWSTEST = "eval-en-es/newstest2012"
OTHER = {"en": "es", "es": "en"}
INSERTED = ("UUID", "hash", "URL", "e-mail", "path", "{{name}}", "snake_case",
            "version", "8 digits", "12 digits")
MAX_CHARACTERS = 260
SHARED = re.compile(r"(?<![\w.,:/$-])(?:\d{2,}|[A-Z][a-z]{4,})(?![\w.,:/-])")


def as_word(text):
    return re.compile(rf"(?<!\w){re.escape(text)}(?!\w)")


class Pair:
    """A source and a reference with the same random value."""

    def __init__(self, source, reference, word, dice):
        self.kind = dice.choice(INSERTED)
        self.value = KINDS[self.kind](dice)
        self.source, self.reference = (
            as_word(word).sub(lambda _: self.value, text, count=1)
            for text in (source, reference))

    def is_in(self, text):
        return has_value(text, self.value, NUMBER_KINDS[self.kind])


def make_pairs(source, count):
    dice = random.Random(f"inserted {source}")
    pairs = []
    for texts in zip(read_lines(NEWSTEST, source),
                     read_lines(NEWSTEST, OTHER[source]), strict=True):
        # The first word has a capital in any case.
        words = [word for word in sorted(set(SHARED.findall(texts[0], 3)))
                 if all(len(as_word(word).findall(text)) == 1 for text in texts)]
        if words and max(map(len, texts)) <= MAX_CHARACTERS:
            pairs.append(Pair(*texts, dice.choice(words), dice))
    dice.shuffle(pairs)
    return pairs[:count]


class Bench:
    """The programs of a build, with a running server."""

    def __init__(self, build, server, source):
        self.build, self.server, self.source = build, server, source

    def translate(self, lines, integrity):
        return translate(self.build, self.server, lines, "--from", self.source,
                         "--to", OTHER[self.source], "--beam", "4", "--split",
                         "off", "--integrity", integrity, "--timeout", "3600")

    def texts(self, lines, integrity):
        return [answer["text"].replace("\n", " ")
                for answer in self.translate(lines, integrity)]

    def print_row(self, name, pairs, texts, remark):
        bleu, chrf = score(self.build, texts, [pair.reference for pair in pairs])
        print(f"| {name} | {bleu:.2f} / {chrf:.2f} | {remark} |", flush=True)


def with_sentinel(bench, pairs, sentinel, repaired):
    """Returns the translations, and the number of those with the sentinel."""
    masked = bench.texts([pair.source.replace(pair.value, sentinel)
                          for pair in pairs], "off")
    mark = re.compile(rf"(?<!\w){re.escape(sentinel)}(?!\w)")
    texts, copied = [], 0
    for pair, text, repair in zip(pairs, masked, repaired):
        is_copied = len(mark.findall(text)) == 1
        copied += is_copied
        texts.append(text.replace(sentinel, pair.value) if is_copied else repair)
    return texts, copied


def measure(options, bench):
    """Prints the table; returns whether no repaired value is changed."""
    pairs = make_pairs(bench.source, options.sentences)
    alone = bench.texts([pair.source for pair in pairs], "off")
    damaged = [pair for pair, text in zip(pairs, alone) if not pair.is_in(text)]
    print(f"\n{bench.source}: {len(damaged)} of {len(pairs)} values damaged\n\n"
          "| way | BLEU / chrF2 | values |\n|---|---|---|")
    if not damaged:
        return True
    answers = bench.translate([pair.source for pair in damaged], "repair")
    repaired = [answer["text"].replace("\n", " ") for answer in answers]
    # A word may touch the value: this is bad, but the value is not changed.
    changed = [pair for pair, text in zip(damaged, repaired)
               if not pair.is_in(text) and pair.value not in text]
    bench.print_row("repair", damaged, repaired, shares(steps_of(answers)))
    for sentinel in options.sentinels:
        texts, copied = with_sentinel(bench, damaged, sentinel, repaired)
        bench.print_row(f"`{sentinel}`", damaged, texts, f"{copied} copied")
    for pair in changed[:3]:
        print(f"changed: {pair.source!r}", file=sys.stderr)
    return not changed


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sentences", type=int, default=1000)
    parser.add_argument("--sentinels", nargs="*", default=[])
    parser.add_argument("--model", type=pathlib.Path,
                        default=ROOT / "model" / "pretrained" / "en-es")
    parser.add_argument("build", type=pathlib.Path)
    options = parser.parse_args()
    with ServerProcess(options.build / "bin" / "interpres-server",
                       options.model) as server:
        verdicts = [measure(options, Bench(options.build, server, source))
                    for source in OTHER]
    print(f"{sum(verdicts)} passed, {verdicts.count(False)} failed")
    return not all(verdicts)


if __name__ == "__main__":
    sys.exit(main())
