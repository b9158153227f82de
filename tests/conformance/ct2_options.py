"""Compares the options of a request with CTranslate2's of the same meaning.

usage: ct2_options.py MODEL_DIR PROBE

MODEL_DIR is a checkpoint for English and Spanish, with tags; PROBE is the
built interpres-beam-probe. Both translate the same sentences greedily, with
the same weights in float32 and each of: a repetition penalty, a ban on repeated
n-grams, target prefixes, and all of them together. All translations must be
the same tokens, and every option must change some of them.
"""

import pathlib
import subprocess
import sys
import tempfile

import ctranslate2

from ct2_model import Pieces, convert

ROOT = pathlib.Path(__file__).resolve().parents[2]
SENTENCES = ROOT / "tests/benchmarks/sentences.en.txt"
COUNT = 150
MAX_LENGTH = 64
# Long and repetitive: there the rules have something to do.
REPETITIVE = ["the dog and the cat and the dog and the cat and the dog",
              "no, no, no, no, no, no, no!",
              "Tom saw Tom and Tom saw Tom and Tom saw Tom.",
              "very very very very very very good",
              "one, two, one, two, one, two, one, two, one, two."]
PREFIXES = ["La", "No", "Yo no", "Tom", "Los niños de la casa", "¿Por qué"]
PENALTIES = (1.0, 1.3, 3.0, 0.8)
NGRAMS = (0, 1, 2, 3)


def ours(probe, checkpoint, sources, prefixes, penalty, ngram):
    lines = "".join(" ".join(map(str, source)) + "\t" +
                    " ".join(map(str, prefix)) + "\n"
                    for source, prefix in zip(sources, prefixes))
    run = subprocess.run(
        [probe, checkpoint, "1", "1", str(MAX_LENGTH), str(penalty),
         str(ngram)], input=lines, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"{probe}: {run.stderr.strip()}")
    found = [[int(i) for i in line.split("\t")[1].split()]
             for line in run.stdout.splitlines()]
    assert len(found) == len(sources), f"{len(found)} translations"
    return found


def theirs(translator, pieces, sources, prefixes, penalty, ngram):
    results = translator.translate_batch(
        [pieces.of(source) for source in sources],
        target_prefix=[pieces.of(prefix) for prefix in prefixes],
        beam_size=1, repetition_penalty=penalty, no_repeat_ngram_size=ngram,
        max_decoding_length=MAX_LENGTH, return_end_token=True)
    return [pieces.to_ids(result.hypotheses[0]) for result in results]


def compare(name, got, want, pieces):
    bad = 0
    for ids, their_ids in zip(got, want):
        if ids != their_ids:
            bad += 1
            print(f"  ours   {' '.join(pieces.of(ids))}\n"
                  f"  theirs {' '.join(pieces.of(their_ids))}")
    print(f"{name}: {len(got) - bad} of {len(got)} are the same")
    return bad


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    checkpoint, probe = map(pathlib.Path, sys.argv[1:])
    texts = REPETITIVE + SENTENCES.read_text(
        encoding="utf-8").splitlines()[:COUNT]
    pieces = Pieces(checkpoint)
    sources = [pieces.source(text, ">>es<<") for text in texts]
    none = [[] for _ in texts]
    some = [pieces.target(PREFIXES[i % len(PREFIXES)])
            for i in range(len(texts))]
    cases = [(penalty, ngram, none) for penalty in PENALTIES
             for ngram in NGRAMS]
    cases += [(1.0, 0, some), (1.3, 0, some), (1.0, 2, some), (1.3, 3, some)]
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        converted = pathlib.Path(scratch) / "ct2"
        convert(checkpoint, converted)
        translator = ctranslate2.Translator(
            str(converted), compute_type="float32", intra_threads=1)
        plain = None
        for penalty, ngram, prefixes in cases:
            got = ours(probe, checkpoint, sources, prefixes, penalty, ngram)
            want = theirs(translator, pieces, sources, prefixes, penalty,
                          ngram)
            name = (f"penalty {penalty}, n-gram {ngram}, "
                    f"{'prefixes' if prefixes is some else 'no prefix'}")
            bad = compare(name, got, want, pieces)
            plain = plain or got
            if got is not plain and got == plain:
                print("  the options changed nothing")
                bad += 1
            failed += bad > 0
    print(f"ct2_options: {len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
