#!/usr/bin/env python3
"""Whole texts: nothing is lost, and the shape stays.

usage: whole_texts.py [--paragraphs N] [--lines N] [--model DIR] BUILD_DIR

Paragraphs: N paragraphs (default 12) of 4, 8, 12 and 20 sentences each, joined
from lines, in both directions. A sentence is lost if its own translation is not
in the translation of its paragraph, behind those of the sentences before. The
lines come from dev sets in $INTERPRES_DATA, and from the repository's own
sentences without it.

Shape: each page of docs/ is one text. Its translation has as many lines, the
same empty lines, and the same white space at both ends of each line.

Capitals: sentences in capitals (default 100) come back in capitals, translated.

The model must translate from English to Spanish and back. The last line is
`N passed, N failed`.
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
from server_process import ServerProcess  # noqa: E402

DATA = pathlib.Path(os.environ.get("INTERPRES_DATA",
                                   ROOT.parent / "shared" / "data"))
SETS = ["tatoeba-en-es/dev", "eval-en-es/newstest2012", "eval-en-es/europarl.dev"]
OWN = ROOT / "tests" / "benchmarks" / "sentences.en.txt"
LENGTHS = (4, 8, 12, 20)
ENDS = ('.', '!', '?', '."', '!"', '?"')
UNKNOWN = "\u2047"


class Translator:
    """The bundled client."""

    def __init__(self, options, server):
        self.program = options.build / "bin" / "interpres"
        self.server = server

    def results(self, lines, source):
        target = "es" if source == "en" else "en"
        command = [str(self.program), "translate", "--server",
                   self.server.address, "--from", source, "--to", target,
                   "--json"]
        done = subprocess.run(command, input="\n".join(lines) + "\n",
                              capture_output=True, text=True, check=True)
        return [json.loads(line)["translations"][0]
                for line in done.stdout.splitlines()]

    def texts(self, lines, source):
        return [result["text"] for result in self.results(lines, source)]

    def text(self, text, source):
        """Translates one text with line breaks."""
        target = "es" if source == "en" else "en"
        command = [str(self.program), "translate", "--server",
                   self.server.address, "--from", source, "--to", target,
                   "--json", text]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return json.loads(done.stdout)["translations"][0]["text"]


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


def lost(sentences, translation):
    """Counts the sentences whose translations are not there, in order."""
    place = 0
    count = 0
    for sentence in sentences:
        found = translation.find(sentence, place)
        if found < 0:
            count += 1
        else:
            place = found + len(sentence)
    return count


def check_paragraphs(translator, options):
    """Returns whether no sentence is lost."""
    print("\n| lines of | from | sentences | paragraphs | sentences lost | "
          "flags and other ends |")
    print("|---|---|---|---|---|---|")
    everything = 0
    for name, by_language in sources():
        for language, lines in by_language.items():
            usable = [line for line in lines if line.endswith(ENDS)]
            chosen = random.Random(30)
            for length in LENGTHS:
                groups = [chosen.sample(usable, length)
                          for _ in range(options.paragraphs)]
                single = translator.texts(sum(groups, []), language)
                whole = translator.results([" ".join(group) for group in groups],
                                           language)
                missing = 0
                marked = 0
                for i, result in enumerate(whole):
                    missing += lost(single[i * length:(i + 1) * length],
                                    result["text"])
                    marked += sum(
                        bool(segment.get("flags")) or
                        segment["finishReason"] != "FINISH_REASON_END_OF_SENTENCE"
                        for segment in result["segments"])
                everything += missing
                print(f"| {name} | {language} | {length} | {len(groups)} | "
                      f"{missing} of {length * len(groups)} | {marked} |",
                      flush=True)
    return everything == 0


def edges(line):
    """Returns the white space at both ends of a line."""
    return (line[:len(line) - len(line.lstrip())], line[len(line.rstrip()):])


def check_shape(translator):
    """Returns whether every page keeps its shape."""
    pages = sorted((ROOT / "docs").glob("*.md"))
    lines = 0
    wrong = 0
    for page in pages:
        text = page.read_text()
        before = text.split("\n")
        after = translator.text(text, "en").split("\n")
        lines += len(before)
        if len(before) != len(after):
            print(f"{page}: {len(before)} lines became {len(after)}")
            wrong += len(before)
            continue
        wrong += sum(edges(a) != edges(b) or (not a) != (not b) or UNKNOWN in b
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
    parser.add_argument("--lines", type=int, default=100)
    parser.add_argument("--model", type=pathlib.Path,
                        default=ROOT / "model" / "pretrained" / "en-es")
    parser.add_argument("build", type=pathlib.Path)
    options = parser.parse_args()
    with ServerProcess(options.build / "bin" / "interpres-server",
                       options.model) as server:
        translator = Translator(options, server)
        results = [check_paragraphs(translator, options),
                   check_shape(translator),
                   check_capitals(translator, options)]
    print(f"{sum(results)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
