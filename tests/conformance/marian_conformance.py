"""Compares native Marian models in our engine with Marian itself.

usage: marian_conformance.py BUILD_DIR

BUILD_DIR has the built probes and interpres-train. Trains toy models with
Marian (relu, swish, gelu; widths 64 and 128; with and without language tags;
self-attention and SSRU; layer norms behind and before the sublayers; one
vocabulary and one for each language) and checks for each:

- The translations of the toy's text have the scores of Marian's scorer within a
  relative 1e-5.

- Marian's translations, decoded by force, have Marian's scores within a
  relative 1e-5, from .npz, from .bin, and from the zip archive.
- Beam 1 gives Marian's tokens, except where Marian gives an empty translation,
  which our search never does.
- Beam 4 gives translations whose mean score is at most 0.01 lower than Marian's.
  The lists are not always the same: Marian narrows its beam when a hypothesis ends,
  and ends when all have ended. Our beam keeps its width, and ends with four
  translations.
- interpres-train translates text to the text of beam 4.
- `interpres-train convert` writes a MarianMT model with the same translations and
  the same scores, or refuses a model that the layout cannot state.

Hypotheses that did not end are left out, because the two limit the length of a
translation differently: only sentences whose hypotheses all end count.

Weights of float16, intgemm8 and intgemm16 agree within 1e-5 with Marian's scorer on
the same weights as float32, which numpy computes. Models that are not supported are
refused with a reason. Exits non-zero on a mismatch. Run by the Python that has
pymarian.
"""

import collections
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

import numpy
import sentencepiece

import marian_toys
from checks import expect_in, run_checks
from marian_toys import Shape, encode, marian

SENTENCES = 200
BEAM = 4
TOLERANCE = 1e-5
SAME_BEST = 0.85
LOWER_MEAN = 0.01

TIED = ("--tied-embeddings-all",)
SSRU = ("--transformer-decoder-autoreg", "rnn", "--dec-cell", "ssru")
PRE_NORM = ("--transformer-preprocess", "n", "--transformer-postprocess", "da",
            "--transformer-postprocess-top", "n")
SHAPES = {
    "swish, width 64": Shape(),
    "relu, width 128": Shape(width=128, heads=8, ffn=256, encoder_layers=1,
                             decoder_layers=2, activation="relu", updates=150),
    "gelu, width 64": Shape(activation="gelu", decoder_layers=1, updates=200),
    "tags": Shape(updates=200, decoder_layers=1),
    "SSRU": Shape(updates=250, more=(*TIED, *SSRU)),
    "SSRU, pre-norm": Shape(updates=250, more=(*TIED, *SSRU, *PRE_NORM)),
    "pre-norm": Shape(updates=250, more=(*TIED, *PRE_NORM)),
    "separate": Shape(updates=250, separate=True, more=("--tied-embeddings",)),
    "separate, not tied": Shape(updates=250, separate=True, more=SSRU),
}
# Marian quantises the separate matrix of the output layer in another order.
NOT_QUANTISED = ("separate, not tied",)
# When Marian decodes, it does not normalise the keys and values of the earlier
# tokens, which it did in training. So only the scores of its scorer agree.
ONLY_SCORES = ("pre-norm",)
# The reason why a toy cannot be converted.
NOT_CONVERTED = {"SSRU": "the decoder has an SSRU",
                 "SSRU, pre-norm": "the decoder has an SSRU",
                 "pre-norm": "the layer norms stand before the sublayers",
                 "separate": "have several embeddings",
                 "separate, not tied": "the decoder has an SSRU"}
INTGEMM = {0x10001: numpy.int8, 0x10002: numpy.int16}
TAGS = (">>deu<<", ">>spa<<")


class Vocabulary:
    """The pieces of a model and their ids."""

    def __init__(self, file):
        text = file.read_text(encoding="utf-8")
        self.ids = {}
        for line in text.splitlines():
            piece, number = line.rsplit(":", 1)
            if piece.startswith('"'):
                piece = piece[1:-1].replace('\\"', '"').replace("\\\\", "\\")
            self.ids[piece] = int(number)
        self.pieces = {number: piece for piece, number in self.ids.items()}

    def line(self, pieces):
        return " ".join(str(self.ids[piece]) for piece in pieces + ["</s>"])

    def text(self, ids):
        return " ".join(self.pieces[int(i)] for i in ids.split()
                        if int(i) != self.ids["</s>"])


