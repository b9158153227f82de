"""Trains a Transformer as a PyTorch user would: the peer of interpres-train.

Run by train_speed.py. torch.nn.Transformer (norm first: no, relu), one table for
source, target and output, label smoothing 0.1, Adam (fused), clipping at 1,
padded batches of similar lengths. Dropout is 0.1 for embeddings and sub-layers,
as in the paper and in interpres-train. The module's other dropouts, of attention
weights and within the feed-forward network, are disabled and cost no time.
What PyTorch offers for speed on a CPU without changing the numbers is used:
scaled dot-product attention, the causal hint, the fused optimiser, no weights of
attention. Compiling is not: with lengths that differ it made Tiny slower.

Prints `parameters N` first, then a line `update N tokens T seconds S` every
--report updates, where T are the real source and target tokens since the start,
padding not counted.
"""

import argparse
import itertools
import json
import math
import pathlib
import random
import time

import sentencepiece
import torch
from torch import nn


def flags():
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkpoint", required=True,
                        help="directory with source.spm and vocab.json")
    parser.add_argument("--source", required=True)
    parser.add_argument("--target", required=True)
    parser.add_argument("--layers", type=int, required=True)
    parser.add_argument("--d-model", type=int, required=True)
    parser.add_argument("--ffn", type=int, required=True)
    parser.add_argument("--heads", type=int, required=True)
    parser.add_argument("--batch-tokens", type=int, required=True)
    parser.add_argument("--updates", type=int, required=True)
    parser.add_argument("--report", type=int, required=True)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--max-tokens", type=int, default=256)
    parser.add_argument("--compute-type", default="float32",
                        choices=["float32", "bfloat16"])
    return parser.parse_args()


def read_ids(path, pieces, ids):
    """Lists of ids, with the end symbol, of the lines."""
    with open(path, encoding="utf-8", newline="\n") as file:
        lines = [line.rstrip("\n") for line in file]
    unknown, end = ids["<unk>"], ids["</s>"]
    return [[ids.get(piece, unknown) for piece in row] + [end]
            for row in pieces.encode(lines, out_type=str)]


def cut(pairs, batch_tokens):
    """Sorted pairs -> batches of at most `batch_tokens` on either side."""
    batches, source, target = [[]], 0, 0
    for pair in pairs:
        source += len(pair[0])
        target += len(pair[1])
        if batches[-1] and max(source, target) > batch_tokens:
            batches.append([])
            source, target = len(pair[0]), len(pair[1])
        batches[-1].append(pair)
    return batches


def endless_batches(pairs, batch_tokens, seed):
    """Batches of similar lengths, in random order, epoch after epoch."""
    rng = random.Random(seed)
    while True:
        rng.shuffle(pairs)
        # Stable: pairs of equal lengths stay shuffled.
        ordered = sorted(pairs, key=lambda p: (len(p[1]), len(p[0])))
        batches = cut(ordered, batch_tokens)
        rng.shuffle(batches)
        yield from batches


def pad(rows, padding):
    return nn.utils.rnn.pad_sequence([torch.tensor(row) for row in rows],
                                     batch_first=True, padding_value=padding)


class Translator(nn.Module):
    def __init__(self, options, vocabulary, padding):
        super().__init__()
        self.padding = padding
        self.scale = math.sqrt(options.d_model)
        self.embedding = nn.Embedding(vocabulary, options.d_model, padding)
        nn.init.normal_(self.embedding.weight, std=options.d_model ** -0.5)
        self.dropout = nn.Dropout(0.1)
        self.register_buffer("positions", self.sinusoids(
            options.max_tokens + 1, options.d_model), persistent=False)
        self.transformer = nn.Transformer(
            d_model=options.d_model, nhead=options.heads,
            num_encoder_layers=options.layers,
            num_decoder_layers=options.layers, dim_feedforward=options.ffn,
            dropout=0.1, activation="relu", batch_first=True, norm_first=False)
        for layer in itertools.chain(self.transformer.encoder.layers,
                                     self.transformer.decoder.layers):
            layer.dropout.p = 0.0  # between the two feed-forward products
            layer.self_attn.dropout = 0.0
        for layer in self.transformer.decoder.layers:
            layer.multihead_attn.dropout = 0.0
        # The paper's post-norm layers have no further norm at the end.
        self.transformer.encoder.norm = None
        self.transformer.decoder.norm = None

    @staticmethod
    def sinusoids(rows, width):
        rates = torch.exp(torch.arange(0, width, 2) * (-math.log(1e4) / width))
        angles = torch.arange(rows)[:, None] * rates
        return torch.cat([angles.sin(), angles.cos()], dim=1)

    def embed(self, ids):
        return self.dropout(self.embedding(ids) * self.scale +
                            self.positions[:ids.shape[1]])

    def forward(self, source, target):
        source_padding = source == self.padding
        mask = nn.Transformer.generate_square_subsequent_mask(target.shape[1])
        # Padding follows the sentence, so the causal mask keeps the target's
        # out of every real position.
        hidden = self.transformer(
            self.embed(source), self.embed(target), tgt_mask=mask,
            src_key_padding_mask=source_padding,
            memory_key_padding_mask=source_padding, tgt_is_causal=True)
        # Only real tokens are projected and scored: the caller's loss would
        # ignore the others.
        return hidden


def train_step(model, optimizer, batch, options):
    source = pad([pair[0] for pair in batch], model.padding)
    outputs = pad([pair[1] for pair in batch], model.padding)
    inputs = pad([[model.padding] + pair[1][:-1] for pair in batch],
                 model.padding)
    with torch.autocast("cpu", torch.bfloat16,
                        enabled=options.compute_type == "bfloat16"):
        hidden = model(source, inputs)
        real = torch.arange(outputs.shape[1]) < torch.tensor(
            [len(pair[1]) for pair in batch])[:, None]
        logits = nn.functional.linear(hidden[real], model.embedding.weight)
    loss = nn.functional.cross_entropy(logits.float(), outputs[real],
                                       label_smoothing=0.1)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss


def main():
    options = flags()
    torch.set_num_threads(options.threads)
    torch.manual_seed(1)
    directory = pathlib.Path(options.checkpoint)
    ids = json.loads((directory / "vocab.json").read_text(encoding="utf-8"))
    pieces = sentencepiece.SentencePieceProcessor(
        model_file=str(directory / "source.spm"))
    sides = [read_ids(path, pieces, ids)
             for path in (options.source, options.target)]
    pairs = [pair for pair in zip(*sides)
             if max(map(len, pair)) <= options.max_tokens]
    model = Translator(options, len(ids), ids["<pad>"])
    count = sum(parameter.numel() for parameter in model.parameters())
    print(f"parameters {count}", flush=True)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-4,
                                 betas=(0.9, 0.98), eps=1e-9, fused=True)
    tokens = 0
    begin = time.monotonic()
    batches = endless_batches(pairs, options.batch_tokens, seed=1)
    for update in range(1, options.updates + 1):
        batch = next(batches)
        loss = train_step(model, optimizer, batch, options)
        tokens += sum(len(source) + len(target) for source, target in batch)
        if update % options.report == 0:
            print(f"update {update} tokens {tokens} "
                  f"seconds {time.monotonic() - begin:.3f} "
                  f"loss {loss.item():.4f}", flush=True)


if __name__ == "__main__":
    main()
