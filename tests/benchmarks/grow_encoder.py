#!/usr/bin/env python3
"""Adds encoder layers to a MarianMT checkpoint, for further training.

  grow_encoder.py CHECKPOINT GROWN LAYERS

GROWN is a new checkpoint with LAYERS encoder layers: behind each layer come
copies whose sublayers add nothing at first (their output matrices are zero), and
whose layer norms nearly keep the layer's output. So the grown network is worse
than the old one, but learns again within some hundred updates:

  interpres-train train --init GROWN --encoder-layers LAYERS ...

Needs numpy and safetensors from PyPI. GROWN has no golden sentences.
"""

import json
import pathlib
import shutil
import sys

import numpy as np
from safetensors.numpy import load_file, save_file

PREFIX = "model.encoder.layers."
ADDS = ("self_attn.out_proj", "fc2")  # the output matrices of the sublayers


def norm_that_keeps(tensors, layer):
    """The weight and the bias of a layer norm that nearly keeps the output of a
    layer. The output is g n + b with normalised n, so its mean over the width is
    about mean(b), and its variance mean(g^2) + var(b)."""
    gain = tensors[f"{PREFIX}{layer}.final_layer_norm.weight"].astype(np.float64)
    bias = tensors[f"{PREFIX}{layer}.final_layer_norm.bias"].astype(np.float64)
    return np.sqrt((gain ** 2).mean() + bias.var()), bias.mean()


def added_value(name, value, norm):
    """A tensor of an added layer, from the same tensor of the layer before."""
    value = value.copy()
    if name.startswith(ADDS):
        value[...] = 0
    elif name.endswith("layer_norm.weight"):
        value[...] = norm[0]
    elif name.endswith("layer_norm.bias"):
        value[...] = norm[1]
    return value


def grow(tensors, layers):
    old = 1 + max(int(name[len(PREFIX):].split(".")[0])
                  for name in tensors if name.startswith(PREFIX))
    if layers < old:
        sys.exit(f"the checkpoint has {old} encoder layers, not fewer than "
                 f"{layers}")
    names = [name[len(PREFIX) + 2:] for name in tensors
             if name.startswith(PREFIX + "0.")]
    grown = {name: value for name, value in tensors.items()
             if not name.startswith(PREFIX)}
    each, rest = divmod(layers - old, old)
    new = 0
    for layer in range(old):
        norm = norm_that_keeps(tensors, layer)
        copies = each + (layer >= old - rest)
        for copy in range(1 + copies):
            for name in names:
                value = tensors[f"{PREFIX}{layer}.{name}"]
                grown[f"{PREFIX}{new}.{name}"] = (
                    value if copy == 0 else added_value(name, value, norm))
            new += 1
    return grown


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    source, target = map(pathlib.Path, sys.argv[1:3])
    layers = int(sys.argv[3])
    grown = grow(load_file(source / "model.safetensors"), layers)
    shutil.copytree(source, target)
    config = json.loads((source / "config.json").read_text())
    config["encoder_layers"] = config["num_hidden_layers"] = layers
    (target / "config.json").write_text(json.dumps(config, indent=2) + "\n")
    card = json.loads((source / "interpres.json").read_text())
    for key in ("golden", "golden_tolerance"):
        card.pop(key, None)
    (target / "interpres.json").write_text(
        json.dumps(card, indent=2, ensure_ascii=False) + "\n")
    save_file(grown, target / "model.safetensors")
    print(f"{sum(value.size for value in grown.values())} numbers")


if __name__ == "__main__":
    main()
