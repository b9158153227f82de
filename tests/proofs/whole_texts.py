#!/usr/bin/env python3
"""Whole texts: nothing is lost, and the shape stays.

usage: whole_texts.py [--paragraphs N] [--pages N] [--lines N] [--model DIR]
                      BUILD_DIR

Paragraphs: N paragraphs (default 12) of 4, 8, 12 and 20 lines each, in both
directions. Each line is also translated alone. Joined are the lines that share
a segment with a neighbour, because the splitter saw no boundary. Lost is a line
whose translation in the paragraph has less than half of the bytes that it has
alone, and each group of joined lines whose translation has less than three
quarters of them. Other are the lines with another translation; a server that is
batch-invariant must have none. The lines come from dev sets in $INTERPRES_DATA,
and from the repository's own sentences without it.

Shape: each page of docs/ (or the first N) is a file. Its translation has as many lines, the same
empty lines, and the same white space at both ends of each line.

Capitals: sentences in capitals (default 100) come back in capitals, translated.

The model must translate from English to Spanish and back. The last line
is `N passed, N failed`.
"""

import argparse
import pathlib
import random
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
from bundled_client import translate  # noqa: E402
from evaluation import DATA  # noqa: E402
from server_process import ServerProcess  # noqa: E402

SETS = ["tatoeba-en-es/dev", "eval-en-es/newstest2012", "eval-en-es/europarl.dev"]
OWN = ROOT / "tests" / "benchmarks" / "sentences.en.txt"
LENGTHS = (4, 8, 12, 20)
ENDS = ('.', '!', '?', '."', '!"', '?"')
UNKNOWN = "\u2047"
# A translation with a smaller share of the bytes has lost something.
SHARE_OF_LINE = 0.5
SHARE_OF_GROUP = 0.75


class Translator:
    """Translates between English and Spanish with one server."""

    def __init__(self, options, server):
        self.build = options.build
        self.server = server

    def results(self, lines, source):
        target = "es" if source == "en" else "en"
        return translate(self.build, self.server, lines, "--from", source,
                         "--to", target)

    def texts(self, lines, source):
        return [result["text"] for result in self.results(lines, source)]


def sources():
    """Returns pairs of a name and lines by language."""
    if not (DATA / SETS[0]).with_name("dev.en").exists():
        print(f"no data in {DATA}: the repository's own sentences")
        return [("own", {"en": OWN.read_text().splitlines()})]
    found = []
    for name in SETS:
        lines = {}
        for language in ("en", "es"):
            text = pathlib.Path(f"{DATA / name}.{language}").read_text()
            lines[language] = text.split("\n")
        found.append((name, lines))
    return found


def parts(translation):
    """Returns the bytes of the source and the translation of each segment."""
    target = translation["text"].encode()
    return [((segment["source"]["begin"], segment["source"]["end"]),
             target[segment["target"]["begin"]:segment["target"]["end"]])
            for segment in translation["segments"]]


class Count:
    """What happened to the lines of paragraphs."""

    def __init__(self):
        self.lines = self.joined = self.other = self.lost = self.marked = 0

    def add(self, lines, alone, whole):
        """`alone` are the translations of the lines, `whole` of the paragraph."""
        begin = end = 0
        group = []  # the translations of lines that share segments
        for line, translation in zip(lines, alone):
            end += len(line.encode())
            group.append([text for _, text in parts(translation)])
            if not any(first < end < last for (first, last), _ in parts(whole)):
                self._add_group(group, [text for (first, last), text in
                                        parts(whole) if begin <= first < end])
                begin, group = end, []
            end += 1  # the space
        assert not group
        self.marked += sum(
            bool(segment["flags"]) or
            segment["finish_reason"] != "FINISH_REASON_END_OF_SENTENCE"
            for segment in whole["segments"])

    def _add_group(self, alone, inside):
        """`alone` has the segments of each line, `inside` the group's."""
        expected = sum(alone, [])
        share = sum(map(len, inside)) / max(1, sum(map(len, expected)))
        self.lines += len(alone)
        self.joined += len(alone) if len(alone) > 1 else 0
        is_other = len(alone) == 1 and inside != expected
        self.other += is_other
        if is_other:
            print(f"other: {b' '.join(expected)!r}: {b' '.join(inside)!r}",
                  file=sys.stderr)
        is_lost = share < (SHARE_OF_LINE if len(alone) == 1 else SHARE_OF_GROUP)
        self.lost += is_lost
        if is_lost:
            print(f"lost: {share:.2f} of {b' '.join(expected)!r}: "
                  f"{b' '.join(inside)!r}", file=sys.stderr)


