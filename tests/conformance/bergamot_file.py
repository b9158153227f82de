"""Writes weights as Bergamot's .bin files have them: int8 with one scale each."""

import struct

import numpy

INT8, FLOAT32, INTGEMM8 = 0x101, 0x404, 0x4101  # Bergamot's codes
ALIGNMENT = 256


def is_matrix(name):
    """Whether Bergamot quantises the tensor of this name."""
    return is_embedding(name) or "_W" in name and "_ln_" not in name


def is_embedding(name):
    return name.endswith("Wemb")


def quantise(array, largest):
    """(integers of at most this size, scale)"""
    scale = numpy.float32(largest / numpy.abs(array).max())
    return numpy.rint(array * scale).astype(numpy.int8), scale


def item(name, array, largest=127):
    """(type, shape, bytes) of a tensor. Matrices are transposed, except for
    embeddings."""
    if not is_matrix(name):
        return FLOAT32, array.shape, array.astype(numpy.float32).tobytes()
    whole, scale = quantise(array, largest)
    if not is_embedding(name):
        whole = numpy.ascontiguousarray(whole.T)
    return INTGEMM8, array.shape, whole.tobytes() + scale.tobytes()


def write_bin(file, items, config):
    """Writes {name: (type, shape, bytes)} and the bytes of special:model.yml."""
    items = items | {"special:model.yml": (INT8, (len(config),), config)}
    padded = {name: data + b"\0" * (-len(data) % ALIGNMENT)
              for name, (_, _, data) in items.items()}
    head = struct.pack("<QQ", 1, len(items))
    for name, (code, shape, _) in items.items():
        head += struct.pack("<QQQQ", len(name) + 1, code, len(shape),
                            len(padded[name]))
    head += b"".join(name.encode() + b"\0" for name in items)
    for _, shape, _ in items.values():
        head += struct.pack(f"<{len(shape)}i", *shape)
    gap = -(len(head) + 8) % ALIGNMENT
    with open(file, "wb") as out:
        out.write(head + struct.pack("<Q", gap) + b"\0" * gap)
        for data in padded.values():
            out.write(data)
