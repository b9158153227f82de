"""BLEU and chrF of `interpres-train score` against sacreBLEU itself, on odd text.

usage: bleu_conformance.py PATH_OF_INTERPRES_TRAIN

The sentences are written for this check, or drawn at random from pieces that
tokenisers disagree about.
"""

import os
import random
import re
import subprocess
import sys
import tempfile

import sacrebleu
from checks import run_checks

TRAIN = sys.argv[1]

PIECES = [
    "house", "casa", "niño", "¿Qué", "¡Hola!", "l'eau", "it's", "'quoted'",
    "1,234.56", "3.14", ".5", "5.", ",5", "5,", "2-3", "-3", "3-", "10-year",
    "a-b", "--", "...", "..", ",,", ".,.", "a.b.c", "U.S.A.", "e.g.,", "&amp;",
    "&quot;x&quot;", "&lt;b&gt;", "&amp;lt;", "&", "<skipped>", "<tag/>", "[1]",
    "{x}", "x_y", "a/b", "50%", "$9.99", "€9,99", "#1", "@me", "C++", "~", "`",
    "^2", "|", "\\", "*bold*", "\u00a0", "\u3000", "\u2009", "\u200b", "\x1f",
    "\x85", "«sí»", "“so”", "日本語。", "日本、語", "привет,мир", "😀😀", "é", "e\u0301",
    "١٢٣", "１．５", "½", "x²", "\ufeff", "Ω.", "5.é", "é,5", "a\tb", "=", "a=b;c",
]

HAND = [
    ("The cat sat on the mat.", "The cat is sitting on the mat."),
    ("He paid $1,000.50 (about 900 €).", "He paid $1,000.50 (about €900)."),
    ("\"Yes\", she said - 'no'!", "&quot;Yes&quot;, she said — 'no'!"),
    ("", "An empty hypothesis."),
    ("An empty reference.", ""),
    ("   spaces   inside \t and after   ", "spaces inside and after"),
    ("x", "x"),
    ("a b c", "a b c d e f g h i j k"),
]


def drawn(count, seed):
    """Pairs that share about two thirds of their pieces."""
    rng = random.Random(seed)
    pairs = []
    for _ in range(count):
        hypothesis = [rng.choice(PIECES) for _ in range(rng.randrange(0, 14))]
        reference = [
            piece if rng.random() < 0.7 else rng.choice(PIECES)
            for piece in hypothesis if rng.random() < 0.95
        ]
        joiner = rng.choice([" ", " ", " ", "", "  "])
        pairs.append((joiner.join(hypothesis), joiner.join(reference)))
    return pairs


def ours(pairs):
    """(BLEU, chrF) by our tool."""
    with tempfile.TemporaryDirectory() as directory:
        paths = [os.path.join(directory, name) for name in ("hyp", "ref")]
        for path, lines in zip(paths, zip(*pairs)):
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write("".join(line + "\n" for line in lines))
        output = subprocess.run(
            [TRAIN, "score", "--hypothesis", paths[0], "--reference", paths[1]],
            check=True, capture_output=True, text=True).stdout
    return tuple(
        float(re.search(rf"^{name}\s+([\d.]+)", output, re.M).group(1))
        for name in ("BLEU", "chrF2"))


def expect_same(pairs, what):
    hypotheses, references = [list(side) for side in zip(*pairs)]
    theirs = (sacrebleu.corpus_bleu(hypotheses, [references]).score,
              sacrebleu.corpus_chrf(hypotheses, [references]).score)
    found = ours(pairs)
    for name, got, expected in zip(("BLEU", "chrF"), found, theirs):
        if abs(got - expected) > 1e-4:
            raise AssertionError(
                f"{what}: {name} is {got}, sacreBLEU says {expected}")


def by_hand():
    expect_same(HAND, "all pairs")
    for pair in HAND:
        expect_same([pair], repr(pair))


def piece_by_piece():
    """Every piece alone, inside a word, and at both ends of a sentence."""
    for piece in PIECES:
        expect_same([(f"one {piece} two x{piece}y 1{piece}2 three four {piece}",
                      f"one {piece} two x {piece} y 1 {piece} 2 three four {piece}")],
                    repr(piece))


def at_random():
    for seed in range(20):
        expect_same(drawn(50, seed), f"seed {seed}")


def one_reference_short():
    """A corpus in which no sentence has four words."""
    expect_same([("a b", "a b"), ("c d e", "c d e")], "no 4-grams")


def published_systems():
    """Outputs of published models, where the data is there."""
    data = os.environ.get("INTERPRES_DATA", os.path.join(
        os.path.dirname(__file__), "../../../shared/data"))
    root = os.path.join(data, "eval-en-es")
    if not os.path.isdir(os.path.join(root, "systems")):
        print("skipped: no published systems (INTERPRES_DATA)")
        return
    names = {"flores-dev": "flores.dev", "wmt12": "newstest2012"}
    for system in sorted(os.listdir(os.path.join(root, "systems"))):
        _, corpus, _, language = system.split(".")
        sides = []
        for path in (os.path.join("systems", system),
                     f"{names[corpus]}.{language}"):
            with open(os.path.join(root, path), encoding="utf-8",
                      newline="\n") as file:
                sides.append(file.read().split("\n")[:-1])
        expect_same(list(zip(*sides)), system)


run_checks([
    ("pairs by hand", by_hand),
    ("odd pieces one by one", piece_by_piece),
    ("odd pieces at random", at_random),
    ("a corpus without 4-grams", one_reference_short),
    ("published systems", published_systems),
])
