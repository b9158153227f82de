"""Lines of text, and which translations a network may learn from."""

import collections
import pathlib
import re

NUMBER = re.compile(r"\d+")
SIGNS = "@{}%$<>_/\\[]#=+"
MARKS = "–—‘’“”"
LAST_LETTER = "\u017f"  # of Latin Extended-A


def read(path):
    """Returns the lines; str.splitlines() would also cut at U+0085 or U+2028."""
    return pathlib.Path(path).read_text("utf-8").rstrip("\n").split("\n")


def is_faithful(source, translation):
    """Whether a network may learn from the translation.

    All digits and signs of the source are there, no sign is new, and the length
    is likely.
    """
    def digits(text):
        return collections.Counter("".join(NUMBER.findall(text)))

    new = {sign for sign in translation if sign > LAST_LETTER} - set(MARKS)
    longest = max(len(source), len(translation))
    shortest = min(len(source), len(translation))
    return (0 < shortest and longest <= 2.2 * shortest + 20
            and digits(source) == digits(translation)
            and all(source.count(sign) == translation.count(sign) for sign in SIGNS)
            and new <= set(source))
