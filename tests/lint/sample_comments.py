#!/usr/bin/env python3
"""Prints random comments of headers with their declarations only.

usage: sample_comments.py [--count 60] [--seed N] [--with-places]

For the blind reading (docs/experiments/blind_reading.md): a reader who sees a
comment and its declaration, and nothing else, restates the contract. The same
seed on the same sources gives the same sample. --with-places adds file and line
for the person who compares the answers with the sources.
"""

import argparse
import random
import re

import repository

COMMENT = re.compile(r"\s*//")
SKIP = re.compile(r"\s*(?:$|[#}]|public:|private:|protected:|namespace\b)")
MIN_WORDS = 8  # shorter comments have no contract to restate
MAX_DECLARATION_LINES = 6


def declaration(lines, begin):
    """The lines from `begin` to the end of the first statement or head."""
    taken = []
    for line in lines[begin:begin + MAX_DECLARATION_LINES]:
        taken.append(line.rstrip())
        if re.search(r"[;{}]\s*(?://.*)?$", line):
            break
    return taken


def commented_declarations(text):
    """(line number, comment lines, declaration lines) of a header."""
    lines = text.splitlines()
    found = []
    i = 0
    while i < len(lines):
        if not COMMENT.match(lines[i]):
            i += 1
            continue
        begin = i
        while i < len(lines) and COMMENT.match(lines[i]):
            i += 1
        comment = lines[begin:i]
        words = sum(len(line.split()) - 1 for line in comment)
        is_declared = i < len(lines) and not SKIP.match(lines[i])
        if is_declared and words >= MIN_WORDS:
            found.append((begin + 1, comment, declaration(lines, i)))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--with-places", action="store_true")
    arguments = parser.parse_args()
    items = [(path, *item)
             for path in repository.files(".")
             if path.endswith(".h") and
             path.split("/")[0] in repository.PRODUCT
             for item in commented_declarations(repository.read(".", path))]
    sample = random.Random(arguments.seed).sample(items, arguments.count)
    for number, (path, line, comment, declared) in enumerate(sample, 1):
        place = f" ({path}:{line})" if arguments.with_places else ""
        print(f"--- {number}{place}")
        print("\n".join(comment + declared))


if __name__ == "__main__":
    main()
