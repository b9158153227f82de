#!/usr/bin/env python3
"""Speed of models in the format of Firefox, beside Bergamot and fxtranslate.

usage: firefox_speed.py [--shapes SHAPE ...] [--models DIR] [--sentences N]
                        [--rounds N] [--threads N] [--bergamot DIR] BUILD_DIR

For each shape (tiny, base-memory, base) trains a model for a few minutes with
Marian on the training texts of Tatoeba in $INTERPRES_DATA, with 32,000 pieces and
a lexical shortlist of 50 and 50 pieces, and writes its weights as Firefox
publishes them. The models translate badly: only their speed and the lengths of
sentences are meant to be real. --models keeps them for the next run.

A model of so little training repeats itself without end in some translations, which
the engines cut at different lengths. So lines are left out whose translation is
over twice as long as the line.

All engines translate N lines of Tatoeba (default 6000) from the same files, int8,
beam 1, with the shortlist, in turns; medians of N rounds (default 3). Bergamot has
three sizes of batches. Our seconds are of the process `interpres-train translate`,
less the seconds of this process for 20 lines; the others translate 20 lines before
their clock starts. The latency of a lone sentence is of 300 lines and one thread,
ours without the tokenizer (`interpres-engine-bench`). "same" is the share of these
300 translations that equal ours: in a batch, Bergamot's sentences share a shortlist.

Needs the environment of `tests/conformance/run.sh marian`, whose Python must run
this script, and for Bergamot a folder with its unpacked wheel and a link `python`
to a Python 3.10; engine_speed.sh --tables peers makes one. Without --bergamot its
rows are left out.
"""

import argparse
import collections
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy
import sentencepiece

ROOT = pathlib.Path(__file__).resolve().parents[2]
PEERS = ROOT / "tests" / "benchmarks" / "peers"
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
from bergamot_file import write_shortlist, write_weights  # noqa: E402
from marian_toys import marian  # noqa: E402

DATA = pathlib.Path(os.environ.get("INTERPRES_DATA",
                                   ROOT.parent / "shared" / "data"))
# Decoder layers, width, inner width.
SHAPES = {"tiny": (2, 256, 1536), "base-memory": (4, 384, 1536),
          "base": (2, 512, 2048)}
PIECES = 32000
FILLERS = 16000  # pieces that no text has: Tatoeba is small
UPDATES = 500
TRAINING_PAIRS = 60000
FIRST, BEST = 50, 50  # of the shortlist
ALPHA = 127 / 5.0  # activations of at most 5 keep their value
LATENCY_SENTENCES = 300
BATCH_WORDS = (512, 1024, 4096)
# Where each engine leaves its translations.
OUTPUTS = {"Interpres": "ours", "fxtranslate": "firefox_fxtranslate.py",
           "Bergamot": "firefox_bergamot.py"}


def read_lines(name, count):
    path = DATA / "tatoeba-en-es" / name
    if not path.exists():
        sys.exit(f"no {path}; set INTERPRES_DATA")
    return path.read_text("utf-8").splitlines()[:count]


def train(directory, shape, sides):
    """Makes model.npz and the vocabulary."""
    decoder_layers, width, inner = SHAPES[shape]
    vocabulary = directory / "vocab.enes.spm"
    sentencepiece.SentencePieceTrainer.train(
        input=",".join(map(str, sides)), model_prefix=str(directory / "pieces"),
        vocab_size=PIECES, bos_id=-1, eos_id=0, unk_id=1, pad_id=-1,
        user_defined_symbols=[f"<{i}>" for i in range(FILLERS)], minloglevel=2)
    (directory / "pieces.model").rename(vocabulary)
    marian("train", "--type", "transformer", "--transformer-decoder-autoreg",
           "rnn", "--dec-cell", "ssru", "--tied-embeddings-all",
           "--train-sets", *sides, "--vocabs", vocabulary, vocabulary,
           "--model", directory / "model.npz", "--overwrite", "--no-reload",
           "--dim-emb", width, "--transformer-dim-ffn", inner,
           "--transformer-heads", 8, "--enc-depth", 6, "--dec-depth",
           decoder_layers, "--transformer-ffn-activation", "relu",
           "--transformer-postprocess", "dan", "--learn-rate", "0.001",
           "--lr-warmup", 100, "--clip-norm", 1, "--mini-batch", 64,
           "--after", f"{UPDATES}u", "--save-freq", "1000000u",
           "--disp-freq", "100u", "--cpu-threads", 2, "--workspace", 512,
           "--seed", 1, "--sync-sgd", "--quiet")


