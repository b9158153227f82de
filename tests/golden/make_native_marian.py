"""Makes tests/golden/native_marian: a toy model that Marian trained, in the
layout of OPUS-MT, and Marian's scores.

usage: make_native_marian.py DIR

Needs pymarian and sentencepiece. DIR gets decoder.yml, model.npz, opus.vocab.yml,
source.spm, target.spm and scores.tsv: source, target and the sum of the
log-probabilities of the target. tests/model/engine/native_marian_test.cc reads
them.
"""

import pathlib
import shutil
import sys

import sentencepiece

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] /
                       "conformance"))

from marian_toys import Shape, encode, marian, sentences, train  # noqa: E402

SHAPE = Shape(width=32, ffn=64, heads=4, encoder_layers=1, decoder_layers=1,
              activation="gelu", updates=400, normalisation="identity")
SCORED = 12


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    directory = pathlib.Path(sys.argv[1])
    shutil.rmtree(directory, ignore_errors=True)
    train(directory, SHAPE)
    pieces = sentencepiece.SentencePieceProcessor(
        model_file=str(directory / "source.spm"))
    pairs = list(sentences(SCORED, seed=9))
    work = directory.with_suffix(".work")
    work.mkdir()
    for name, k in (("source", 0), ("target", 1)):
        (work / name).write_text("".join(encode(pieces, pair[k]) + "\n"
                                         for pair in pairs))
    vocabulary = directory / "opus.vocab.yml"
    scores = marian("score", "-m", directory / "model.npz", "-v", vocabulary,
                    vocabulary, "-t", work / "source", work / "target",
                    "--cpu-threads", 1, "--quiet").split()
    shutil.rmtree(work)
    (directory / "scores.tsv").write_text("".join(
        f"{source}\t{target}\t{score}\n"
        for (source, target), score in zip(pairs, scores, strict=True)))


if __name__ == "__main__":
    main()
