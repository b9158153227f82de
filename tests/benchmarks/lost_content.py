#!/usr/bin/env python3
"""Precision and recall of SEGMENT_FLAG_LOW_COVERAGE.

  lost_content.py [--paragraphs N] [--sentences N] BUILD_DIR

Joins four neighbouring lines of FLORES dev and newstest2012 ($INTERPRES_DATA) to
each of N paragraphs (default 100), and translates each paragraph from English to
Spanish as one sentence (--split off). Each line is also translated alone. A line
counts as lost if less than a third of the long words of that translation occur
in the translation of the paragraph. Prints how often the flag and a lost line
come together, and how many of --sentences single lines (default 400) have the
flag.
"""

import argparse
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
from bundled_client import translate  # noqa: E402
from server_process import ServerProcess  # noqa: E402

DATA = pathlib.Path(os.environ.get("INTERPRES_DATA",
                                   ROOT.parent / "shared" / "data"))
FILES = ["eval-en-es/flores.dev.en", "eval-en-es/newstest2012.en"]
LINES = 4
MODEL = ROOT / "model" / "pretrained" / "en-es"
FLAG = "SEGMENT_FLAG_LOW_COVERAGE"
LEAST_SHARE = 1 / 3


def translate_whole(build, server, lines):
    """Returns the translation of each line, which is one sentence."""
    return translate(build, server, lines, "--to", "es", "--split", "off",
                     "--timeout", "600")


def long_words(text):
    return {word for word in re.findall(r"\w+", text.lower()) if len(word) > 4}


def is_lost(alone, whole):
    """Whether the words of `alone` are missing in `whole`."""
    words = long_words(alone["text"])
    found = len(words & long_words(whole["text"]))
    return bool(words) and found < LEAST_SHARE * len(words)


def is_flagged(translation):
    return any(FLAG in segment["flags"] for segment in translation["segments"])


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--paragraphs", type=int, default=100)
    parser.add_argument("--sentences", type=int, default=400)
    parser.add_argument("build", type=pathlib.Path)
    options = parser.parse_args()
    if not (DATA / FILES[0]).exists():
        print(f"skipped: no {DATA / FILES[0]}; set INTERPRES_DATA")
        return
    half = max(options.sentences, LINES * options.paragraphs) // 2
    lines = [line for name in FILES
             for line in (DATA / name).read_text().split("\n")[:half]]
    groups = [lines[i:i + LINES] for i in range(0, len(lines), LINES)]
    groups = [group for group in groups[::2] + groups[1::2]
              if len(group) == LINES][:options.paragraphs]
    with ServerProcess(options.build / "bin" / "interpres-server",
                       MODEL) as server:
        alone = dict(zip(lines, translate_whole(options.build, server, lines)))
        wholes = translate_whole(options.build, server,
                                 [" ".join(group) for group in groups])
    lost = [any(is_lost(alone[line], whole) for line in group)
            for group, whole in zip(groups, wholes)]
    flagged = [is_flagged(whole) for whole in wholes]
    both = sum(a and b for a, b in zip(lost, flagged))
    singles = [is_flagged(alone[line]) for line in lines[:options.sentences]]
    print(f"{len(groups)} paragraphs of {LINES} lines: {sum(lost)} lose a line, "
          f"{sum(flagged)} have the flag, {both} both")
    print(f"precision {both / max(1, sum(flagged)):.2f}, "
          f"recall {both / max(1, sum(lost)):.2f}")
    print(f"{sum(singles)} of {len(singles)} single lines have the flag")


if __name__ == "__main__":
    main()
