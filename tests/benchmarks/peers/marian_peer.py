"""Translates id sequences with Marian; peer_bench.py has the flags and the report,
marian_model.py the models. --inter threads; --intra must be 1.

--compute-type is float32 or one that pymarian can convert to: intgemm8,
packed8avx2, packed8avx512.
"""

import math
import pathlib
import subprocess
import sys

import pymarian

import marian_words
import peer_bench


def converted(directory, kind):
    """The model file for a type; made at the first use."""
    plain = directory / "model.npz"
    if kind == "float32":
        return plain
    file = directory / f"model.marian-{kind}.bin"
    if not file.is_file():
        half = file.with_suffix(".half.bin")  # Marian looks at the ending
        subprocess.run([pathlib.Path(sys.executable).parent / "pymarian",
                        "convert", "-f", plain, "-t", half, "-g", kind],
                       check=True, capture_output=True)
        half.rename(file)
    return file


class Peer:
    """A translator; words instead of ids."""

    def __init__(self, options):
        if options.intra != 1:
            raise RuntimeError(f"--intra is {options.intra}; expected 1")
        self.options = options
        directory = pathlib.Path(options.model)
        vocabulary = directory / "vocab.yml"
        self.translator = pymarian.Translator(
            f"--models {converted(directory, options.compute_type)} "
            f"--vocabs {vocabulary} {vocabulary} --quiet --allow-unk "
            f"--cpu-threads {options.inter} --beam-size {options.beam} "
            f"--normalize 1 --maxi-batch 1000 --maxi-batch-sort src "
            f"--workspace {marian_words.WORKSPACE}")

    def prepare(self, ids):
        return marian_words.text(ids)

    def translate(self, sources, batches, batch_type):
        lengths = [len(source.split()) + 1 for source in sources]
        limits = {"max-length-factor": marian_words.length_factor(self.options,
                                                                  lengths),
                  "mini-batch": len(sources)}
        if batch_type == "examples":
            limits["mini-batch"] = math.ceil(len(sources) / batches)
        else:
            limits["mini-batch-words"] = math.ceil(
                peer_bench.SLACK * sum(lengths) / batches)
        return self.translator.translate(sources, **limits)

    def ids(self, result):
        return marian_words.ids(result, self.options)


if __name__ == "__main__":
    peer_bench.run(Peer, peer_bench.parser().parse_args())
