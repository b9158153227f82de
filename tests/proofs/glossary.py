#!/usr/bin/env python3
"""A made-up glossary: translations use its terms, and are no worse.

usage: glossary.py [--sentences N] [--beams N ...] [--show] [--model DIR]
                   BUILD_DIR

The first N sentences (default 500) of newstest2012 in $INTERPRES_DATA, in both
directions. A term is a pair of words that occur in the same sentences more often
than with other words (Dice's coefficient, over newstest2012 and Tatoeba's training
text). So the terms come from the references. The glossary has the pairs that the
references of the N sentences use, one translation for each word.

The table shows the share of the terms that plain translations have already, the
share that translations with the glossary use, and BLEU without and with it. The
checks: at least 99 % of the terms are used, no text continues behind its end mark,
the server reports what the texts have, and BLEU is not lower.

Needs sacrebleu; run the script with the Python of tests/conformance/run.sh. The
last line is `N passed, N failed`.
"""

import argparse
import collections
import pathlib
import re
import sys
import tempfile

import sacrebleu

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
from bundled_client import translate  # noqa: E402
from evaluation import DATA  # noqa: E402
from server_process import ServerProcess  # noqa: E402

TESTED = "eval-en-es/newstest2012"
LEARNED = "tatoeba-en-es/train"
MOST_LEARNED_LINES = 60_000
MIN_WORD = 5  # letters
MIN_DICE = 0.25
MIN_TOGETHER = 2
MIN_USED = 0.99
END_MARKS = (".", "!", "?", '"', "»", ")")
WORD = re.compile(r"[^\W\d_]+")


def lines_of(name, language):
    return (DATA / f"{name}.{language}").read_text().split("\n")[:-1]


def words_of(line):
    """Returns the words in small letters, which are no names."""
    return {word for word in WORD.findall(line)
            if len(word) >= MIN_WORD and word.islower()}


def term_pairs(sources, references):
    """Returns the nearest word of the other language for each word."""
    together = collections.Counter()
    alone = (collections.Counter(), collections.Counter())
    for source, reference in zip(sources, references):
        a, b = words_of(source), words_of(reference)
        alone[0].update(a)
        alone[1].update(b)
        together.update((x, y) for x in a for y in b)
    best = {}
    for (x, y), count in together.items():
        dice = 2 * count / (alone[0][x] + alone[1][y])
        if count >= MIN_TOGETHER and dice >= MIN_DICE:
            best[x] = max(best.get(x, (0, "")), (dice, y))
    return {x: y for x, (_, y) in best.items()}


def make_glossary(source, target, count):
    """Returns the pairs of words that the first `count` references use."""
    sources, references = (
        lines_of(TESTED, language) +
        lines_of(LEARNED, language)[:MOST_LEARNED_LINES]
        for language in (source, target))
    pairs = term_pairs(sources, references)
    used, other = collections.Counter(), collections.Counter()
    for line, reference in zip(sources[:count], references[:count]):
        for word in words_of(line):
            if word in pairs:
                kept = pairs[word] in words_of(reference)
                (used if kept else other)[word] += 1
    return {word: pairs[word] for word in used if other[word] == 0}


def has_word(text, word):
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text,
                     re.IGNORECASE) is not None


def goes_on(before, text):
    """Returns whether only `before` ends with an end mark."""
    return before.endswith(END_MARKS) and not text.endswith(END_MARKS)


def check(options, server, source, beam):
    """Prints a row. Returns what was checked, and whether it holds."""
    target = "es" if source == "en" else "en"
    glossary = make_glossary(source, target, options.sentences)
    lines = lines_of(TESTED, source)[:options.sentences]
    references = lines_of(TESTED, target)[:options.sentences]
    flags = ["--from", source, "--to", target, "--beam", str(beam)]
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as terms:
        terms.write("".join(f"{a}\t{b}\n" for a, b in glossary.items()))
        terms.flush()
        plain = translate(options.build, server, lines, *flags)
        results = translate(options.build, server, lines, *flags,
                            "--glossary", terms.name)
    entries = list(glossary.values())
    count = used = wrong = already = behind = 0
    for line, before, result in zip(lines, plain, results):
        behind += goes_on(before["text"], result["text"])
        for segment in result["segments"]:
            for term in segment["terms"]:
                word = entries[term["entry"]]
                is_used = not term["problem"]
                count += 1
                used += is_used
                already += has_word(before["text"], word)
                wrong += is_used != has_word(result["text"], word)
                if not is_used and options.show:
                    print(f"{word}: {term['problem']}: {line!r}: "
                          f"{result['text']!r}", file=sys.stderr)
    bleu = [sacrebleu.corpus_bleu([each["text"] for each in texts],
                                  [references]).score
            for texts in (plain, results)]
    print(f"| {source}-{target} | {beam} | {len(glossary)} | {count} | "
          f"{100 * already / count:.1f} % | {100 * used / count:.1f} % | "
          f"{bleu[0]:.2f} | {bleu[1]:.2f} |", flush=True)
    name = f"{source}-{target}, beam {beam}"
    return [(f"{name}: {used} of {count} terms used", used >= MIN_USED * count),
            (f"{name}: {wrong} terms reported wrongly", wrong == 0),
            (f"{name}: {behind} texts go on behind their end", behind == 0),
            (f"{name}: BLEU {bleu[1]:.2f}, without {bleu[0]:.2f}",
             bleu[1] >= bleu[0])]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sentences", type=int, default=500)
    parser.add_argument("--beams", nargs="+", type=int, default=[1, 4])
    parser.add_argument("--show", action="store_true",
                        help="print the terms that are not used")
    parser.add_argument("--model", type=pathlib.Path,
                        default=ROOT / "model" / "pretrained" / "en-es")
    parser.add_argument("build", type=pathlib.Path)
    options = parser.parse_args()
    if not (DATA / f"{TESTED}.en").exists():
        print(f"skipped: no {TESTED}.en in {DATA}; set INTERPRES_DATA")
        return 0
    print("| direction | beam | terms | uses | already there | used | BLEU "
          "without | BLEU with |\n|---|---|---|---|---|---|---|---|")
    results = []
    with ServerProcess(options.build / "bin" / "interpres-server",
                       options.model) as server:
        for beam in options.beams:
            for source in ("en", "es"):
                results += check(options, server, source, beam)
    for what, holds in results:
        print("ok  " if holds else "FAIL", what)
    failed = sum(not holds for _, holds in results)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
