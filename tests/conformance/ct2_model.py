"""Checkpoints of ours as CTranslate2 models, and sentences as it takes them.

Shared by the conformance checks and the benchmarks.
"""

import json
import pathlib
import shutil
import tempfile

import ctranslate2
import sentencepiece
import torch
from transformers import MarianMTModel
from transformers.utils import logging

logging.disable_progress_bar()

TEXT_FILES = ("vocab.json", "source.spm", "target.spm",
              "tokenizer_config.json")


def copy_tokenizer(source, destination):
    """The files of a checkpoint that depend on its vocabulary alone."""
    for name in TEXT_FILES:
        shutil.copy(source / name, destination / name)


def convert(checkpoint, output, quantization=None):
    """Converts with CTranslate2's own converter, the table of positions taken
    from transformers. Everything is float32 before it is quantised: from a
    checkpoint stored in 16 bits the converter would round the positions too.
    """
    checkpoint = pathlib.Path(checkpoint)
    with tempfile.TemporaryDirectory() as scratch:
        wide = pathlib.Path(scratch)
        MarianMTModel.from_pretrained(
            checkpoint, dtype=torch.float32).save_pretrained(wide)
        copy_tokenizer(checkpoint, wide)
        ctranslate2.converters.TransformersConverter(str(wide)).convert(
            str(output), quantization=quantization)


class Pieces:
    """Texts to ids of a checkpoint, ids to the pieces that CTranslate2 reads,
    and back."""

    def __init__(self, checkpoint):
        checkpoint = pathlib.Path(checkpoint)
        self.ids = json.loads((checkpoint / "vocab.json")
                              .read_text(encoding="utf-8"))
        self.pieces = {i: piece for piece, i in self.ids.items()}
        self._split, self._split_target = (
            sentencepiece.SentencePieceProcessor(
                model_file=str(checkpoint / name)).encode
            for name in ("source.spm", "target.spm"))

    def source(self, text, tag):
        """[tag] pieces </s>, as ids."""
        pieces = [tag] + self._split(text, out_type=str) + ["</s>"]
        return [self.ids.get(piece, self.ids["<unk>"]) for piece in pieces]

    def target(self, text):
        """pieces of the beginning of a translation, as ids."""
        pieces = self._split_target(text, out_type=str)
        return [self.ids[piece] for piece in pieces]

    def of(self, ids):
        return [self.pieces[i] for i in ids]

    def to_ids(self, pieces):
        return [self.ids[piece] for piece in pieces]
