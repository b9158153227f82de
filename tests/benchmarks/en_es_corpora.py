#!/usr/bin/env python3
"""Divides the English-Spanish training text into one corpus for each source.

usage: en_es_corpora.py DATA OUTPUT

DATA is INTERPRES_DATA. OUTPUT gets NAME.en and NAME.es for each source that a
published checkpoint may learn from, our own phrases and sentences, and
dev-en, dev-es. OUTPUT/vocabulary has the same corpora without the pairs that
contain rare characters, a corpus in capitals, without which the words of a text
in capitals would be spelt letter by letter, and a corpus with every character
that the vocabulary needs: with --character-coverage 1 the vocabulary then has
exactly the characters of this file.
"""

import collections
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Sources that a published checkpoint may not learn from, with the reason.
PRIVATE = {
    "ted-en-es": "CC BY-NC-ND",
    "wmtnews-en-es": "for research only",
    "docs-phpmyadmin": "GPL 2 without later versions",
    "game-wesnoth": "GPL 2 without later versions",
    "game-unknownhorizons": "GPL 2 without later versions",
    "osm-website": "GPL 2 without later versions",
    "debian-ddtp": "each text has the licence of its package",
    "ropensci": "output of a machine translator, corrected",
}
UNIONS = ("en-es", "en-es-more")

# The characters beyond ASCII that are pieces of the vocabulary. All others are
# spelled in bytes, and the engine copies what is spelled in bytes.
LETTERS_AND_MARKS = "áéíóúüñÁÉÍÓÚÜÑ¡¿«»–—‘’“”"

# Of this many pairs, the vocabulary learns one in capitals, too.
CAPITALS_EVERY = 8


def allowed_characters():
    """The characters that are pieces of the vocabulary."""
    return {chr(code) for code in range(0x20, 0x7f)} | set(LETTERS_AND_MARKS)


def read_pairs(data):
    """Yields the source, the English and the Spanish side of every pair."""
    for union in UNIONS:
        stem = data / union / "train"
        if not stem.with_suffix(".corpus").exists():
            continue
        with open(f"{stem}.corpus", encoding="utf-8") as names, \
                open(f"{stem}.en", encoding="utf-8") as english, \
                open(f"{stem}.es", encoding="utf-8") as spanish:
            for row in zip(names, english, spanish, strict=True):
                yield tuple(part.rstrip("\n") for part in row)


def read_own_text():
    for name in ("phrases", "sentences"):
        path = ROOT / "model/pretrained/en-es" / f"{name}.tsv"
        for line in path.read_text("utf-8").splitlines():
            yield (name, *line.split("\t"))


def write_sides(stem, pairs):
    for side, language in enumerate(("en", "es")):
        text = "".join(f"{pair[side]}\n" for pair in pairs)
        stem.with_name(f"{stem.name}.{language}").write_text(text, "utf-8")


def write_dev(data, output):
    for language in ("en", "es"):
        europarl = data / f"eval-en-es/europarl.dev.{language}"
        flores = data / f"eval-en-es/flores.dev.{language}"
        lines = europarl.read_text("utf-8").splitlines()
        lines += flores.read_text("utf-8").splitlines()[:500]
        (output / f"dev-{language}").write_text(
            "".join(f"{line}\n" for line in lines), "utf-8")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    data, output = map(pathlib.Path, sys.argv[1:])
    vocabulary = output / "vocabulary"
    vocabulary.mkdir(parents=True, exist_ok=True)
    corpora = collections.defaultdict(list)
    for source, english, spanish in (*read_pairs(data), *read_own_text()):
        if source not in PRIVATE:
            corpora[source].append((english, spanish))
    allowed = allowed_characters()
    capitals = []
    for source, pairs in corpora.items():
        write_sides(output / source, pairs)
        common = [pair for pair in pairs if allowed.issuperset("".join(pair))]
        write_sides(vocabulary / source, common)
        capitals += [[side.upper() for side in pair]
                     for pair in common[::CAPITALS_EVERY]]
    write_sides(vocabulary / "capitals", [
        pair for pair in capitals if allowed.issuperset("".join(pair))])
    characters = "".join(sorted(allowed - {" "}))
    write_sides(vocabulary / "characters", [(characters, characters)])
    write_dev(data, output)
    (output / "complete").touch()


if __name__ == "__main__":
    main()
