"""Compares models in the format of Firefox with Marian and with Firefox's engines.

usage: bergamot_conformance.py [--bergamot DIR] [--wasm DIR] BUILD_DIR

BUILD_DIR has interpres-train and interpres-score-probe. Trains toys with Marian
(SSRU decoder, one vocabulary or one for each language) and writes them as Firefox
publishes its models: Bergamot's int8 weights with scales of activations,
SentencePiece vocabularies, a lexical shortlist, metadata.json. Marian gets the same
rounded weights as float32. With and without the shortlist, 200 translations in
float32 are Marian's, except where Marian reached its length limit. In int8, the
logits equal the logits of bergamot_reference.py, and most of 200 translations equal
the translations of each engine: fxtranslate (Mozilla's, in Rust), Bergamot as a
library and Bergamot in WebAssembly.

--bergamot is the folder of Bergamot's unpacked wheel with a link `python`, and
--wasm is the folder where firefox/package.json is installed. Without them, the
engine is skipped. Exits non-zero on a mismatch. Run by the Python that has pymarian
and fxtranslate.
"""

import argparse
import collections
import dataclasses
import pathlib
import subprocess
import tempfile

import fxtranslate
import numpy
import sentencepiece

import marian_toys
from bergamot_file import (is_matrix, quantise, write_shortlist,
                           write_weights)
from bergamot_reference import Reference
from checks import run_checks
from marian_toys import marian

PEERS = pathlib.Path(__file__).resolve().parents[1] / "benchmarks" / "peers"
SENTENCES = 200
SAME_INT8 = 0.85  # of the sentences: the toys are not sure of their words
LENGTH_FACTOR = 3  # longest translation of Marian, in lengths of the source
ALPHA = 24.0
# With AVX2, fxtranslate adds two products in 16 bits. Products of larger integers
# may not fit.
LARGEST = 63
LOGITS = 40  # sentences whose logits are compared
HEADS, END = 4, 0
FIRST, BEST = 5, 12


@dataclasses.dataclass
class Shape:
    """The network of a toy and the files of its vocabularies."""
    decoder_layers: int
    width: int
    inner: int
    pieces: tuple = (96,)  # of each vocabulary

    def names(self):
        """The files of the source's and of the target's vocabulary."""
        if len(self.pieces) == 1:
            return ["vocab.toto.spm"] * 2
        return ["srcvocab.toto.spm", "trgvocab.toto.spm"]


# Bergamot needs a width of a multiple of 64 on some CPUs, and a vocabulary of a
# multiple of 8. The sizes of separate vocabularies differ, so that a mistaken one is an error.
SHAPES = {"tiny": Shape(2, 64, 128), "base-memory": Shape(4, 128, 256),
          "separate": Shape(2, 64, 128, pieces=(80, 96))}


def toy_sentences(count, seed):
    """Pairs without chance, so that a toy is sure of its words: the engines round
    differently, and the better of two likely words would differ."""
    return marian_toys.sentences(count, seed, swaps=0.0)


def train_pieces(file, texts, size):
    prefix = file.with_suffix("")
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(texts), model_prefix=str(prefix),
        vocab_size=size, bos_id=-1, eos_id=0, unk_id=1, pad_id=-1,
        character_coverage=1.0, minloglevel=2)
    pathlib.Path(f"{prefix}.model").rename(file)
    pathlib.Path(f"{prefix}.vocab").unlink()


def train(directory, shape, updates=800):
    """Makes model.npz and the vocabularies; returns the pairs of text."""
    directory.mkdir(parents=True)
    pairs = list(toy_sentences(3000, seed=2))
    vocabularies = [directory / name for name in shape.names()]
    if len(shape.pieces) == 1:
        train_pieces(vocabularies[0], [text for pair in pairs for text in pair],
                     shape.pieces[0])
    else:
        for file, texts, size in zip(vocabularies, zip(*pairs), shape.pieces):
            train_pieces(file, texts, size)
    sides = [directory / "source", directory / "target"]
    for side, file in enumerate(sides):
        file.write_text("".join(f"{pair[side]}\n" for pair in pairs))
    marian("train", "--type", "transformer", "--transformer-decoder-autoreg",
           "rnn", "--dec-cell", "ssru",
           *(["--tied-embeddings-all"] if len(shape.pieces) == 1
             else ["--tied-embeddings"]),
           "--train-sets", *sides, "--vocabs", *vocabularies,
           "--model", directory / "model.npz", "--overwrite", "--no-reload",
           "--dim-emb", shape.width, "--transformer-dim-ffn", shape.inner,
           "--transformer-heads", HEADS, "--enc-depth", 2, "--dec-depth",
           shape.decoder_layers, "--transformer-ffn-activation", "relu",
           "--transformer-postprocess", "dan", "--learn-rate", "0.003",
           "--lr-warmup", 100, "--clip-norm", 1, "--mini-batch", 64,
           "--after", f"{updates}u", "--save-freq", "1000000u", "--disp-freq", "400u",
           "--cpu-threads", 1, "--workspace", 256, "--seed", 1, "--sync-sgd",
           "--quiet")
    for leftover in [*directory.glob("model.npz.*"), *sides]:
        leftover.unlink()
    return pairs


