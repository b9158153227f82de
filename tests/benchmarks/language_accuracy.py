#!/usr/bin/env python3
"""Measures language detection on held-out lines of INTERPRES_DATA.

  language_accuracy.py [--build DIRECTORY] [--table FILE]

Detects the language of each line, and of three consecutive words from the
middle of each line with at least four words, among English, Spanish, German and
French. Prints the share of the right answers for each file, by our detector and
by CLD2 alone. The training of the shipped table has used none of these files.

Exit status 1: the detector is right for less than 99.5 % of the sentences or 97 %
of the three words of some file.
"""

import argparse
import os
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
DATA = os.environ.get("INTERPRES_DATA", os.path.join(ROOT, "../shared/data"))
CODES = ["en", "es", "de", "fr"]
FILES = (
    [f"tatoeba-en-es/test.{c}" for c in ("en", "es")] +
    [f"eval-en-es/{name}.{c}" for c in ("en", "es")
     for name in ("flores.dev", "newstest2012", "tico19.dev", "europarl.dev")] +
    [f"multi30k/{name}.{c}" for c in ("en", "de", "fr")
     for name in ("test_2016_flickr", "train")])


def excerpt(line):
    """Three words from the middle of the line; None for a shorter line."""
    words = line.split()
    if len(words) < 4:
        return None
    begin = (len(words) - 3) // 2
    return " ".join(words[begin:begin + 3])


def detect(arguments, texts):
    """[(language, confidence, language by CLD2)] of the texts."""
    probe = os.path.join(arguments.build, "bin/interpres-language-probe")
    table = ["--table", arguments.table] if arguments.table else []
    run = subprocess.run([probe] + table + CODES, input="\n".join(texts) + "\n",
                         capture_output=True, text=True, check=True)
    rows = [row.split("\t") for row in run.stdout.splitlines()]
    if len(rows) != len(texts):
        sys.exit(f"the probe gave {len(rows)} rows for {len(texts)} texts")
    return [(language, float(confidence), by_cld2)
            for language, confidence, by_cld2 in rows]


class Score:
    def __init__(self):
        self.texts = self.ours = self.cld2 = 0
        self.surest_mistake = 0.0

    def add(self, code, rows):
        self.texts += len(rows)
        self.ours += sum(language == code for language, _, _ in rows)
        self.cld2 += sum(language == code for _, _, language in rows)
        mistakes = [c for language, c, _ in rows if language != code]
        self.surest_mistake = max([self.surest_mistake] + mistakes)

    def percent(self):
        return 100 * self.ours / self.texts

    def print(self, name):
        print(f"{name:44} {self.texts:7} {self.percent():8.2f} "
              f"{100 * self.cld2 / self.texts:8.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build/release"))
    parser.add_argument("--table", help="default: the table of the programs")
    arguments = parser.parse_args()
    if not os.path.isdir(DATA):
        print(f"skipped: no {DATA}; set INTERPRES_DATA")
        return 0
    failed = 0
    for title, pick, least in (("sentences", lambda line: line, 99.5),
                               ("three words", excerpt, 97.0)):
        print(f"{title:44} {'texts':>7} {'ours %':>8} {'CLD2 %':>8}")
        totals = {code: Score() for code in CODES}
        for name in FILES:
            with open(os.path.join(DATA, name), encoding="utf-8") as stream:
                texts = [pick(line.rstrip("\n")) for line in stream]
            code = name.rsplit(".", 1)[1]
            rows = detect(arguments, [text for text in texts if text])
            score = Score()
            score.add(code, rows)
            score.print(name)
            failed += score.percent() < least
            totals[code].add(code, rows)
        for code in CODES:
            totals[code].print(f"all {title} in {code}")
        print()
    print(f"{failed} files below the pass mark")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
