"""Compares our reader of PyTorch's files with transformers.

usage: torch_file_conformance.py MODEL_DIR [PROBE]

MODEL_DIR is a checkpoint of ours, for its tokenizer files; PROBE is the built
interpres-score-probe (default: the one in build/release/bin).

Saves random MarianMT models as published models are saved: pytorch_model.bin as
a zip archive and in the form before PyTorch 1.6, pytorch_model.bin in parts, and
model.safetensors in parts; with tied copies and tables of positions; in float32,
float16 and bfloat16. Logits and forced-decoding scores of random pairs must
agree with transformers' to 1e-4. Exits non-zero on a mismatch.
"""

import json
import pathlib
import shutil
import sys
import tempfile

import torch
from transformers import MarianConfig, MarianMTModel

from transformer_conformance import ROOT, compare, make_pairs, random_model

NOT_OURS = ("config.json", "model.safetensors", "generation_config.json",
            "interpres.json", "tokenizer_config.json")


def save_zip(state, directory):
    torch.save(state, directory / "pytorch_model.bin")


def save_legacy(state, directory):
    torch.save(state, directory / "pytorch_model.bin",
               _use_new_zipfile_serialization=False)


def save_parts(state, directory):
    names = sorted(state)
    weight_map = {}
    for part in range(3):
        file = f"pytorch_model-{part + 1:05d}-of-00003.bin"
        mine = names[part::3]
        torch.save({name: state[name] for name in mine}, directory / file)
        weight_map.update({name: file for name in mine})
    index = {"metadata": {"total_size": 0}, "weight_map": weight_map}
    (directory / "pytorch_model.bin.index.json").write_text(json.dumps(index))


def publish(base_directory, directory, model, save):
    """A directory as models are published, with the tokenizer of another."""
    shutil.copytree(base_directory, directory)
    for name in NOT_OURS:
        (directory / name).unlink(missing_ok=True)
    pad = model.config.pad_token_id
    model.config.save_pretrained(directory)
    (directory / "generation_config.json").write_text(json.dumps({
        "bad_words_ids": [[pad]], "bos_token_id": 0, "num_beams": 4,
        "decoder_start_token_id": pad, "eos_token_id": 0,
        "forced_eos_token_id": 0, "max_length": 64, "pad_token_id": pad,
        "renormalize_logits": True}))
    (directory / "tokenizer_config.json").write_text(
        json.dumps({"source_lang": "eng", "target_lang": "spa"}))
    if save is None:
        model.save_pretrained(directory, max_shard_size="40KB")
    else:
        save(model.state_dict(), directory)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    base_directory = pathlib.Path(sys.argv[1])
    probe = (sys.argv[2] if len(sys.argv) == 3 else
             ROOT / "build/release/bin/interpres-score-probe")
    base = MarianConfig.from_pretrained(base_directory)
    cases = [
        ("zip, float32", save_zip, torch.float32),
        ("zip, float16", save_zip, torch.float16),
        ("before 1.6, float32", save_legacy, torch.float32),
        ("before 1.6, bfloat16", save_legacy, torch.bfloat16),
        ("PyTorch parts", save_parts, torch.float32),
        ("safetensors parts", None, torch.float32),
    ]
    bad = total = 0
    for seed, (name, save, dtype) in enumerate(cases):
        with tempfile.TemporaryDirectory() as scratch:
            directory = pathlib.Path(scratch) / "model"
            saved = random_model(base, "swish", (4, 4), seed).to(dtype)
            publish(base_directory, directory, saved, save)
            # Rounded weights, float32 arithmetic and positions, as ours.
            model = MarianMTModel(saved.config).eval()
            state = {key: value.float()
                     for key, value in saved.state_dict().items()
                     if "embed_positions" not in key}
            model.load_state_dict(state, strict=False)
            assert (save is not None) or (
                directory / "model.safetensors.index.json").exists()
            pairs = make_pairs(model.config, 20)
            total += len(pairs)
            bad += compare(name, probe, directory, model, pairs)
    print(f"torch_file_conformance: {total - bad} passed, {bad} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
