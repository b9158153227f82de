"""Writes weights as Bergamot's .bin files have them, int8 with one scale each, and
lexical shortlists."""

import itertools
import struct

import numpy

INT8, FLOAT32, INTGEMM8 = 0x101, 0x404, 0x4101  # Bergamot's codes
ALIGNMENT = 256
SHORTLIST_MAGIC = 0xF11A48D5013417F5


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


def write_weights(file, arrays, alpha, largest=127):
    """Writes the arrays of a Marian model with the activation scale `alpha` for every
    matrix."""
    arrays = dict(arrays)
    config = arrays.pop("special:model.yml").tobytes().rstrip(b"\0") + b"\0"
    items = {name: item(name, array, largest) for name, array in arrays.items()}
    for name in [*filter(is_matrix, arrays), "none"]:
        items[f"{name}_QuantMultA"] = FLOAT32, (1, 1), struct.pack("<f", alpha)
    # Bergamot quantises every item with Wemb in its name.
    for name in filter(is_embedding, arrays):
        items[f"{name}_QuantMultA"] = INTGEMM8, (1, 1), struct.pack(
            "<bf", 127, 127 / alpha)
    write_bin(file, items, config)


def write_shortlist(file, lists, first, best):
    """Writes a lexical shortlist: for each source id the ids of `lists`, beside
    the `first` ids, which every sentence may use. `best` bounds a list."""
    offsets = numpy.cumsum([0, *map(len, lists)]).astype(numpy.uint64)
    hashed = struct.pack("<QQQQ", first, best, len(offsets), int(offsets[-1]))
    hashed += offsets.tobytes() + numpy.fromiter(
        itertools.chain(*lists), numpy.uint32).tobytes()
    checksum = 0
    for word, in struct.iter_unpack("<Q", hashed[:len(hashed) // 8 * 8]):
        checksum ^= (word + 0x9e3779b9 + (checksum << 6) + (checksum >> 2)) \
            & (2 ** 64 - 1)
    file.write_bytes(struct.pack("<QQ", SHORTLIST_MAGIC, checksum) + hashed)
