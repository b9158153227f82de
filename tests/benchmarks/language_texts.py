#!/usr/bin/env python3
"""Makes the texts from which the shipped language table is trained.

  language_texts.py --output DIRECTORY

Needs the Python packages wordfreq 3.1.1 and msgpack. Writes DIRECTORY/CODE.txt
for each language: every word of wordfreq's large list, as often as in a text of
1.5 million words but at least once, in random order, eight words a line. The
same packages give the same files.
"""

import argparse
import gzip
import os
import random
import sys

import msgpack
import wordfreq

LANGUAGES = ("en", "es", "de", "fr", "it", "pt", "nl", "ca")
WORDS = 1_500_000
WORDS_PER_LINE = 8


def words_of(code):
    """The words of a language, each as often as it occurs."""
    path = os.path.join(os.path.dirname(wordfreq.__file__),
                        f"data/large_{code}.msgpack.gz")
    with gzip.open(path) as stream:
        buckets = msgpack.load(stream, raw=False)[1:]
    words = []
    for i, bucket in enumerate(buckets):  # frequency 10^(-i/100)
        count = max(1, round(10 ** (-i / 100) * WORDS))
        for word in bucket:
            words += [word] * count
    random.Random(1).shuffle(words)
    return words


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", required=True)
    arguments = parser.parse_args()
    os.makedirs(arguments.output, exist_ok=True)
    for code in LANGUAGES:
        words = words_of(code)
        path = os.path.join(arguments.output, code + ".txt")
        with open(path, "w", encoding="utf-8") as stream:
            for i in range(0, len(words), WORDS_PER_LINE):
                stream.write(" ".join(words[i:i + WORDS_PER_LINE]) + "\n")
        print(f"{code}: {len(words)} words", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
