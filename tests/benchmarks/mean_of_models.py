#!/usr/bin/env python3
"""Writes the weighted mean of two checkpoints of the same shape.

usage: mean_of_models.py FIRST SECOND SHARE OUTPUT

FIRST and SECOND are checkpoints whose weights are in F16. OUTPUT is a new
directory. It gets the files of FIRST, with the weights SHARE * FIRST + (1 -
SHARE) * SECOND. SHARE is a number from 0 to 1.
"""

import json
import pathlib
import shutil
import struct
import sys

WEIGHTS = "model.safetensors"
# Values that are read together.
BLOCK = 1 << 20


def read(path):
    """The table of tensors and their bytes."""
    content = path.read_bytes()
    size = struct.unpack_from("<Q", content)[0]
    return json.loads(content[8:8 + size]), memoryview(content)[8 + size:]


def write(path, table, weights):
    """Leaves out the checksum of the old weights."""
    table["__metadata__"].pop("interpres_xxh3", None)
    header = json.dumps(table).encode()
    header += b" " * (-len(header) % 8)
    path.write_bytes(struct.pack("<Q", len(header)) + header + weights)


def tensors(table):
    return {name: (tensor["dtype"], tensor["shape"], tensor["data_offsets"])
            for name, tensor in table.items() if name != "__metadata__"}


def mean(first, second, share):
    """The bytes of the mean of two arrays in F16."""
    blocks = []
    for begin in range(0, len(first), 2 * BLOCK):
        count = min(len(first) - begin, 2 * BLOCK) // 2
        pairs = zip(struct.unpack_from(f"<{count}e", first, begin),
                    struct.unpack_from(f"<{count}e", second, begin))
        blocks.append(struct.pack(
            f"<{count}e", *(share * a + (1.0 - share) * b for a, b in pairs)))
    return b"".join(blocks)


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    first, second = map(pathlib.Path, sys.argv[1:3])
    share, output = float(sys.argv[3]), pathlib.Path(sys.argv[4])
    if not 0.0 <= share <= 1.0:
        sys.exit(f"SHARE is {share}; expected a number from 0 to 1")
    table, weights = read(first / WEIGHTS)
    other_table, other = read(second / WEIGHTS)
    if tensors(table) != tensors(other_table):
        sys.exit(f"{first} and {second} have different tensors; expected two "
                 "checkpoints of one network")
    if any(dtype != "F16" for dtype, _, _ in tensors(table).values()):
        sys.exit(f"{first} has weights that are not in F16; expected F16, which "
                 "interpres-train train writes")
    shutil.copytree(first, output)
    write(output / WEIGHTS, table, mean(weights, other, share))


if __name__ == "__main__":
    main()
