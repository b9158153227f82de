"""Trains toy models with Marian, in the layout in which OPUS-MT publishes.

The toy languages have words of two and three syllables; a translation swaps
some neighbours and renames every word, so that a model of a minute is neither
perfect nor useless. All choices have a seed. Needs pymarian and sentencepiece;
run by the Python that has them.
"""

import dataclasses
import pathlib
import random
import subprocess
import sys
import zipfile

import sentencepiece

SYLLABLES = ["ba", "ko", "mi", "tu", "re", "sal", "no", "pi", "vek", "la"]
WORDS = 80


@dataclasses.dataclass
class Shape:
    """The network of a toy, and how long it is trained."""
    width: int = 64
    ffn: int = 128
    heads: int = 4
    encoder_layers: int = 2
    decoder_layers: int = 2
    activation: str = "swish"
    updates: int = 300
    pieces: int = 100
    normalisation: str = "nmt_nfkc"  # of SentencePiece
    more: tuple = ()  # other options of Marian
    separate: bool = False  # a vocabulary for each language

    def vocabularies(self):
        """The files of the source's and of the target's vocabulary."""
        if self.separate:
            return ["source.vocab.yml", "target.vocab.yml"]
        return ["opus.vocab.yml"] * 2


def marian(*arguments, text=None):
    """Runs a program of Marian and returns its standard output."""
    program = pathlib.Path(sys.executable).parent / "pymarian"
    run = subprocess.run([program, *map(str, arguments)], input=text, text=True,
                         capture_output=True, check=False)
    if run.returncode != 0:
        raise RuntimeError(f"pymarian {arguments[0]}: {run.stderr[-3000:]}")
    return run.stdout


def dictionary():
    """{word: its translation} of the toy languages."""
    chosen = random.Random(1)
    words = set()
    while len(words) < WORDS:
        words.add("".join(chosen.choices(SYLLABLES, k=chosen.choice((2, 3)))))
    words = sorted(words)
    return dict(zip(words, chosen.sample(words, len(words))))


def sentences(count, seed, swaps=0.1):
    """(source, target) of the toy languages. `swaps` is the chance that two
    neighbours change places."""
    renamed = dictionary()
    words = list(renamed)
    drawn = random.Random(seed)
    for _ in range(count):
        source = drawn.choices(words, k=drawn.randint(1, 12))
        target = [renamed[word] for word in source]
        for i in range(len(target) - 1):
            if drawn.random() < swaps:
                target[i], target[i + 1] = target[i + 1], target[i]
        end = drawn.choice([".", "!", "?", ""])
        yield " ".join(source) + end, " ".join(target) + end


def train_pieces(texts, shape, path):
    """Trains source.spm and returns the encoder."""
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(texts), model_prefix=str(path.with_suffix("")),
        vocab_size=shape.pieces, model_type="unigram", character_coverage=1.0,
        normalization_rule_name=shape.normalisation, minloglevel=2)
    path.with_suffix(".vocab").unlink()
    path.with_suffix("").with_suffix(".model").rename(path)
    return sentencepiece.SentencePieceProcessor(model_file=str(path))


def encode(pieces, text):
    return " ".join(pieces.encode(text, out_type=str))


def train(directory, shape, tags=()):
    """Makes a model in `directory`: decoder.yml, model.npz, the vocabularies,
    source.spm and target.spm. With tags, the source begins with one."""
    directory.mkdir(parents=True)
    pairs = list(sentences(3000, seed=2))
    pieces = train_both_pieces(pairs, shape, directory)
    lines = []
    for i, pair in enumerate(pairs):
        source, target = map(encode, pieces, pair)
        tag = f"{tags[i % len(tags)]} " if tags else ""
        lines.append((tag + source, target))
    work = directory / "work"
    work.mkdir()
    for name, k in (("source", 0), ("target", 1)):
        (work / name).write_text("".join(line[k] + "\n" for line in lines))
    texts = (["".join(line[k] + "\n" for line in lines) for k in (0, 1)]
             if shape.separate else
             ["".join(f"{source}\n{target}\n" for source, target in lines)])
    for name, text in zip(shape.vocabularies(), texts):
        (directory / name).write_text(marian("vocab", text=text))
    train_network(directory, shape)
    for leftover in directory.glob("model.npz.*"):
        leftover.unlink()
    for file in work.iterdir():
        file.unlink()
    work.rmdir()
    (directory / "decoder.yml").write_text(
        "relative-paths: true\nmodels:\n  - model.npz\nvocabs:\n" +
        "".join(f"  - {name}\n" for name in shape.vocabularies()) +
        "beam-size: 4\nnormalize: 1\n"
        "word-penalty: 0\nmini-batch: 1\nmaxi-batch: 1\n")


def train_both_pieces(pairs, shape, directory):
    """Trains source.spm and target.spm and returns the encoders."""
    files = [directory / "source.spm", directory / "target.spm"]
    if shape.separate:
        return [train_pieces(texts, shape, file)
                for texts, file in zip(zip(*pairs), files)]
    pieces = train_pieces([text for pair in pairs for text in pair], shape,
                          files[0])
    files[1].write_bytes(files[0].read_bytes())
    return [pieces, pieces]


def train_network(directory, shape):
    work = directory / "work"
    marian(
        "train", "--type", "transformer", "--train-sets", work / "source",
        work / "target", "--vocabs",
        *(directory / name for name in shape.vocabularies()), "--model",
        directory / "model.npz", "--overwrite", "--no-reload",
        "--dim-emb", shape.width, "--transformer-dim-ffn", shape.ffn,
        "--transformer-heads", shape.heads, "--enc-depth",
        shape.encoder_layers, "--dec-depth", shape.decoder_layers,
        "--transformer-ffn-activation", shape.activation,
        *(shape.more or ["--tied-embeddings-all"]),
        "--learn-rate", "0.003", "--lr-warmup", "100", "--clip-norm", "1",
        "--mini-batch", "64", "--maxi-batch", "10", "--max-length", "100",
        "--after", f"{shape.updates}u", "--save-freq", "1000000u",
        "--disp-freq", "100u", "--cpu-threads", "1", "--workspace", "256",
        "--seed", "1", "--sync-sgd", "--quiet")


def archive(directory, path, compression=zipfile.ZIP_DEFLATED):
    """Packs a model as OPUS-MT publishes it."""
    with zipfile.ZipFile(path, "w", compression) as packed:
        for file in sorted(directory.iterdir()):
            packed.write(file, file.name)
