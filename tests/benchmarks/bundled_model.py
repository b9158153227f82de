#!/usr/bin/env python3
"""Measures what the card of the bundled model states.

  bundled_model.py BUILD_DIR [--model DIR] [--measures NAME ...]
                   [--compute-type TYPE] [--capitals-lines N]
                   [--phrases FILE] [--examples N]

Measures, each in both directions, beam 4. The model works without the help of
the server, so nothing repairs a translation:

  scores      BLEU and chrF2 on the sets of $INTERPRES_DATA
  values      3,200 sentences a direction with a number, address, date or
              placeholder: those whose value changed
  characters  250 characters in a sentence: unknown (U+2047) or lost
  capitals    chrF2 of newstest2012 in capitals and as it is, without regard to
              case; --capitals-lines N takes the first N lines only
  server      the same for the server, which knows how to translate capitals
  paragraphs  100 times 8 sentences of Tatoeba's test set as one segment: how
              many lost the end of a sentence
  dev_phrases chrF2 of dev_phrases.tsv, without regard to case. Stages are chosen
              by these phrases; readers judge those of first_phrases.tsv
  phrases     translates first_phrases.tsv into --phrases FILE, with two empty
              columns for the verdicts of two readers

Without --measures all except phrases are measured.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / name) for name in ("proofs", "conformance")]
# pylint: disable=wrong-import-position
from bundled_client import translate as translate_by_server  # noqa: E402
from evaluation import DATA, read_lines, score  # noqa: E402
from protected_spans import (FRAMES, KINDS, NUMBER_KINDS, digits,  # noqa: E402
                             has_value, letters)
from server_process import ServerProcess  # noqa: E402

NEWSTEST = "eval-en-es/newstest2012"
SETS = {"FLORES dev": "eval-en-es/flores.dev", "newstest2012": NEWSTEST,
        "Tatoeba dev": "tatoeba-en-es/dev", "Tatoeba test": "tatoeba-en-es/test",
        "TICO-19 dev": "eval-en-es/tico19.dev"}
OTHER = {"en": "es", "es": "en"}
UNKNOWN = "\u2047"

VALUES_OF_A_KIND = 200
PLACEHOLDERS = ("%s", "%d", "%i", "%u", "%x", "%5d", "%.2f", "%1$s", "%2$d", "%%")
VALUE_KINDS = {name: KINDS[name] for name in (
    *(f"{length} digits" for length in (2, 3, 4, 6, 8, 10, 12, 16)),
    "decimal", "UUID", "URL", "e-mail", "ISO date", "date with slashes")}
VALUE_KINDS["IP address"] = lambda dice: ".".join(
    str(dice.randint(1, 254)) for _ in range(4))
VALUE_KINDS["printf"] = lambda dice: (
    f"%({letters(dice, 6)})s" if dice.random() < 0.3 else
    f"%{digits(dice, 1)}${dice.choice('sd')}" if dice.random() < 0.3 else
    dice.choice(PLACEHOLDERS))

CHARACTERS = "".join(chr(code) for code in (
    *range(0xa1, 0xad), *range(0xae, 0x132), *range(0x134, 0x13f),
    *range(0x141, 0x149), *range(0x14a, 0x17f))) + (
        "–—†‡•…€₩₹₽₿№™←↑→↓↔∂√∞≈≠≤≥●▲★☎♥♪♫✓✔")
CHARACTER_FRAMES = {"en": "The sign @ is on the door of the house.",
                    "es": "El signo @ está en la puerta de la casa."}
PARAGRAPHS = 100
SENTENCES_OF_A_PARAGRAPH = 8


class Model:
    """A checkpoint and the programs that translate with it."""

    def __init__(self, options):
        self.trainer = options.build / "bin" / "interpres-train"
        self.server = options.build / "bin" / "interpres-server"
        self.build = options.build
        self.path = options.model
        self.examples = options.examples
        self.capitals_lines = options.capitals_lines
        self.flags = ["--beam", "4", "--threads", "2", "--compute-type",
                      options.compute_type]

    def run(self, *arguments):
        done = subprocess.run([self.trainer, *map(str, arguments)],
                              stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode not in (0, 2):  # 2: named lines were too long
            sys.exit(done.returncode)
        return done.stdout

    def translate(self, lines, source):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as text:
            text.write("".join(f"{line}\n" for line in lines))
            text.flush()
            out = self.run("translate", "--model", self.path,
                           "--source-language", source, "--target-language",
                           OTHER[source], *self.flags, text.name)
        return out.removesuffix("\n").split("\n")

    def chrf(self, hypotheses, references):
        """chrF2 without regard to case."""
        return score(self.build, *([line.lower() for line in lines]
                                   for lines in (hypotheses, references)))[1]

    def show(self, what, source, translation):
        if self.examples > 0:
            self.examples -= 1
            print(f"{what}: {source!r}: {translation!r}", file=sys.stderr)


def print_row(name, *columns):
    print("| " + " | ".join((name, *columns)) + " |", flush=True)


def measure_scores(model):
    for name, stem in SETS.items():
        columns = []
        for source, target in OTHER.items():
            result = json.loads(model.run(
                "evaluate", "--model", model.path, "--json",
                "--source-language", source, "--target-language", target,
                "--source", DATA / f"{stem}.{source}",
                "--reference", DATA / f"{stem}.{target}", *model.flags))
            columns.append(f"{result['bleu']:.2f} / {result['chrf']:.2f}")
        print_row(f"{name}, BLEU / chrF2", *columns)


def measure_values(model):
    totals = []
    changed_kinds = {name: [] for name in VALUE_KINDS}
    for source in OTHER:
        values = []
        for name, make in VALUE_KINDS.items():
            dice = random.Random(f"{name} {source}")
            values += [(name, make(dice)) for _ in range(VALUES_OF_A_KIND)]
        lines = [FRAMES[source][i % len(FRAMES[source])].replace("@", value, 1)
                 for i, (_, value) in enumerate(values)]
        total = 0
        changed = dict.fromkeys(VALUE_KINDS, 0)
        for (name, value), line, found in zip(values, lines,
                                              model.translate(lines, source)):
            is_kept = (found.count(value) == 1 if name == "printf" else
                       has_value(found, value, NUMBER_KINDS.get(name, False)))
            if not is_kept:
                total += 1
                changed[name] += 1
                model.show("changed", line, found)
        totals.append(f"{total} of {len(lines)}")
        for name, count in changed.items():
            changed_kinds[name].append(str(count))
    print_row("values changed", *totals)
    for name, counts in changed_kinds.items():
        print_row(f"values changed: {name}", *counts)


def measure_characters(model):
    columns = []
    for source in OTHER:
        lines = [CHARACTER_FRAMES[source].replace("@", c) for c in CHARACTERS]
        found = model.translate(lines, source)
        unknown = sum(UNKNOWN in text for text in found)
        lost = [c for c, text in zip(CHARACTERS, found)
                if c not in text and UNKNOWN not in text]
        columns.append(f"{unknown} unknown, {len(lost)} lost of {len(lines)}")
        if lost:
            print(f"lost from {source}: {' '.join(lost)}", file=sys.stderr)
    print_row("characters", *columns)


def capitals_row(model, name, translate):
    columns = []
    for source, target in OTHER.items():
        lines = read_lines(NEWSTEST, source)[:model.capitals_lines]
        references = read_lines(NEWSTEST, target)[:model.capitals_lines]
        plain, capitals = (
            model.chrf(translate(some, source), references)
            for some in (lines, [line.upper() for line in lines]))
        columns.append(f"{capitals:.2f} of {plain:.2f} "
                       f"({capitals - plain:+.2f})")
    print_row(name, *columns)


def measure_capitals(model):
    capitals_row(model, "capitals, chrF2 without case", model.translate)


def measure_server(model):
    with ServerProcess(model.server, model.path) as server:
        capitals_row(
            model, "capitals, chrF2 without case, by the server",
            lambda lines, source: [
                answer["text"].replace("\n", " ") for answer in
                translate_by_server(
                    model.build, server, lines, "--from", source, "--to",
                    OTHER[source], "--beam", "4", "--integrity", "off",
                    "--timeout", "600")])


def count_ends(text):
    return len(re.findall(r"[.!?…]+[\"'”»)]*(?=\s|$)", text))


def measure_paragraphs(model):
    columns = []
    for source in OTHER:
        lines = [line for line in read_lines("tatoeba-en-es/test", source)
                 if re.fullmatch(r"[^.!?…\"“«:;]+[.!?]", line)]
        paragraphs = [
            " ".join(lines[i:i + SENTENCES_OF_A_PARAGRAPH]) for i in
            range(0, PARAGRAPHS * SENTENCES_OF_A_PARAGRAPH,
                  SENTENCES_OF_A_PARAGRAPH)]
        incomplete = 0
        ends = 0
        for text, found in zip(paragraphs, model.translate(paragraphs, source)):
            lost = max(0, SENTENCES_OF_A_PARAGRAPH - count_ends(found))
            ends += lost
            incomplete += lost > 0
            if lost:
                model.show("sentence ends lost", text, found)
        columns.append(f"{ends} in {incomplete} of {len(paragraphs)} paragraphs")
    print_row("sentence ends lost", *columns)


def rows_of(name):
    path = pathlib.Path(__file__).with_name(name)
    return [line.split("\t") for line in path.read_text("utf-8").splitlines()]


def measure_dev_phrases(model):
    english, spanish = zip(*rows_of("dev_phrases.tsv"))
    columns = [f"{model.chrf(model.translate(lines, source), references):.2f}"
               for source, lines, references in (("en", english, spanish),
                                                 ("es", spanish, english))]
    print_row("dev phrases, chrF2 without case", *columns)


def write_phrases(model, output):
    rows = rows_of("first_phrases.tsv")
    table = ["source\tsubject\tphrase\ttranslation\tfirst reader\tsecond reader"]
    for source in OTHER:
        chosen = [row for row in rows if row[0] == source]
        found = model.translate([row[2] for row in chosen], source)
        table += ["\t".join((*row, text, "", ""))
                  for row, text in zip(chosen, found)]
    output.write_text("\n".join(table) + "\n", "utf-8")


MEASURES = {"scores": measure_scores, "values": measure_values,
            "characters": measure_characters, "capitals": measure_capitals,
            "server": measure_server, "paragraphs": measure_paragraphs,
            "dev_phrases": measure_dev_phrases}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", type=pathlib.Path,
                        default=ROOT / "model" / "pretrained" / "en-es")
    parser.add_argument("--measures", nargs="+", choices=list(MEASURES))
    parser.add_argument("--compute-type", default="auto")
    parser.add_argument("--capitals-lines", type=int)
    parser.add_argument("--phrases", type=pathlib.Path)
    parser.add_argument("--examples", type=int, default=0,
                        help="failures to print")
    parser.add_argument("build", type=pathlib.Path)
    options = parser.parse_args()
    model = Model(options)
    if options.phrases:
        write_phrases(model, options.phrases)
    chosen = options.measures or ([] if options.phrases else MEASURES)
    if chosen:
        print_row("measure", "en-es", "es-en")
        print_row("---", "---", "---")
    for name in chosen:
        MEASURES[name](model)


if __name__ == "__main__":
    main()