def read_quantised(data):
    """The quantised matrices of a .bin file as float32, by name."""
    _, count = struct.unpack_from("<QQ", data)
    items = list(struct.iter_unpack("<QQQQ", data[16:16 + 32 * count]))
    place = 16 + 32 * count
    names, shapes, result = [], [], {}
    for length, *_ in items:
        names.append(data[place:place + length - 1].decode())
        place += length
    for _, _, dimensions, _ in items:
        shapes.append(struct.unpack_from(f"<{dimensions}i", data, place))
        place += 4 * dimensions
    place += 8 + struct.unpack_from("<Q", data, place)[0]
    for name, shape, (_, kind, _, length) in zip(names, shapes, items):
        if kind in INTGEMM:
            rows, columns = shape
            values = numpy.frombuffer(data, INTGEMM[kind], rows * columns, place)
            scale, = struct.unpack_from("<f", data, place + values.nbytes)
            result[name] = numpy.ascontiguousarray(
                values.reshape(columns, rows).T / numpy.float32(scale))
        place += length
    return result


def run(program, *arguments, text=None):
    done = subprocess.run([program, *map(str, arguments)], input=text,
                          text=True, capture_output=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{program}: {done.stderr.strip()}")
    return done.stdout


def n_best(model, sources, beam):
    """[[(score, normalised score, text)]] of Marian."""
    out = marian("decode", "-c", model / "decoder.yml", "--n-best", "-b", beam,
                 "--cpu-threads", 1, "--quiet", "--quiet-translation",
                 text="".join(f"{source}\n" for source in sources))
    lists = collections.defaultdict(list)
    for line in out.splitlines():
        number, text, score, normalised = (
            field.strip() for field in line.split("|||"))
        lists[int(number)].append(
            (float(score.split()[-1]), float(normalised), text))
    return [lists[i] for i in range(len(sources))]


def ended(score, normalised, text):
    """Whether Marian's length counts an end symbol."""
    return round(score / normalised) == len(text.split()) + 1


class Toy:
    """A trained model, its sentences and Marian's translations."""

    def __init__(self, name, build, scratch):
        self.build = build
        self.directory = scratch / name.replace(", ", "-").replace(" ", "-")
        self.reason = NOT_CONVERTED.get(name)
        tags = TAGS if name == "tags" else ()
        marian_toys.train(self.directory, SHAPES[name], tags)
        self.files = [self.directory / file
                      for file in SHAPES[name].vocabularies()]
        self.source, self.target = map(Vocabulary, self.files)
        pieces = [sentencepiece.SentencePieceProcessor(
            model_file=str(self.directory / file))
            for file in ("source.spm", "target.spm")]
        self.decode = pieces[1].decode_pieces
        pairs = list(marian_toys.sentences(SENTENCES, seed=7))
        self.texts = [source for source, _ in pairs]
        prefix = f"{tags[0]} " if tags else ""
        self.sources = [prefix + encode(pieces[0], text) for text in self.texts]
        self.targets = [encode(pieces[1], text) for _, text in pairs]
        self.n_best = n_best(self.directory, self.sources, BEAM)

    def forced(self, model, tolerance):
        """Compares scores of Marian's translations."""
        chosen = [(source, text, score)
                  for source, hypotheses in zip(self.sources, self.n_best)
                  for score, normalised, text in hypotheses
                  if ended(score, normalised, text)]
        assert len(chosen) >= 3 * SENTENCES
        return self.compare(model, [row[:2] for row in chosen],
                            [row[2] for row in chosen], tolerance)

    def compare(self, model, pairs, wanted, tolerance):
        """Compares our scores of pairs of pieces with Marian's."""
        lines = [self.source.line(source.split()) + "\t" +
                 self.target.line(target.split()) + "\n"
                 for source, target in pairs]
        with tempfile.NamedTemporaryFile() as logits:
            out = run(self.build / "bin/interpres-score-probe", model,
                      logits.name, text="".join(lines))
        scores = [float(line) for line in out.split()]
        assert len(scores) == len(wanted)
        worst = max(abs(got - want) / max(1.0, abs(want))
                    for got, want in zip(scores, wanted))
        print(f"     {len(scores)} scores, worst relative error {worst:.1e}")
        assert worst <= tolerance, worst
        return scores

    def ours(self, beam):
        """[[(normalised score, text, whether it ended)]]"""
        lines = "".join(self.source.line(source.split()) + "\n"
                        for source in self.sources)
        out = run(self.build / "bin/interpres-beam-probe", self.directory, beam,
                  1, 256, text=lines)
        rows = [line.split("\t") for line in out.splitlines()]
        end = str(self.target.ids["</s>"])
        hypotheses = [(float(row[0]), self.target.text(row[1]),
                       row[1].split()[-1:] == [end]) for row in rows]
        return [hypotheses[i:i + beam]
                for i in range(0, len(hypotheses), beam)]

    def greedy(self):
        theirs = n_best(self.directory, self.sources, 1)
        both = [(a, b) for a, b in zip(self.ours(1), theirs, strict=True)
                if a[0][2] and ended(*b[0]) and b[0][2]]
        same = sum(a[0][1] == b[0][2] for a, b in both)
        print(f"     {same} of {len(both)} translations are the same")
        assert same == len(both) >= 0.9 * SENTENCES

    def beam(self):
        same = equal_lists = count = 0
        difference = 0.0
        for mine, theirs in zip(self.ours(BEAM), self.n_best, strict=True):
            if not (all(end for _, _, end in mine) and
                    all(ended(*hypothesis) and hypothesis[2]
                        for hypothesis in theirs)):
                continue
            count += 1
            same += mine[0][1] == theirs[0][2]
            equal_lists += [text for _, text, _ in mine] == [
                text for _, _, text in theirs]
            difference += (mine[0][0] - theirs[0][1]) / SENTENCES
        print(f"     {same} of {count} best translations and {equal_lists} "
              f"lists of four are the same; mean score {difference:+.4f}")
        assert difference >= -LOWER_MEAN and same >= SAME_BEST * count
        assert count >= 0.75 * SENTENCES

    def translate(self):
        arguments = ["--model", self.directory, "--beam", BEAM]
        if ">>" in self.sources[0]:
            arguments += ["--target-language", "deu"]
        out = run(self.build / "bin/interpres-train", "translate", *arguments,
                  text="".join(f"{text}\n" for text in self.texts))
        pairs = [(line, self.decode(hypotheses[0][1].split()))
                 for line, hypotheses in
                 zip(out.splitlines(), self.ours(BEAM), strict=True)
                 if hypotheses[0][2]]
        same = sum(line == wanted for line, wanted in pairs)
        print(f"     {same} of {len(pairs)} texts are the same")
        assert same == len(pairs) >= 0.9 * SENTENCES

    def converted(self):
        """The same model in the files of MarianMT."""
        train = self.build / "bin/interpres-train"
        directory = self.directory.with_suffix(".converted")
        arguments = ["convert", "--model", self.directory, "--output", directory]
        if self.reason is not None:
            done = subprocess.run([train, *map(str, arguments)], text=True,
                                  capture_output=True, check=False)
            assert done.returncode == 1 and not directory.exists()
            expect_in(self.reason, done.stderr, "the message")
            return
        run(train, *arguments)
        found = [run(train, "translate", "--model", model, "--beam", BEAM,
                     "--nbest", BEAM, "--scores",
                     *(["--target-language", "deu"] if ">>" in self.sources[0]
                       else []),
                     text="".join(f"{text}\n" for text in self.texts))
                 for model in (self.directory, directory)]
        assert found[0] == found[1] and found[0].count("\n") >= SENTENCES
        self.compare(directory, zip(self.sources, self.targets),
                     self.marian_scores(self.directory / "model.npz"), TOLERANCE)

    def marian_scores(self, model):
        """Marian's scores of the given translations."""
        files = []
        for name, lines in (("source", self.sources), ("target", self.targets)):
            path = self.directory / f"{name}.txt"
            path.write_text("".join(f"{line}\n" for line in lines))
            files.append(path)
        out = marian("score", "-m", model, "-v", *self.files, "-t",
                     *files, "--cpu-threads", 1, "--quiet")
        for path in files:
            path.unlink()
        return [float(line.split()[-1]) for line in out.splitlines()]

    def given_translations(self):
        """Compares scores of translations that no search has found."""
        self.compare(self.directory, zip(self.sources, self.targets),
                     self.marian_scores(self.directory / "model.npz"), TOLERANCE)

    def quantised_files(self):
        """The same model with the weights of intgemm8 and intgemm16."""
        for gemm in ("intgemm8", "intgemm16"):
            model = self.directory.with_suffix(f".{gemm}")
            shutil.copytree(self.directory, model)
            marian("convert", "-f", self.directory / "model.npz", "-t",
                   model / "model.bin", "-g", gemm)
            arrays = dict(numpy.load(self.directory / "model.npz"))
            quantised = read_quantised((model / "model.bin").read_bytes())
            assert len(quantised) > 10
            numpy.savez(model / "model.npz", **(arrays | quantised))
            scores = self.marian_scores(model / "model.npz")
            (model / "model.npz").unlink()
            decoder = model / "decoder.yml"
            decoder.write_text(decoder.read_text().replace(".npz", ".bin"))
            self.compare(model, zip(self.sources, self.targets), scores,
                         TOLERANCE)

    def other_files(self):
        """The same model as .bin, in an archive, and in half precision."""
        bin_model = self.directory.with_suffix(".bin-model")
        shutil.copytree(self.directory, bin_model)
        marian("convert", "-f", self.directory / "model.npz", "-t",
               bin_model / "model.bin", "-g", "float32")
        (bin_model / "model.npz").unlink()
        decoder = bin_model / "decoder.yml"
        decoder.write_text(decoder.read_text().replace(".npz", ".bin"))
        packed = self.directory.with_suffix(".zip")
        marian_toys.archive(self.directory, packed)
        exact = self.forced(self.directory, TOLERANCE)
        assert self.forced(bin_model, TOLERANCE) == exact
        assert self.forced(packed, TOLERANCE) == exact
        half = self.directory.with_suffix(".half")
        shutil.copytree(self.directory, half)
        arrays = {name: array.astype(numpy.float16)
                  if array.dtype == numpy.float32 else array
                  for name, array in
                  numpy.load(self.directory / "model.npz").items()}
        numpy.savez_compressed(half / "model.npz", **arrays)
        # Marian reads no float16: it gets the rounded values in float32.
        rounded = self.directory.with_suffix(".rounded.npz")
        numpy.savez(rounded, **{
            name: array.astype(numpy.float32)
            if array.dtype == numpy.float16 else array
            for name, array in arrays.items()})
        self.compare(half, zip(self.sources, self.targets),
                     self.marian_scores(rounded), TOLERANCE)


REFUSED = {
    "average attention": (
        (*TIED, "--transformer-decoder-autoreg", "average-attention"),
        "transformer-decoder-autoreg is \"average-attention\""),
    "no norm behind the last layer": (
        (*TIED, *PRE_NORM[:4]), "transformer-postprocess is \"a\""),
    "trained positions": ((*TIED, "--transformer-train-position-embeddings"),
                          "transformer-train-position-embeddings is true"),
}


def refuse(name, build, scratch):
    more, message = REFUSED[name]
    directory = scratch / f"refused-{name.replace(' ', '-')}"
    marian_toys.train(directory, Shape(width=16, ffn=16, encoder_layers=1,
                                       decoder_layers=1, updates=1, more=more))
    done = subprocess.run(
        [build / "bin/interpres-train", "inspect", directory],
        text=True, capture_output=True, check=False)
    assert done.returncode != 0
    expect_in(message, done.stderr, "the message")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        checks = []
        for name in SHAPES:
            toy = Toy(name, build, scratch)
            checks += [(f"{name}: scores", toy.given_translations),
                       (f"{name}: converted", toy.converted)]
            if name not in NOT_QUANTISED:
                checks.append((f"{name}: intgemm8, intgemm16",
                               toy.quantised_files))
            if name in ONLY_SCORES:
                continue
            checks += [(f"{name}: forced decoding, every file format",
                        toy.other_files),
                       (f"{name}: beam 1", toy.greedy),
                       (f"{name}: beam 4", toy.beam),
                       (f"{name}: text", toy.translate)]
        checks += [(f"refused: {name}",
                    lambda name=name: refuse(name, build, scratch))
                   for name in REFUSED]
        run_checks(checks)


if __name__ == "__main__":
    main()
