"""Shortlists for engine_speed.py: ours, and the same as CTranslate2's map."""

import json
import struct

from programs import run


def write_vmap(checkpoint, file):
    """The lists of shortlist.bin (docs/checkpoint_format.md) as CTranslate2's
    vocabulary map: `source piece TAB target pieces`."""
    pieces = sorted((i, piece) for piece, i in json.loads(
        (checkpoint / "vocab.json").read_text("utf-8")).items())
    data = (checkpoint / "shortlist.bin").read_bytes()
    size, entries = struct.unpack_from("<IQ", data, 12)
    lengths = struct.unpack_from(f"<{size}I", data, 32)
    targets = iter(struct.unpack_from(f"<{entries}I", data, 32 + 4 * size))
    file.write_text("".join(
        pieces[source][1] + "\t" +
        " ".join(pieces[next(targets)][1] for _ in range(length)) + "\n"
        for source, length in enumerate(lengths)), encoding="utf-8")


def learn_shortlists(options, data):
    """Gives the models theirs; says so if there is no text to learn from."""
    text = [data / "tatoeba-en-es" / f"train.{side}" for side in ("en", "es")]
    for shape in options.shapes:
        checkpoint = options.models / shape / "checkpoint"
        vmap = options.models / shape / "ct2-int8" / "vmap.txt"
        if vmap.is_file():
            continue
        if not all(file.is_file() for file in text):
            print(f"left out: int8+shortlist: no {text[0]} to learn from")
            return False
        run([options.bin / "interpres-train", "shortlist", "--model",
             checkpoint, "--source", text[0], "--target", text[1],
             "--source-language", "en", "--target-language", "es"])
        write_vmap(checkpoint, vmap)
    return True
