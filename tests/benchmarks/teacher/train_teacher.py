#!/usr/bin/env python3
"""Trains a large teacher on a GPU and translates the training text with it.

usage: train_teacher.py --corpora DIR --mono DIR --vocab FILE --output DIR
                        [--dev STEM ...] [--minutes N] [--tiny]

The bundled model learned from these translations
(docs/experiments/english_spanish_teacher.md). The teacher translates in both
directions and runs in PyTorch. interpres-train distill does the same with a
teacher of interpres-train, on a CPU.

--corpora  what en_es_corpora.py writes: NAME.en, NAME.es
--mono     mono.en and mono.es, text of one language, for back-translation
--vocab    a SentencePiece model with the pieces >>en<<, >>es<< and <<bt>>, with
           the ids 0 for padding and 2 for the end; build_vocabulary.py makes one
--output   gets distilled.en-es.{en,es}, distilled.es-en.{es,en} and log.txt.
           Translations that lost a digit or sign are left out
--dev      STEM.en and STEM.es are scored with BLEU
--minutes  the time of training and translation together
--tiny     a small network, to try the script on a CPU
"""

import argparse
import pathlib
import random
import time

import sacrebleu
import sentencepiece
import torch
from torch import nn

from network import LONGEST, PAD, Teacher
from plain_text import is_faithful, read
from search import beam_search, sample
from texts import EpochData, Texts, padded, read_weights

OTHER = {"en": "es", "es": "en"}
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
BATCH_TOKENS = 32768  # of each side
RATE = 1e-3
WARMUP = 600  # updates
FIRST_SHARE = 0.33  # of the time: training without back-translations
TRAIN_SHARE = 0.74  # of the time: all training


