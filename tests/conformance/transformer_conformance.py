"""Compares our Transformer with transformers' MarianMTModel.

usage: transformer_conformance.py MODEL_DIR [PROBE]

MODEL_DIR is a checkpoint of ours; PROBE is the built interpres-score-probe
(default: the one in build/release/bin). Two directions:

1. transformers loads MODEL_DIR as it is;
2. we load what transformers saves: random models of every activation and
   several head counts, in F32, F16 and BF16, on MODEL_DIR's vocabulary.

In both, logits and forced-decoding scores of random pairs agree to 1e-4
(relative to the score above 1). Exits non-zero on a mismatch.
"""

import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

import numpy as np
import torch
from transformers import MarianConfig, MarianMTModel

from random_weights import randomise

SEED = 20261121
TOLERANCE = 1e-4
ROOT = pathlib.Path(__file__).resolve().parents[2]


def make_pairs(config, count):
    """Random (source, target), ending with the end symbol."""
    rng = random.Random(SEED)
    longest = min(config.max_position_embeddings, 60)

    def ids():
        length = rng.choice([1, 2, rng.randrange(3, longest), longest - 1])
        tokens = [rng.randrange(config.vocab_size) for _ in range(length)]
        tokens = [t for t in tokens if t not in (config.pad_token_id,
                                                 config.eos_token_id)]
        return tokens + [config.eos_token_id]

    return [(ids(), ids()) for _ in range(count)]


def ours(probe, directory, pairs, vocab_size):
    lines = "".join(" ".join(map(str, source)) + "\t" +
                    " ".join(map(str, target)) + "\n"
                    for source, target in pairs)
    with tempfile.TemporaryDirectory() as scratch:
        logits_file = pathlib.Path(scratch) / "logits"
        run = subprocess.run([probe, directory, logits_file], input=lines,
                             capture_output=True, text=True, check=False)
        if run.returncode != 0:
            sys.exit(f"{directory}: {run.stderr.strip()}")
        flat = np.fromfile(logits_file, dtype="<f4").reshape(-1, vocab_size)
    scores = [float(line) for line in run.stdout.split()]
    logits, first = [], 0
    for _, target in pairs:
        logits.append(flat[first:first + len(target)])
        first += len(target)
    assert first == len(flat) and len(scores) == len(pairs)
    return logits, scores


def theirs(model, pairs, suppressed):
    """Sentences padded into batches of 5 and masked."""
    pad_id = model.config.pad_token_id
    start = model.config.decoder_start_token_id

    def pad(sequences, value):
        longest = max(map(len, sequences))
        return torch.tensor([s + [value] * (longest - len(s))
                             for s in sequences])

    logits, scores = [], []
    for first in range(0, len(pairs), 5):
        group = pairs[first:first + 5]
        with torch.no_grad():
            out = model(
                input_ids=pad([s for s, _ in group], pad_id),
                attention_mask=pad([[1] * len(s) for s, _ in group], 0),
                decoder_input_ids=pad([[start] + t[:-1] for _, t in group],
                                      pad_id),
                use_cache=False).logits
        for row, (_, target) in zip(out, group):
            row = row[:len(target)]
            logits.append(row.numpy())
            masked = row.double().clone()
            masked[:, suppressed] = -torch.inf
            log_p = masked.log_softmax(-1)
            scores.append(log_p[range(len(target)), target].sum().item())
    return logits, scores


def compare(name, probe, directory, model, pairs, suppressed=None):
    """Returns the number of pairs that differ. A translation has no token of
    `suppressed`, which is the padding by default."""
    suppressed = suppressed or [model.config.pad_token_id]
    got_logits, got_scores = ours(probe, directory, pairs,
                                  model.config.vocab_size)
    want_logits, want_scores = theirs(model, pairs, suppressed)
    worst_logit = worst_score = bad = 0
    for i in range(len(pairs)):
        logit = float(np.abs(got_logits[i] - want_logits[i]).max())
        score = abs(got_scores[i] - want_scores[i]) / max(
            1.0, abs(want_scores[i]))
        worst_logit, worst_score = max(worst_logit, logit), max(worst_score,
                                                                score)
        bad += not (logit <= TOLERANCE and score <= TOLERANCE)
    print(f"{name}: {len(pairs)} pairs, {bad} differ; largest difference: "
          f"logits {worst_logit:.1e}, scores {worst_score:.1e}")
    return bad


def random_model(base, activation, heads, seed):
    torch.manual_seed(seed)
    config = MarianConfig(
        vocab_size=base.vocab_size, d_model=48, encoder_layers=2,
        decoder_layers=3, encoder_attention_heads=heads[0],
        decoder_attention_heads=heads[1], encoder_ffn_dim=100,
        decoder_ffn_dim=72, activation_function=activation,
        scale_embedding=seed % 2 == 0, max_position_embeddings=64,
        pad_token_id=base.pad_token_id, eos_token_id=base.eos_token_id,
        decoder_start_token_id=base.decoder_start_token_id,
        forced_eos_token_id=None)
    model = MarianMTModel(config).eval()
    randomise(model, base.pad_token_id, 1.3)
    with torch.no_grad():
        model.final_logits_bias.normal_(0.0, 0.2)
        model.final_logits_bias[:, base.pad_token_id] = 0.0
    return model


def check_saved_by_transformers(probe, base_directory, base):
    cases = [("relu", (1, 1)), ("relu", (4, 2)), ("gelu", (6, 12)),
             ("gelu", (3, 3)), ("swish", (8, 4)), ("swish", (2, 16))]
    types = [torch.float32, torch.float16, torch.bfloat16]
    bad = total = 0
    for seed, (activation, heads) in enumerate(cases):
        with tempfile.TemporaryDirectory() as scratch:
            # The tokenizer's files come from MODEL_DIR.
            directory = pathlib.Path(scratch) / "model"
            shutil.copytree(base_directory, directory)
            for name in ("config.json", "model.safetensors",
                         "generation_config.json", "interpres.json"):
                (directory / name).unlink(missing_ok=True)
            dtype = types[seed % 3]
            random_model(base, activation, heads, seed).to(
                dtype).save_pretrained(directory)
            # Rounded weights, float32 arithmetic and positions, as ours.
            model = MarianMTModel.from_pretrained(
                directory, dtype=torch.float32).eval()
            pairs = make_pairs(model.config, 20)
            total += len(pairs)
            bad += compare(
                f"saved by transformers, {activation}, heads {heads}, "
                f"{str(dtype).removeprefix('torch.')}",
                probe, directory, model, pairs)
    return bad, total


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    directory = pathlib.Path(sys.argv[1])
    probe = (sys.argv[2] if len(sys.argv) == 3 else
             ROOT / "build/release/bin/interpres-score-probe")
    model, report = MarianMTModel.from_pretrained(
        directory, dtype=torch.float32, output_loading_info=True)
    model.eval()
    unused = {key: value for key, value in report.items()
              if value and key != "missing_keys"}
    missing = [key for key in report["missing_keys"]
               if "embed_positions" not in key and "embed_tokens" not in key
               and key != "lm_head.weight"]
    if unused or missing:
        sys.exit(f"{directory}: transformers reports {unused}, missing "
                 f"{missing}")
    pairs = make_pairs(model.config, 50)
    bad = compare("loaded by transformers", probe, directory, model, pairs)
    more_bad, more = check_saved_by_transformers(probe, directory,
                                                 model.config)
    bad += more_bad
    total = len(pairs) + more
    print(f"transformer_conformance: {total - bad} passed, {bad} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
