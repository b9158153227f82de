"""The examples of the teacher: files, token ids, and the batches of an epoch."""

import numpy as np
import torch

from network import LONGEST
from plain_text import read


def read_weights(path):
    """Returns the weight of each source, by its name."""
    rows = [row.split("\t") for row in read(path) if not row.startswith("#")]
    return {name: float(weight) for name, weight in rows}


class Texts:
    """Examples as token ids, and the batches of an epoch."""

    def __init__(self, pieces):
        self.pieces = pieces
        self.end = pieces.eos_id()
        self.source, self.target, self.weight = [], [], []

    def tag(self, language, synthetic=False):
        names = [f">>{language}<<"] + ["<<bt>>"] * synthetic
        return [self.pieces.piece_to_id(name) for name in names]

    def encode(self, lines):
        return self.pieces.encode(lines, num_threads=16)

    def add(self, sources, targets, language, weight, synthetic=False):
        tag = self.tag(language, synthetic)
        for source, target in zip(self.encode(sources), self.encode(targets)):
            longer, shorter = max(len(source), len(target)), \
                min(len(source), len(target))
            if not shorter or longer > LONGEST - 4 or longer > 3 * shorter + 8:
                continue
            self.source.append(np.array(tag + source + [self.end], np.int32))
            self.target.append(np.array([self.end] + target + [self.end], np.int32))
            self.weight.append(weight)

    def batches(self, tokens, dice):
        """Yields lists of examples of similar length, of at most `tokens`."""
        weight = np.array(self.weight)
        times = np.floor(weight + dice.random(len(weight))).astype(int)
        chosen = np.repeat(np.arange(len(weight)), times)
        length = np.array([max(len(source), len(target)) for source, target
                           in zip(self.source, self.target)])
        chosen = chosen[np.argsort(length[chosen] + 3 * dice.random(len(chosen)))]
        batches, begin = [], 0
        while begin < len(chosen):
            size = max(1, tokens // int(length[chosen[begin]] + 4))
            batches.append(chosen[begin:begin + size])
            begin += size
        dice.shuffle(batches)
        return batches


def padded(rows):
    """Returns rows of ids as one tensor; the length is a multiple of 8."""
    length = -(-max(map(len, rows)) // 8) * 8
    result = np.zeros((len(rows), length), np.int64)
    for i, row in enumerate(rows):
        result[i, :len(row)] = row
    return torch.from_numpy(result)


class EpochData(torch.utils.data.Dataset):
    def __init__(self, texts, tokens, seed):
        self.texts = texts
        self.list = texts.batches(tokens, np.random.default_rng(seed))

    def __len__(self):
        return len(self.list)

    def __getitem__(self, i):
        return (padded([self.texts.source[k] for k in self.list[i]]),
                padded([self.texts.target[k] for k in self.list[i]]))