class Run:
    """The state of a training run, and what its teacher can do."""

    def __init__(self, options, teacher, texts, log):
        self.options, self.teacher, self.texts, self.log = \
            options, teacher, texts, log
        self.begin = time.monotonic()
        self.optimiser = torch.optim.AdamW(
            teacher.parameters(), lr=1.0, betas=(0.9, 0.98), eps=1e-9,
            weight_decay=0.0, fused=DEVICE == "cuda")
        self.updates = self.epoch = 0

    def share(self):
        """Returns the share of the time that has passed."""
        return (time.monotonic() - self.begin) / (60 * self.options.minutes)

    def rate(self):
        done = min(1, self.share() / TRAIN_SHARE)
        return RATE * min(self.updates / WARMUP, 1 - 0.97 * done)

    def update(self, source, target):
        self.updates += 1
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate()
        with torch.autocast(DEVICE, torch.bfloat16):
            loss = self.teacher(source.to(DEVICE, non_blocking=True),
                                target.to(DEVICE, non_blocking=True))
        loss.backward()
        nn.utils.clip_grad_norm_(self.teacher.parameters(), 1.0)
        self.optimiser.step()
        self.optimiser.zero_grad(set_to_none=True)
        return loss

    def train(self, until):
        """Trains until this share of the time has passed."""
        self.teacher.train()
        while self.share() < until:
            self.epoch += 1
            data = EpochData(self.texts, self.options.batch_tokens, self.epoch)
            for source, target in torch.utils.data.DataLoader(
                    data, batch_size=None, pin_memory=DEVICE == "cuda",
                    num_workers=3, prefetch_factor=16):
                loss = self.update(source, target)
                if self.updates % 200 == 0:
                    self.log(f"update {self.updates} epoch {self.epoch} "
                             f"loss {loss.item():.3f} rate {self.rate():.2e}")
                if self.share() >= until:
                    return

    def translate_batch(self, rows, beam):
        source = padded(rows).to(DEVICE)
        with torch.autocast(DEVICE, torch.bfloat16):
            if beam == 0:
                ids = sample(self.teacher, source, self.texts.end, 10)
            else:
                ids = beam_search(self.teacher, source, self.texts.end, beam)
        decoded = [[k for k in row if k not in (PAD, self.texts.end)]
                   for row in ids.tolist()]
        return self.texts.pieces.decode(decoded, num_threads=16)

    def translate(self, lines, language, beam):
        """Returns the translations into `language`; beam 0 draws them."""
        self.teacher.eval()
        tag = self.texts.tag(language)
        rows = [tag + ids[:LONGEST] + [self.texts.end]
                for ids in self.texts.encode(lines)]
        order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
        tokens = self.options.batch_tokens * (4 if beam == 0 else 1)
        result = [""] * len(rows)
        while order:
            size = max(8, tokens // (len(rows[order[0]]) + 8))
            part, order = order[:size], order[size:]
            texts = self.translate_batch([rows[i] for i in part], beam)
            for i, text in zip(part, texts):
                result[i] = " ".join(text.split())
        return result

    def score(self):
        for stem in self.options.dev:
            for language in ("es", "en"):
                translations = self.translate(
                    read(f"{stem}.{OTHER[language]}"), language, 4)
                bleu = sacrebleu.corpus_bleu(
                    translations, [read(f"{stem}.{language}")])
                self.log(f"{stem} into {language}: BLEU {bleu.score:.1f}")

    def distil(self, sources, language):
        pairs = [pair for pair in zip(sources, self.translate(sources, language, 4))
                 if is_faithful(*pair)]
        stem = f"distilled.{OTHER[language]}-{language}"
        for side, name in enumerate((OTHER[language], language)):
            (self.options.output / f"{stem}.{name}").write_text(
                "".join(f"{pair[side]}\n" for pair in pairs), "utf-8")
        self.log(f"wrote {len(pairs)} of {len(sources)} pairs of {stem}")


def read_corpora(options, texts):
    """Adds the corpora to `texts`; returns the lines to distil by language."""
    weights, dice = read_weights(options.weights), random.Random(1)
    chosen = {"en": [], "es": []}
    for english in sorted(options.corpora.glob("*.en")):
        weight = weights.get(english.stem, 1)
        sides = {"en": read(english), "es": read(english.with_suffix(".es"))}
        for language in ("en", "es"):
            texts.add(sides[OTHER[language]], sides[language], language, weight)
            chosen[language] += [line for line in sides[language]
                                 if dice.random() < weight]
    return chosen


def add_back_translations(run):
    for language in ("en", "es"):  # of the real side
        lines = [line for line in read(run.options.mono / f"mono.{language}")
                 if len(line) < 400]
        synthetic = run.translate(lines, OTHER[language], 0)
        run.texts.add(synthetic, lines, language, 0.7, synthetic=True)
        run.log(f"drew {len(lines)} sources of mono.{language}")


def parse():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("corpora", "mono", "output"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--vocab", required=True)
    parser.add_argument("--weights", default=pathlib.Path(__file__).resolve()
                        .parents[1] / "en_es_weights.tsv")
    parser.add_argument("--dev", nargs="*", default=[])
    parser.add_argument("--minutes", type=float, default=24)
    parser.add_argument("--batch-tokens", type=int, default=BATCH_TOKENS)
    parser.add_argument("--tiny", action="store_true")
    return parser.parse_args()


def main():
    options = parse()
    options.output.mkdir(parents=True, exist_ok=True)
    begin = time.monotonic()
    log_file = open(options.output / "log.txt", "a", encoding="utf-8")

    def log(text):
        print(f"{time.monotonic() - begin:7.1f} {text}", file=log_file, flush=True)

    torch.manual_seed(1)
    torch.set_num_threads(2)
    texts = Texts(sentencepiece.SentencePieceProcessor(model_file=options.vocab))
    sources = read_corpora(options, texts)
    log(f"{len(texts.source)} examples")
    shape = (64, 2, (1, 1), 0.0) if options.tiny else (512, 8, (8, 6), 0.2)
    teacher = Teacher(texts.pieces.vocab_size(), *shape).to(DEVICE)
    log(f"{sum(p.numel() for p in teacher.parameters())} parameters, {DEVICE}")
    run = Run(options, teacher, texts, log)
    run.train(FIRST_SHARE)
    run.score()
    add_back_translations(run)
    run.train(TRAIN_SHARE)
    run.score()
    for language in ("en", "es"):
        run.distil(sources[OTHER[language]], language)


if __name__ == "__main__":
    main()
