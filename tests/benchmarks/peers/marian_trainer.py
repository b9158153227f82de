"""Trains a Transformer with Marian: a peer of interpres-train.

Run by train_speed.py. The options are those that Marian's own recipe for the
Transformer has, with the schedule and the dropout of ours; Marian's log goes to
standard error.
"""

import argparse
import sys

import _pymarian


def flags():
    parser = argparse.ArgumentParser()
    for name in ("vocabulary", "source", "target", "model"):
        parser.add_argument(f"--{name}", required=True)
    for name in ("layers", "d-model", "ffn", "heads", "batch-tokens",
                 "updates", "report", "threads"):
        parser.add_argument(f"--{name}", required=True)
    return parser.parse_args()


def main():
    options = flags()
    sys.exit(_pymarian.main([
        "train", "--type", "transformer",
        "--train-sets", options.source, options.target,
        "--vocabs", options.vocabulary, options.vocabulary,
        "--model", options.model, "--overwrite", "--no-reload",
        "--dim-emb", options.d_model, "--transformer-dim-ffn", options.ffn,
        "--transformer-heads", options.heads, "--enc-depth", options.layers,
        "--dec-depth", options.layers, "--tied-embeddings-all",
        "--transformer-dropout", "0.1", "--label-smoothing", "0.1",
        "--optimizer-params", "0.9", "0.98", "1e-9", "--clip-norm", "1",
        "--learn-rate", "0.0005", "--lr-warmup", "4000",
        "--mini-batch-words", options.batch_tokens, "--mini-batch", "1000",
        "--maxi-batch", "100", "--max-length", "256", "--sync-sgd",
        "--cpu-threads", options.threads, "--workspace", "1024",
        "--after", f"{options.updates}u", "--save-freq", "1000000u",
        "--disp-freq", f"{options.report}u", "--disp-label-counts",
        "--seed", "1"]))


if __name__ == "__main__":
    main()
