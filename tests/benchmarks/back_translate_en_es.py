#!/usr/bin/env python3
"""Back-translates English and Spanish text that has no translation.

usage: back_translate_en_es.py BUILD_DIR MODEL DATA OUTPUT

MODEL translates 150,000 English and 25,000 Spanish lines of 4 to 45 words, drawn
from DATA/mono, with beam 1 and the fastest arithmetic of the CPU. OUTPUT gets
en-es.en, en-es.es (Spanish text behind its English translation) and es-en.es,
es-en.en, without the pairs that are not faithful (teacher/plain_text.py). A
second call continues.
"""

import pathlib
import random
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).parent / "teacher"))
from plain_text import is_faithful, read  # noqa: E402 pylint: disable=wrong-import-position

LINES = {"en": 150_000, "es": 25_000}
OTHER = {"en": "es", "es": "en"}


def write(path, lines):
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def draw(path, count):
    lines = [line for line in dict.fromkeys(read(path))
             if 4 <= len(line.split()) <= 45]
    random.Random(9).shuffle(lines)
    return lines[:count]


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    build, model, data, output = map(pathlib.Path, sys.argv[1:])
    output.mkdir(parents=True, exist_ok=True)
    for language, count in LINES.items():
        source = OTHER[language]
        drawn, translated, kept = (output / f"{name}.{language}"
                                   for name in ("drawn", "translated", "kept"))
        write(drawn, draw(data / "mono" / f"mono.{language}", count))
        # An earlier call may have ended behind this language.
        if not (translated.exists() and kept.exists()):
            subprocess.run(
                [build / "bin/interpres-train", "back-translate",
                 "--model", model, "--source-language", language,
                 "--target-language", source, "--beam", "1",
                 "--input", drawn, "--source-output", translated,
                 "--target-output", kept], check=True)
        pairs = [pair for pair in zip(read(translated), read(kept), strict=True)
                 if is_faithful(*pair)]
        write(output / f"{source}-{language}.{source}", [s for s, _ in pairs])
        write(output / f"{source}-{language}.{language}", [t for _, t in pairs])


if __name__ == "__main__":
    main()
