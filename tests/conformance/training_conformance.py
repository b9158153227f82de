"""Compares a training pass of ours with transformers' MarianMTModel.

usage: training_conformance.py MODEL_DIR [PROBE]

MODEL_DIR is a checkpoint of ours, for its vocabulary and tokenizer; PROBE is
the built interpres-gradient-probe (default: the one in build/release/bin).
transformers saves random models of every activation; for one batch of random
pairs, without dropout, our loss and the gradient of every parameter tensor
agree with autograd's in double precision: the loss to 1e-5, no element of a
gradient off by more than 1e-4 of its tensor's largest. Exits non-zero on a
mismatch.
"""

import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

import torch
from safetensors.torch import load_file
from transformers import MarianConfig, MarianMTModel

from random_weights import randomise

SEED = 20261121
LOSS_TOLERANCE = 1e-5
GRADIENT_TOLERANCE = 1e-4
ROOT = pathlib.Path(__file__).resolve().parents[2]


def make_pairs(config, count):
    """Random (source, target), ending with the end symbol."""
    rng = random.Random(SEED)

    def ids():
        length = rng.choice([0, 1, rng.randrange(2, 20),
                             config.max_position_embeddings - 1])
        return [rng.randrange(1, config.pad_token_id)
                for _ in range(length)] + [config.eos_token_id]

    return [(ids(), ids()) for _ in range(count)]


def random_model(base, activation, heads, seed):
    torch.manual_seed(seed)
    config = MarianConfig(
        vocab_size=base.vocab_size, d_model=48, encoder_layers=2,
        decoder_layers=3, encoder_attention_heads=heads[0],
        decoder_attention_heads=heads[1], encoder_ffn_dim=100,
        decoder_ffn_dim=72, activation_function=activation,
        scale_embedding=True, max_position_embeddings=64, dropout=0.0,
        attention_dropout=0.0, activation_dropout=0.0,
        pad_token_id=base.pad_token_id, eos_token_id=base.eos_token_id,
        decoder_start_token_id=base.decoder_start_token_id,
        forced_eos_token_id=None)
    model = MarianMTModel(config)
    randomise(model, base.pad_token_id, 1.0)
    return model


def ours(probe, directory, pairs, smoothing):
    lines = "".join(" ".join(map(str, source)) + "\t" +
                    " ".join(map(str, target)) + "\n"
                    for source, target in pairs)
    file = directory / "gradients.safetensors"
    run = subprocess.run([probe, directory, str(smoothing), file], input=lines,
                         capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"{directory}: {run.stderr.strip()}")
    return [float(word) for word in run.stdout.split()], load_file(file)


def theirs(model, pairs, smoothing):
    """One sentence at a time: nothing is padded."""
    config = model.config
    loss = likelihood = 0.0
    for source, target in pairs:
        logits = model(
            input_ids=torch.tensor([source]),
            decoder_input_ids=torch.tensor(
                [[config.decoder_start_token_id] + target[:-1]]),
            use_cache=False).logits[0].clone()
        logits[:, config.pad_token_id] = -torch.inf
        log_p = logits.log_softmax(-1)
        truth = -log_p[range(len(target)), target].sum()
        # The padding symbol is the last one.
        spread = -log_p[:, :config.pad_token_id].sum() / (
            config.vocab_size - 1)
        likelihood += truth
        loss += (1.0 - smoothing) * truth + smoothing * spread
    loss.backward()
    # With tied weights, under the name that a checkpoint has.
    gradients = {name: parameter.grad
                 for name, parameter in model.named_parameters()
                 if parameter.grad is not None}
    return [loss.item(), likelihood.item()], gradients


def compare(name, got, want):
    """Returns the number of quantities that differ."""
    bad = 0
    worst = 0.0
    for what, a, b in zip(("loss", "likelihood"), got[0], want[0]):
        if not abs(a - b) <= LOSS_TOLERANCE * abs(b):
            print(f"{name}: {what}: {a}, transformers {b}")
            bad += 1
    got[1].pop("final_logits_bias")
    if got[1].keys() != want[1].keys():
        print(f"{name}: names differ: {sorted(got[1].keys() ^ want[1].keys())}")
        return bad + 1
    for key, gradient in want[1].items():
        # The gradient of a key projection's bias is zero but for rounding.
        scale = max(gradient.abs().max().item(), 0.1)
        error = (got[1][key].double() - gradient).abs().max().item() / scale
        worst = max(worst, error)
        if not error <= GRADIENT_TOLERANCE:
            print(f"{name}: gradient of {key}: relative error {error:.1e}")
            bad += 1
    print(f"{name}: loss {got[0][0]:.4f}, {len(want[1])} gradients, {bad} "
          f"differ; largest relative error {worst:.1e}")
    return bad


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    base_directory = pathlib.Path(sys.argv[1])
    probe = (sys.argv[2] if len(sys.argv) == 3 else
             ROOT / "build/release/bin/interpres-gradient-probe")
    base = MarianConfig.from_pretrained(base_directory)
    cases = [("relu", (4, 2), 0.1), ("gelu", (6, 12), 0.0),
             ("swish", (8, 3), 0.3)]
    bad = total = 0
    for seed, (activation, heads, smoothing) in enumerate(cases):
        with tempfile.TemporaryDirectory() as scratch:
            directory = pathlib.Path(scratch) / "model"
            shutil.copytree(base_directory, directory)
            for name in ("config.json", "model.safetensors",
                         "generation_config.json", "interpres.json"):
                (directory / name).unlink(missing_ok=True)
            model = random_model(base, activation, heads, seed)
            model.save_pretrained(directory)
            pairs = make_pairs(model.config, 12)
            got = ours(probe, directory, pairs, smoothing)
            want = theirs(model.double().eval(), pairs, smoothing)
            total += 2 + len(want[1])
            bad += compare(f"{activation}, heads {heads}, label smoothing "
                           f"{smoothing}", got, want)
    print(f"training_conformance: {total - bad} passed, {bad} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