def check_paragraphs(translator, options):
    """Returns whether no line is lost or changed."""
    print("\n| lines of | from | lines in a paragraph | lines | lost | other | "
          "joined | flags and other ends |")
    print("|---|---|---|---|---|---|---|---|")
    good = True
    for name, by_language in sources():
        for language, lines in by_language.items():
            # A dash at the beginning is the marker of a list, unless it is in a paragraph.
            usable = [line for line in lines
                      if line.endswith(ENDS) and not line.startswith("-")]
            chosen = random.Random(30)
            for length in LENGTHS:
                groups = [chosen.sample(usable, length)
                          for _ in range(options.paragraphs)]
                alone = translator.results(sum(groups, []), language)
                whole = translator.results([" ".join(group) for group in groups],
                                           language)
                count = Count()
                for i, group in enumerate(groups):
                    count.add(group, alone[i * length:(i + 1) * length],
                              whole[i])
                good = good and count.lost == 0 and (
                    count.other == 0 or not translator.server.batch_invariant)
                print(f"| {name} | {language} | {length} | {count.lines} | "
                      f"{count.lost} | {count.other} | {count.joined} | "
                      f"{count.marked} |",
                      flush=True)
    return good


def edges(line):
    """Returns the white space at both ends of a line."""
    return (line[:len(line) - len(line.lstrip())], line[len(line.rstrip()):])


def check_shape(translator, options):
    """Returns whether every page keeps its shape."""
    pages = sorted((ROOT / "docs").glob("*.md"))[:options.pages]
    lines = 0
    wrong = 0
    for page in pages:
        before = page.read_text().splitlines()
        after = translator.texts(before, "en")
        lines += len(before)
        if len(before) != len(after):
            print(f"{page}: {len(before)} lines became {len(after)}")
            wrong += len(before)
            continue
        wrong += sum(edges(a) != edges(b) or (not a) != (not b) or
                     b.count(UNKNOWN) > a.count(UNKNOWN)
                     for a, b in zip(before, after))
    print(f"\n{len(pages)} pages with {lines} lines: {wrong} lines with another "
          "shape or an unknown piece")
    return wrong == 0


def check_capitals(translator, options):
    """Returns whether capitals are translated, into capitals."""
    lines = [line for line in OWN.read_text().splitlines() if len(line) > 30]
    lines = lines[:options.lines]
    loud = translator.texts([line.upper() for line in lines], "en")
    left = sum(a.upper() == b for a, b in zip(lines, loud))
    quiet = sum(text != text.upper() for text in loud)
    print(f"\n{len(lines)} sentences in capitals: {left} not translated, {quiet} "
          "not in capitals")
    return left == 0 and quiet == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--paragraphs", type=int, default=12)
    parser.add_argument("--pages", type=int, default=None)
    parser.add_argument("--lines", type=int, default=100)
    parser.add_argument("--model", type=pathlib.Path,
                        default=ROOT / "model" / "pretrained" / "en-es")
    parser.add_argument("build", type=pathlib.Path)
    options = parser.parse_args()
    with ServerProcess(options.build / "bin" / "interpres-server",
                       options.model) as server:
        translator = Translator(options, server)
        results = [check_paragraphs(translator, options),
                   check_shape(translator, options),
                   check_capitals(translator, options)]
    print(f"{sum(results)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
