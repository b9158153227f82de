"""Compares a converted native Marian model in transformers and in our engine.

usage: converted_conformance.py BUILD_DIR

BUILD_DIR has the built probes and interpres-train. Converts the model of
tests/golden/native_marian with `interpres-train convert`, and checks:

- transformers loads the directory as it is, with the positions of Marian.
- With Marian's epsilon of the layer norms (1e-6), which transformers has no key
  for, logits and scores agree to 1e-4.
- With the epsilon of transformers (1e-5), the translations of beam 1 are the
  same.

Exits non-zero on a mismatch.
"""

import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import torch
from transformers import MarianMTModel, MarianTokenizer

from checks import expect_equal, run_checks
from transformer_conformance import compare, make_pairs

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden" / "native_marian"
PAIRS = 40


def run(program, *arguments, text=None):
    done = subprocess.run([program, *map(str, arguments)], input=text,
                          text=True, capture_output=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{program}: {done.stderr.strip()}")
    return done.stdout


def texts():
    lines = (GOLDEN / "scores.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t")[0] for line in lines]


class Converted:
    def __init__(self, build, scratch):
        self.build = build
        self.directory = scratch / "converted"
        run(build / "bin/interpres-train", "convert", "--model", GOLDEN,
            "--output", self.directory)
        self.model = MarianMTModel.from_pretrained(self.directory).eval()
        self.tokenizer = MarianTokenizer.from_pretrained(self.directory)

    def positions(self):
        half = self.model.config.d_model // 2
        rates = np.exp(-np.arange(half) * np.log(10000.0) / (half - 1))
        angles = np.arange(512)[:, None] * rates
        wanted = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
        for stack in (self.model.model.encoder, self.model.model.decoder):
            got = stack.embed_positions.weight.detach().numpy()
            assert np.abs(got - wanted).max() < 1e-6

    def scores(self):
        norms = [module for module in self.model.modules()
                 if isinstance(module, torch.nn.LayerNorm)]
        assert len(norms) == 5, len(norms)
        for norm in norms:
            norm.eps = 1e-6
        try:
            differ = compare("scores", self.build / "bin/interpres-score-probe",
                             self.directory, self.model,
                             make_pairs(self.model.config, PAIRS))
        finally:
            for norm in norms:
                norm.eps = 1e-5
        expect_equal(differ, 0, "pairs that differ")

    def translations(self):
        lines = texts()
        mine = run(self.build / "bin/interpres-train", "translate", "--model",
                   self.directory, "--beam", "1",
                   text="".join(f"{line}\n" for line in lines)).splitlines()
        theirs = []
        for line in lines:
            batch = self.tokenizer([line], return_tensors="pt")
            ids = self.model.generate(**batch, num_beams=1, max_length=200)
            theirs.append(self.tokenizer.decode(ids[0],
                                                skip_special_tokens=True))
        expect_equal(mine, theirs, "translations")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as scratch:
        converted = Converted(pathlib.Path(sys.argv[1]), pathlib.Path(scratch))
        run_checks([("positions", converted.positions),
                    ("scores", converted.scores),
                    ("translations", converted.translations)])


if __name__ == "__main__":
    main()