def rounded(name, array):
    """The tensor with the values that the file has."""
    if not is_matrix(name):
        return array
    whole, scale = quantise(array, LARGEST)
    return whole / scale


def write_model(directory):
    """Writes model.toto.intgemm.alphas.bin, and its weights in model.npz."""
    arrays = dict(numpy.load(directory / "model.npz"))
    numpy.savez(directory / "model.npz", **{
        name: rounded(name, array) for name, array in arrays.items()})
    write_weights(directory / "model.toto.intgemm.alphas.bin", arrays, ALPHA,
                  LARGEST)


def lexical_lists(pieces, pairs):
    """Returns for each piece of the source the pieces of the target that occur most
    often with it."""
    together = collections.defaultdict(collections.Counter)
    for source, target in pairs:
        for piece in set(pieces[0].encode(source)):
            together[piece].update(set(pieces[1].encode(target)))
    return [sorted(piece for piece, _ in together[i].most_common(BEST))
            for i in range(pieces[0].get_piece_size())]


class Toy:
    def __init__(self, name, build, scratch):
        self.build, self.directory = build, scratch / name
        pairs = train(self.directory, SHAPES[name])
        self.vocabularies = [self.directory / file
                             for file in SHAPES[name].names()]
        self.pieces = [sentencepiece.SentencePieceProcessor(model_file=str(file))
                       for file in self.vocabularies]
        write_model(self.directory)
        write_shortlist(self.directory / "lex.50.50.toto.s2t.bin",
                        lexical_lists(self.pieces, pairs), FIRST, BEST)
        (self.directory / "metadata.json").write_text(
            '{"sourceLanguage": "en", "targetLanguage": "es"}')
        self.texts = [source for source, _ in
                      toy_sentences(SENTENCES, seed=7)]

    def theirs(self, shortlist):
        lists = self.directory / "lex.50.50.toto.s2t.bin"
        return marian(
            "decode", "-m", self.directory / "model.npz", "-v",
            *self.vocabularies, "-b", 1, "--normalize", 1, "--cpu-threads", 1,
            "--mini-batch", 1, "--maxi-batch", 1, "--quiet",
            "--quiet-translation",
            *(["--shortlist", lists, FIRST, BEST] if shortlist else []),
            text="".join(f"{text}\n" for text in self.texts)).splitlines()

    def ours(self, shortlist, compute_type):
        run = subprocess.run(
            [self.build / "bin/interpres-train", "translate", "--model",
             self.directory, "--compute-type", compute_type,
             *(["--shortlist"] if shortlist else [])],
            input="".join(f"{text}\n" for text in self.texts), text=True,
            capture_output=True, check=False)
        if run.returncode != 0:
            raise RuntimeError(run.stderr)
        return run.stdout.splitlines()

    def has_int8(self):
        """Whether this CPU has the instructions of int8; says so if not."""
        try:
            self.ours(False, "int8")
        except RuntimeError as error:
            if "VNNI" not in str(error):
                raise
            print("skipped: int8, for which this CPU lacks VNNI")
            return False
        return True

    def checks(self, options, int8):
        """(what, check)"""
        yield "Marian's texts", self.compare
        if not int8:
            return
        yield "logits in int8", self.compare_logits
        engines = {"fxtranslate": self.fxtranslate}
        if options.bergamot:
            engines["Bergamot"] = lambda shortlist: self.bergamot(
                options.bergamot, shortlist)
        if options.wasm:
            engines["Bergamot in WebAssembly"] = lambda shortlist: self.wasm(
                options.wasm, shortlist)
        for name, engine in engines.items():
            yield (f"{name}'s texts in int8",
                   lambda engine=engine: self.compare_int8(engine))

    def fxtranslate(self, shortlist):
        translator = fxtranslate.Translator(
            (self.directory / "model.toto.intgemm.alphas.bin").read_bytes(),
            *(file.read_bytes() for file in self.vocabularies),
            (self.directory / "lex.50.50.toto.s2t.bin").read_bytes()
            if shortlist else None)
        return [translator.translate(text) for text in self.texts]

    def bergamot(self, folder, shortlist):
        with tempfile.TemporaryDirectory() as scratch:
            text, found = (pathlib.Path(scratch) / name
                           for name in ("text", "found"))
            text.write_text("".join(f"{line}\n" for line in self.texts))
            subprocess.run(
                [folder / "python", PEERS / "firefox_bergamot.py", "--package",
                 folder, "--model", self.directory, "--input", text,
                 "--output", found, "--one-at-a-time",
                 *([] if shortlist else ["--no-shortlist"])],
                check=True, stdout=subprocess.DEVNULL)
            return found.read_text("utf-8").splitlines()

    def wasm(self, folder, shortlist):
        lists = self.directory / "lex.50.50.toto.s2t.bin"
        run = subprocess.run(
            ["node", folder / "wasm.mjs",
             self.directory / "model.toto.intgemm.alphas.bin",
             lists if shortlist else "", *dict.fromkeys(self.vocabularies)],
            input="".join(f"{text}\n" for text in self.texts), text=True,
            check=True, stdout=subprocess.PIPE)
        return run.stdout.splitlines()

    def compare_int8(self, engine):
        for shortlist in (True, False):
            pairs = list(zip(self.ours(shortlist, "int8"), engine(shortlist),
                             strict=True))
            other = [pair for pair in pairs if pair[0] != pair[1]]
            print(f"     {'with' if shortlist else 'without'} shortlist: "
                  f"{len(pairs) - len(other)} of {len(pairs)} texts are the same")
            assert len(other) <= (1 - SAME_INT8) * SENTENCES, other[:3]

    def compare_logits(self):
        arrays = dict(numpy.load(self.directory / "model.npz"))
        del arrays["special:model.yml"]
        reference = Reference(arrays, dict.fromkeys(arrays, ALPHA), HEADS,
                              LARGEST)
        pairs = [[pieces.encode(side) + [END]
                  for pieces, side in zip(self.pieces, pair)]
                 for pair in toy_sentences(LOGITS, seed=7)]
        wanted = numpy.concatenate(
            [reference.logits(*pair) for pair in pairs])
        with tempfile.NamedTemporaryFile() as logits:
            subprocess.run(
                [self.build / "bin/interpres-score-probe", self.directory,
                 logits.name, "int8"], check=True, text=True,
                stdout=subprocess.DEVNULL, input="".join(
                    "\t".join(" ".join(map(str, side)) for side in pair) + "\n"
                    for pair in pairs))
            found = numpy.fromfile(logits.name, numpy.float32)
        # The last token pads.
        found = found.reshape(len(wanted), -1)[:, :wanted.shape[1]]
        errors = numpy.abs(found - wanted)
        print(f"     {errors.size} logits: median error "
              f"{numpy.median(errors):.0e}, 90 % below "
              f"{numpy.quantile(errors, 0.9):.0e}, largest {errors.max():.0e}")
        # A value at the edge of two integers may go to either.
        assert numpy.quantile(errors, 0.9) < 1e-5

    def is_cut(self, text, translation):
        """Whether Marian's translation reached its length limit. There a toy repeats
        itself and hesitates between words."""
        source, target = (len(pieces.encode(side)) for pieces, side in
                          zip(self.pieces, (text, translation)))
        return target >= LENGTH_FACTOR * (source + 1)

    def compare(self):
        texts = {}
        for shortlist in (True, False):
            theirs = texts[shortlist] = self.theirs(shortlist)
            exact = list(zip(self.ours(shortlist, "float32"), theirs, strict=True))
            wrong = [pair for text, pair in zip(self.texts, exact)
                     if not pair[0].startswith(pair[1]) and
                     not self.is_cut(text, pair[1])]
            same = sum(a == b for a, b in exact)
            print(f"     {'with' if shortlist else 'without'} shortlist: {same} of "
                  f"{len(exact)} texts are the same")
            assert not wrong, wrong[:3]
            assert same >= 0.9 * SENTENCES
        differ = sum(a != b for a, b in zip(texts[True], texts[False]))
        print(f"     the shortlist changes {differ} texts")
        assert differ > 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--bergamot", type=pathlib.Path)
    parser.add_argument("--wasm", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    options = parser.parse_args()
    for name in ("bergamot", "wasm"):
        if not getattr(options, name):
            print(f"skipped: no --{name}")
    with tempfile.TemporaryDirectory() as scratch:
        toys = {name: Toy(name, options.build, pathlib.Path(scratch))
                for name in SHAPES}
        int8 = toys["tiny"].has_int8()
        run_checks([(f"{name}: {what}", check) for name, toy in toys.items()
                    for what, check in toy.checks(options, int8)])


if __name__ == "__main__":
    main()
