"""Makes tests/golden/marian: a tiny MarianMT model and its logits.

usage: make_golden.py DIR

Needs torch, transformers and safetensors. DIR gets config.json,
model.safetensors as transformers saves them, and golden.safetensors with, for
every i, source.i and target.i (ids; the target starts with the start symbol)
and logits.i [target length, vocab_size], as transformers computes them for the
sentences padded into one batch. tests/model/transformer/golden_test.cc
compares ours with them.
"""

import pathlib
import random
import sys

import torch
from safetensors.torch import save_file
from transformers import MarianConfig, MarianMTModel

SEED = 20261121
VOCAB_SIZE = 61


def make_model():
    config = MarianConfig(
        vocab_size=VOCAB_SIZE, d_model=32, encoder_layers=2, decoder_layers=2,
        encoder_attention_heads=4, decoder_attention_heads=2,
        encoder_ffn_dim=44, decoder_ffn_dim=36, activation_function="gelu",
        scale_embedding=True, max_position_embeddings=40,
        pad_token_id=VOCAB_SIZE - 1, eos_token_id=0, forced_eos_token_id=None,
        decoder_start_token_id=VOCAB_SIZE - 1)
    torch.manual_seed(SEED)
    model = MarianMTModel(config).eval()
    # The default initialisation is too timid to tell a bug: wide matrices,
    # biases and gains that matter.
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "embed_positions" in name:
                continue
            if name.endswith("layer_norm.weight"):
                parameter.normal_(1.0, 0.2)
            elif parameter.dim() == 1:
                parameter.normal_(0.0, 0.2)
            else:
                parameter.normal_(0.0, parameter.shape[-1] ** -0.5 * 1.3)
        model.model.shared.weight[VOCAB_SIZE - 1].zero_()
        model.final_logits_bias.normal_(0.0, 0.2)
    return model


def make_pairs():
    rng = random.Random(SEED)

    def ids(length):
        return [rng.randrange(1, VOCAB_SIZE - 1) for _ in range(length)]

    return [(ids(n) + [0], [VOCAB_SIZE - 1] + ids(m))
            for n, m in [(5, 7), (1, 1), (17, 11), (9, 20)]]


def pad(sequences, value):
    longest = max(map(len, sequences))
    return torch.tensor([s + [value] * (longest - len(s)) for s in sequences])


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    directory = pathlib.Path(sys.argv[1])
    model = make_model()
    model.save_pretrained(directory, safe_serialization=True)
    pairs = make_pairs()
    sources = pad([source for source, _ in pairs], VOCAB_SIZE - 1)
    mask = pad([[1] * len(source) for source, _ in pairs], 0)
    targets = pad([target for _, target in pairs], VOCAB_SIZE - 1)
    with torch.no_grad():
        logits = model(input_ids=sources, attention_mask=mask,
                       decoder_input_ids=targets, use_cache=False).logits
    tensors = {}
    for i, (source, target) in enumerate(pairs):
        tensors[f"source.{i}"] = torch.tensor(source, dtype=torch.float32)
        tensors[f"target.{i}"] = torch.tensor(target, dtype=torch.float32)
        tensors[f"logits.{i}"] = logits[i, :len(target)].clone()
    save_file(tensors, directory / "golden.safetensors",
              metadata={"format": "pt"})
    # Not needed, and machine-dependent.
    (directory / "generation_config.json").unlink(missing_ok=True)


if __name__ == "__main__":
    main()
