"""Makes tests/golden/torch: two small files that PyTorch saved.

usage: make_torch.py DIR

Needs torch. DIR gets zip.bin and legacy.bin: one state dictionary in the form of
today and in the form before PyTorch 1.6.
tests/model/checkpoint/torch_file_test.cc knows the values.
"""

import collections
import pathlib
import sys

import torch


def state_dictionary():
    matrix = torch.arange(6, dtype=torch.float32).reshape(2, 3)
    state = collections.OrderedDict()
    state["matrix"] = matrix
    state["tied"] = matrix
    state["transposed"] = matrix.t()
    state["row"] = matrix[1]
    state["expanded"] = torch.tensor([[0.5, 1.5, 2.5]]).expand(4, 3)
    state["half"] = torch.tensor([1.0, -2.0], dtype=torch.float16)
    state["bfloat16"] = torch.tensor([3.0, -4.0], dtype=torch.bfloat16)
    state["scalar"] = torch.tensor(7.0)
    state["empty"] = torch.empty(0, 3)
    state["parameter"] = torch.nn.Parameter(torch.tensor([8.0, 9.0]))
    # As torch.nn.Module.state_dict() leaves it: the pickle sets an attribute.
    state._metadata = collections.OrderedDict([("", {"version": 1})])
    return state


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    directory = pathlib.Path(sys.argv[1])
    directory.mkdir(parents=True, exist_ok=True)
    torch.save(state_dictionary(), directory / "zip.bin")
    torch.save(state_dictionary(), directory / "legacy.bin",
               _use_new_zipfile_serialization=False)


if __name__ == "__main__":
    main()
