#!/usr/bin/env python3
"""Writes the weighted mean of two checkpoints of the same shape.

usage: mean_of_models.py FIRST SECOND SHARE OUTPUT

FIRST and SECOND are checkpoints whose weights are in F16. OUTPUT is a new
directory. It gets the files of FIRST, with the weights SHARE * FIRST + (1 -
SHARE) * SECOND. SHARE is a number from 0 to 1. Needs numpy and safetensors, from
PyPI.
"""

import pathlib
import shutil
import sys

import numpy as np
from safetensors.numpy import load_file, save_file

WEIGHTS = "model.safetensors"


def shapes(tensors):
    return {name: (tensor.dtype, tensor.shape)
            for name, tensor in tensors.items()}


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    first, second = map(pathlib.Path, sys.argv[1:3])
    share, output = float(sys.argv[3]), pathlib.Path(sys.argv[4])
    if not 0.0 <= share <= 1.0:
        sys.exit(f"SHARE is {share}; expected a number from 0 to 1")
    tensors, others = load_file(first / WEIGHTS), load_file(second / WEIGHTS)
    if shapes(tensors) != shapes(others):
        sys.exit(f"{first} and {second} have different tensors; expected two "
                 "checkpoints of one network")
    if any(tensor.dtype != np.float16 for tensor in tensors.values()):
        sys.exit(f"{first} has weights that are not in F16; expected F16, which "
                 "interpres-train train writes")
    means = {name: (share * tensor.astype(np.float64) + (1.0 - share) *
                    others[name].astype(np.float64)).astype(np.float16)
             for name, tensor in tensors.items()}
    shutil.copytree(first, output)
    save_file(means, output / WEIGHTS, metadata={"format": "pt"})


if __name__ == "__main__":
    main()
