#!/usr/bin/env python3
"""Lets bytes spell the signs that the vocabulary of a checkpoint has pieces for.

usage: signs_in_bytes.py MODEL OUTPUT

OUTPUT is a copy of the checkpoint MODEL whose vocabulary marks the pieces of
single signs outside Latin-1 as unused (mathematics, arrows, stars, fractions
and others, but not currencies). Byte pieces spell these signs then. A model
copies bytes well, because all rare characters train them, while a piece of a
rare sign hardly occurs in any text. The vocabulary must have byte fallback.
"""

import pathlib
import shutil
import struct
import sys
import unicodedata

SPACE = "\u2581"
SIGN_CATEGORIES = ("So", "Sm", "Sk", "No")
TYPE_FIELD = 3
UNUSED = 5
BYTE = 6


def read_varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7f) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def write_varint(value):
    out = bytearray()
    while value > 0x7f:
        out.append(value & 0x7f | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def fields(data):
    """(number, value, bytes of the whole field) of a protobuf message."""
    at = 0
    while at < len(data):
        start = at
        key, at = read_varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = read_varint(data, at)
        elif kind == 2:
            size, at = read_varint(data, at)
            value = data[at:at + size]
            at += size
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
            value = data[at:at + size]
            at += size
        else:
            raise ValueError(f"a field of the wire type {kind} at {start}")
        yield key >> 3, value, data[start:at]


def is_rare_sign(piece):
    text = piece.removeprefix(SPACE)
    return (len(text) == 1 and ord(text) > 0xff and text != SPACE
            and unicodedata.category(text) in SIGN_CATEGORIES)


def change(model):
    """Returns the changed SentencePiece model and the changed pieces."""
    out = bytearray()
    changed = []
    has_bytes = False
    for number, value, whole in fields(model):
        if number == 1:
            parts = list(fields(value))
            piece = next(v for n, v, _ in parts if n == 1).decode()
            has_bytes |= any(n == TYPE_FIELD and v == BYTE for n, v, _ in parts)
            if is_rare_sign(piece):
                changed.append(piece)
                body = b"".join(w for n, _, w in parts if n != TYPE_FIELD)
                body += struct.pack("BB", TYPE_FIELD << 3, UNUSED)
                whole = b"\x0a" + write_varint(len(body)) + body
        out += whole
    if not has_bytes:
        raise SystemExit("the vocabulary has no byte fallback")
    return bytes(out), changed


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    model, output = map(pathlib.Path, sys.argv[1:])
    shutil.copytree(model, output)
    for name in ("source.spm", "target.spm"):
        data, changed = change((output / name).read_bytes())
        (output / name).write_bytes(data)
        print(f"{name}: bytes spell {len(changed)} signs: {' '.join(changed)}")


if __name__ == "__main__":
    main()
