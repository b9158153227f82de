"""Compares the translations of a checkpoint with CTranslate2's.

usage: ct2_translations.py MODEL_DIR PROBE

MODEL_DIR is a checkpoint for English and Spanish, with tags; PROBE is the
built interpres-beam-probe. Both translate the same sentences with the same
weights in float32, beams 1 and 4: test sentences of Tatoeba where
INTERPRES_DATA (default ../shared/data beside the checkout) has them, the
sentences of tests/benchmarks otherwise. At least 99 % must be translated into
the same tokens. What differs is printed with both scores, per token: two
candidates may lie within rounding of each other, then one step decides
otherwise and all that follows is another sentence.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import ctranslate2

from ct2_model import Pieces, convert

ROOT = pathlib.Path(__file__).resolve().parents[2]
REQUIRED = 0.99
PER_DIRECTION = 500
MAX_LENGTH = 128


def find_sentences():
    """(tag, sentences) of each direction, and where they are from."""
    data = pathlib.Path(os.environ.get("INTERPRES_DATA",
                                       ROOT / ".." / "shared" / "data"))
    tests = {">>es<<": data / "tatoeba-en-es" / "test.en",
             ">>en<<": data / "tatoeba-en-es" / "test.es"}
    name = "tatoeba-en-es/test"
    if not all(file.is_file() for file in tests.values()):
        tests = {">>es<<": ROOT / "tests/benchmarks/sentences.en.txt"}
        name = "tests/benchmarks/sentences.en.txt (INTERPRES_DATA has no text)"
    return [(tag, file.read_text(encoding="utf-8").splitlines()[:PER_DIRECTION])
            for tag, file in tests.items()], name


def ours(probe, checkpoint, sources, beam):
    """(score, ids) of the best hypothesis of every source."""
    lines = "".join(" ".join(map(str, source)) + "\n" for source in sources)
    run = subprocess.run([probe, checkpoint, str(beam), "1", str(MAX_LENGTH)],
                         input=lines, capture_output=True, text=True,
                         check=False)
    if run.returncode != 0:
        sys.exit(f"{probe}: {run.stderr.strip()}")
    rows = [line.split("\t") for line in run.stdout.splitlines()]
    assert len(rows) == beam * len(sources), f"{len(rows)} hypotheses"
    return [(float(score), [int(i) for i in ids.split()])
            for score, ids in rows[::beam]]


def theirs(translator, pieces, sources, beam):
    results = translator.translate_batch(
        [pieces.of(source) for source in sources], beam_size=beam,
        max_batch_size=2048, batch_type="tokens", return_scores=True,
        max_decoding_length=MAX_LENGTH, return_end_token=True)
    return [(result.scores[0], pieces.to_ids(result.hypotheses[0]))
            for result in results]


def compare(got, want, pieces, texts):
    """Prints what differs and returns how many are the same."""
    same = 0
    for text, (score, ids), (their_score, their_ids) in zip(texts, got, want):
        if ids == their_ids:
            same += 1
            continue
        step = next((k for k, (a, b) in enumerate(zip(ids, their_ids))
                     if a != b), min(len(ids), len(their_ids)))
        print(f"{text}\n  ours   {score:.5f} {' '.join(pieces.of(ids))}\n"
              f"  theirs {their_score:.5f} {' '.join(pieces.of(their_ids))}\n"
              f"  they part at token {step + 1}")
    return same


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    checkpoint, probe = map(pathlib.Path, sys.argv[1:])
    directions, name = find_sentences()
    print(f"{checkpoint.name} on {name}")
    pieces = Pieces(checkpoint)
    passed = failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        converted = pathlib.Path(scratch) / "ct2"
        convert(checkpoint, converted)
        translator = ctranslate2.Translator(
            str(converted), compute_type="float32", intra_threads=1)
        for tag, texts in directions:
            sources = [pieces.source(text, tag) for text in texts]
            for beam in (1, 4):
                same = compare(ours(probe, checkpoint, sources, beam),
                               theirs(translator, pieces, sources, beam),
                               pieces, texts)
                print(f"to {tag}, beam {beam}: {same} of {len(texts)} "
                      f"translations are the same "
                      f"({100 * same / len(texts):.2f} %)")
                if same >= REQUIRED * len(texts) and texts:
                    passed += 1
                else:
                    failed += 1
    print(f"ct2_translations: {passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
