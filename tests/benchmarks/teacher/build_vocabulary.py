#!/usr/bin/env python3
"""Builds the vocabulary of the teacher.

usage: build_vocabulary.py CORPORA MONO OUTPUT

CORPORA and MONO: the folders that train_teacher.py reads. Writes OUTPUT.model.
"""

import pathlib
import random
import sys

import sentencepiece

from texts import read, read_weights

WEIGHTS = pathlib.Path(__file__).resolve().parents[1] / "en_es_weights.tsv"


def main():
    corpora, mono, output = sys.argv[1:]
    dice, weights = random.Random(1), read_weights(WEIGHTS)
    shares = {path: 0.6 * weights.get(path.stem, 1)
              for path in sorted(pathlib.Path(corpora).glob("*.e[ns]"))}
    shares |= {path: 0.2 for path in sorted(pathlib.Path(mono).glob("mono.e[ns]"))}
    lines = [line for path, share in shares.items() for line in read(path)
             if dice.random() < share]
    dice.shuffle(lines)
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines), model_prefix=output, vocab_size=16000,
        byte_fallback=True, split_digits=True, character_coverage=0.9999,
        pad_id=0, unk_id=1, eos_id=2, bos_id=-1,
        user_defined_symbols=[">>en<<", ">>es<<", "<<bt>>"],
        input_sentence_size=500000)


if __name__ == "__main__":
    main()
