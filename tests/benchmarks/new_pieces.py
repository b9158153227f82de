#!/usr/bin/env python3
"""Gives rare pieces of a new vocabulary embeddings that train faster.

usage: new_pieces.py (--capitals | --characters OLD) MODEL OUTPUT

OUTPUT is a copy of the checkpoint MODEL with other embeddings. Further training
(--init OUTPUT) starts from there.

--capitals: A new vocabulary has pieces in capitals (HOUSE) that few texts
contain, so their embeddings carry little meaning. Each gets the embedding of
the piece in small letters (house) plus the mean difference of all these pairs,
which tells the model that the word is in capitals. Only pieces of two and more
letters change.

--characters: A single character that the vocabulary of the checkpoint OLD
cannot spell began with the mean of all embeddings (embedding_transfer.h), as
all such characters did. So the model takes them for one character until it has seen
them often. Random numbers, added to each embedding, tell them apart.
"""

import argparse
import json
import pathlib
import random
import shutil
import struct

EMBEDDING = "model.shared.weight"
SPACE = "\u2581"
NOISE = 0.6  # in units of the usual size


class Checkpoint:
    """A checkpoint directory with F16 embeddings."""

    def __init__(self, path):
        self.path = path
        self.vocabulary = json.loads((path / "vocab.json").read_text("utf-8"))
        self.data = bytearray((path / "model.safetensors").read_bytes())
        self.start = 8 + struct.unpack_from("<Q", self.data)[0]
        tensor = json.loads(self.data[8:self.start])[EMBEDDING]
        if tensor["dtype"] != "F16":
            raise SystemExit(f"{EMBEDDING} is {tensor['dtype']}; expected F16")
        self.first = self.start + tensor["data_offsets"][0]
        self.row = struct.Struct(f"<{tensor['shape'][1]}e")

    def read(self, number):
        return self.row.unpack_from(self.data,
                                    self.first + number * self.row.size)

    def write(self, number, values):
        self.row.pack_into(self.data, self.first + number * self.row.size,
                           *values)

    def save(self):
        header = json.loads(self.data[8:self.start])
        header.pop("__metadata__", None)  # it has a checksum of the old data
        text = json.dumps(header).encode()
        text += b" " * (-len(text) % 8)
        (self.path / "model.safetensors").write_bytes(
            struct.pack("<Q", len(text)) + text + self.data[self.start:])
        card = json.loads((self.path / "interpres.json").read_text("utf-8"))
        card.pop("golden", None)  # their scores have changed
        (self.path / "interpres.json").write_text(
            json.dumps(card, indent=2) + "\n", "utf-8")


def change_capitals(model):
    """Returns how many pieces changed."""
    pairs = [(number, model.vocabulary[piece.lower()])
             for piece, number in model.vocabulary.items()
             if sum(map(str.isalpha, piece)) > 1 and piece.isupper()
             and model.vocabulary.get(piece.lower(), number) != number]
    differences = [
        [a - b for a, b in zip(model.read(capital), model.read(small))]
        for capital, small in pairs]
    shift = [sum(column) / len(pairs) for column in zip(*differences)]
    for capital, small in pairs:
        model.write(capital,
                    [a + b for a, b in zip(model.read(small), shift)])
    return len(pairs)


def change_characters(model, old):
    """Returns how many pieces changed."""
    known = set("".join(old.vocabulary))
    chosen = [number for piece, number in model.vocabulary.items()
              if len(piece.removeprefix(SPACE)) == 1
              and piece.removeprefix(SPACE) not in known]
    # The first pieces are special or frequent.
    entries = len(model.vocabulary)
    sample = [model.read(number)
              for number in range(min(1000, entries // 2), min(2000, entries))]
    values = [value for row in sample for value in row]
    size = (sum(x * x for x in values) / max(1, len(values))) ** 0.5
    dice = random.Random(1)
    for number in chosen:
        model.write(number, [x + dice.gauss(0, NOISE * size)
                             for x in model.read(number)])
    return len(chosen)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    kind = parser.add_mutually_exclusive_group(required=True)
    kind.add_argument("--capitals", action="store_true")
    kind.add_argument("--characters", type=pathlib.Path, metavar="OLD")
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    options = parser.parse_args()
    shutil.copytree(options.model, options.output)
    model = Checkpoint(options.output)
    if options.capitals:
        print(f"{change_capitals(model)} pieces in capitals changed")
    else:
        old = Checkpoint(options.characters)
        print(f"{change_characters(model, old)} characters changed")
    model.save()


if __name__ == "__main__":
    main()