def lexical_lists(pieces, sides):
    """Returns for each piece the BEST pieces by the number of lines that they share
    with it, divided by the square root of their frequency."""
    together = collections.defaultdict(collections.Counter)
    frequency = collections.Counter()
    for source, target in zip(*(path.read_text("utf-8").splitlines()
                                for path in sides)):
        targets = set(pieces.encode(target))
        frequency.update(targets)
        for piece in set(pieces.encode(source)):
            together[piece].update(targets)
    return [sorted(sorted(together[i], key=lambda piece: (
        -together[i][piece] / frequency[piece] ** 0.5, piece))[:BEST])
            for i in range(pieces.get_piece_size())]


def make_model(directory, shape):
    if (directory / "metadata.json").exists():
        return
    directory.mkdir(parents=True, exist_ok=True)
    sides = [directory / "source", directory / "target"]
    for side, language in zip(sides, ("en", "es")):
        side.write_text("".join(
            f"{line}\n" for line in read_lines(f"train.{language}",
                                               TRAINING_PAIRS)), "utf-8")
    train(directory, shape, sides)
    write_weights(directory / "model.enes.intgemm.alphas.bin",
                  numpy.load(directory / "model.npz"), ALPHA)
    pieces = sentencepiece.SentencePieceProcessor(
        model_file=str(directory / "vocab.enes.spm"))
    write_shortlist(directory / "lex.50.50.enes.s2t.bin",
                    lexical_lists(pieces, sides), FIRST, BEST)
    for leftover in (*sides, *directory.glob("model.npz*"),
                     directory / "pieces.vocab"):
        leftover.unlink(missing_ok=True)
    (directory / "metadata.json").write_text(
        '{"sourceLanguage": "en", "targetLanguage": "es"}')


