#!/usr/bin/env python3
"""Divides the phrases of the training text by how well a checkpoint knows them.

usage: divide_phrases.py BUILD MODEL CORPORA [NAME=LINE ...]

CORPORA is the output of en_es_corpora.py. BUILD/bin/interpres-train translates
CORPORA/phrases both ways with MODEL. A pair is hard if one of its translations
has other words than the pair, and a chrF2 below 45, both without case.
CORPORA/phrases-hard gets the hard pairs, and CORPORA/phrases keeps the others.
CORPORA/NAME gets the pairs from LINE (1 is the first) to the LINE of the next
NAME, hard or not. train_en_es.sh --weight NAME=W then gives each of these
corpora its own weight. Needs sacrebleu, from PyPI.
"""

import os
import pathlib
import re
import subprocess
import sys

from sacrebleu.metrics import CHRF

sys.path.append(str(pathlib.Path(__file__).parent / "teacher"))
from plain_text import read  # noqa: E402 pylint: disable=wrong-import-position

LANGUAGES = ("en", "es")
LEAST_CHRF = 45.0


def translations(build, model, texts, source):
    """The translations of the phrases in the other language."""
    target = LANGUAGES[1 - LANGUAGES.index(source)]
    command = [build / "bin/interpres-train", "translate", "--model", model,
               "--source-language", source, "--target-language", target,
               "--beam", "2", "--compute-type", "int8",
               "--threads", str(os.cpu_count()), "-"]
    run = subprocess.run(command, input="".join(f"{t}\n" for t in texts),
                         stdout=subprocess.PIPE, text=True, check=True)
    return run.stdout.removesuffix("\n").split("\n")


def words_of(text):
    return re.findall(r"[^\W_]+", text.casefold())


def is_hard(chrf, translation, reference):
    if words_of(translation) == words_of(reference):
        return False
    score = chrf.sentence_score(translation.lower(), [reference.lower()])
    return score.score < LEAST_CHRF


def name_of(index, names, hard):
    """The corpus of the pair. `names` are pairs (first index, name), sorted."""
    named = [name for first, name in names if first <= index]
    return named[-1] if named else "phrases-hard" if hard else "phrases"


def main():
    if len(sys.argv) < 4 or any("=" not in part for part in sys.argv[4:]):
        sys.exit(__doc__)
    build, model, corpora = map(pathlib.Path, sys.argv[1:4])
    names = sorted((int(line) - 1, name) for name, line in
                   (part.rsplit("=", 1) for part in sys.argv[4:]))
    if (corpora / "phrases-hard.en").exists():
        sys.exit(f"{corpora} has phrases-hard.en: its phrases are divided")
    texts = {code: read(corpora / f"phrases.{code}") for code in LANGUAGES}
    chrf = CHRF()
    hard = [False] * len(texts["en"])
    for source, other in (LANGUAGES, LANGUAGES[::-1]):
        results = translations(build, model, texts[source], source)
        pairs = zip(results, texts[other], strict=True)
        hard = [was or is_hard(chrf, *pair)
                for was, pair in zip(hard, pairs, strict=True)]
    divided = {"phrases": [], "phrases-hard": []}
    for index, pair in enumerate(zip(*texts.values(), strict=True)):
        divided.setdefault(name_of(index, names, hard[index]), []).append(pair)
    for name, pairs in divided.items():
        for side, code in enumerate(LANGUAGES):
            (corpora / f"{name}.{code}").write_text(
                "".join(f"{pair[side]}\n" for pair in pairs), encoding="utf-8")
        print(f"{name}: {len(pairs)} pairs")


if __name__ == "__main__":
    main()