class Bench:
    def __init__(self, options, scratch, model, lines):
        self.options, self.scratch = options, scratch
        self.text, self.few = scratch / "text", scratch / "few"
        self.warmup = scratch / "warmup"
        self.warmup.write_text("".join(f"{line}\n" for line in lines[:20]))
        self.use(lines)
        self.ours(model, False)
        self.use([line for line, found in zip(lines, self.output("ours"))
                  if len(found) <= 2 * len(line)][:options.sentences])
        self.ids = scratch / "ids"
        self.write_ids(model)

    def use(self, lines):
        self.lines = lines
        self.text.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        self.few.write_text("".join(
            f"{line}\n" for line in lines[:LATENCY_SENTENCES]), "utf-8")

    def output(self, name):
        return (self.scratch / name).read_text("utf-8").splitlines()

    def ours(self, model, one_at_a_time):
        if one_at_a_time:
            out = subprocess.run(
                [self.options.build / "bin" / "interpres-engine-bench",
                 "--model", model, "--input", self.ids, "--compute-type", "int8", "--beam", "1",
                 "--shortlist", "--threads", "1", "--one-at-a-time"],
                check=True, stdout=subprocess.PIPE, text=True).stdout
            return json.loads(out)
        return {"seconds": -self.process_seconds(model, self.warmup) +
                           self.process_seconds(model, self.text)}

    def process_seconds(self, model, text):
        """Leaves the translations in the file `ours`."""
        begin = time.perf_counter()
        with open(self.scratch / "ours", "w", encoding="utf-8") as found:
            subprocess.run(
                [self.options.build / "bin" / "interpres-train", "translate",
                 "--model", model, "--compute-type", "int8", "--shortlist",
                 "--beam", "1", "--threads", str(self.options.threads), text],
                check=True, stdout=found, stderr=subprocess.DEVNULL)
        return time.perf_counter() - begin

    def peer(self, python, script, model, flags, one_at_a_time):
        """Runs a script of a peer with its Python and the `flags`."""
        threads = 1 if one_at_a_time else self.options.threads
        out = subprocess.run(
            [python, PEERS / script, "--model", model, "--input",
             self.few if one_at_a_time else self.text, "--output",
             self.scratch / script, "--threads", str(threads), *flags],
            check=True, stdout=subprocess.PIPE, text=True).stdout
        return json.loads(out)

    def fxtranslate(self, model, one_at_a_time):
        return self.peer(sys.executable, "firefox_fxtranslate.py", model, [],
                         one_at_a_time)

    def bergamot(self, model, one_at_a_time, words=BATCH_WORDS[0]):
        folder = self.options.bergamot
        flags = ["--package", folder, "--batch-words", str(words),
                 *(["--one-at-a-time"] if one_at_a_time else [])]
        return self.peer(folder / "python", "firefox_bergamot.py", model, flags,
                         one_at_a_time)

    def write_ids(self, model):
        pieces = sentencepiece.SentencePieceProcessor(
            model_file=str(model / "vocab.enes.spm"))
        self.ids.write_text("".join(
            " ".join(map(str, pieces.encode(line) + [0])) + "\n"
            for line in self.lines[:LATENCY_SENTENCES]))


def measure(bench, shape, model):
    """Prints the rows of a shape."""
    engines = {"Interpres": bench.ours, "fxtranslate": bench.fxtranslate}
    if bench.options.bergamot:
        for words in BATCH_WORDS:
            engines[f"Bergamot, {words} words"] = (
                lambda model, alone, words=words: bench.bergamot(model, alone,
                                                                 words))
    seconds = collections.defaultdict(list)
    latency = collections.defaultdict(list)
    same = {}
    for _ in range(bench.options.rounds):
        for name, run in engines.items():
            seconds[name].append(run(model, False)["seconds"])
            latency[name].append(run(model, True)["p50_ms"])
            found = bench.output(OUTPUTS[name.partition(",")[0]])
            pairs = list(zip(bench.output("ours"), found))[:LATENCY_SENTENCES]
            same[name] = sum(a == b for a, b in pairs) / len(pairs)
    ours = statistics.median(seconds["Interpres"])
    alone = statistics.median(latency["Interpres"])
    for name in engines:
        median = statistics.median(seconds[name])
        one = statistics.median(latency[name])
        print(f"| {shape} | {name} | {len(bench.lines) / median:,.0f} | "
              f"{median / ours:.2f} | {one:.2f} | {alone / one:.2f} | "
              f"{same[name]:.1%} |", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--shapes", nargs="+", choices=SHAPES,
                        default=list(SHAPES))
    parser.add_argument("--models", type=pathlib.Path)
    parser.add_argument("--sentences", type=int, default=6000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--bergamot", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        models = options.models or pathlib.Path(scratch) / "models"
        for shape in options.shapes:
            make_model(models / shape, shape)
        print("| shape | engine | sentences/s | time, theirs / ours | one "
              "sentence, p50 ms | ours / theirs | same |\n"
              "|---|---|---|---|---|---|---|")
        lines = read_lines(
            "train.en", TRAINING_PAIRS + 2 * options.sentences)[TRAINING_PAIRS:]
        for shape in options.shapes:
            bench = Bench(options, pathlib.Path(scratch), models / shape, lines)
            measure(bench, shape, models / shape)


if __name__ == "__main__":
    main()
