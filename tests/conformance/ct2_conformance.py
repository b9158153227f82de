"""Compares our beam search over our Transformer with CTranslate2's.

usage: ct2_conformance.py MODEL_DIR [PROBE]

MODEL_DIR is a checkpoint of ours; only its tokenizer files are used. PROBE is
the built interpres-beam-probe (default: the one in build/release/bin). Random
MarianMT models of every activation are converted with CTranslate2's own
converter (which takes the table of positions from transformers) and decoded by
both, beams 1 to 6, several length penalties and length limits.

All hypotheses of the beam must have the same tokens in the same order, and
scores that agree to 1e-4. Where they do not, two candidates may lie within
rounding of each other: then the sorted scores must still agree, and at most
1 % of the sentences may be so. Exits non-zero on a mismatch.

Neither gives an empty translation, but CTranslate2 also takes the end symbol
out of the first step's softmax: all its sums of log-probabilities exceed ours
by the same -log(1 - P(empty)), which the comparison adds.
"""

import pathlib
import random
import subprocess
import sys
import tempfile

import ctranslate2
import torch
from transformers import MarianConfig, MarianMTModel

from ct2_model import Pieces, convert, copy_tokenizer
from random_weights import randomise

SEED = 20261121
TOLERANCE = 1e-4
ROOT = pathlib.Path(__file__).resolve().parents[2]


def random_model(base, activation, seed):
    torch.manual_seed(seed)
    config = MarianConfig(
        vocab_size=base.vocab_size, d_model=48, encoder_layers=2,
        decoder_layers=2, encoder_attention_heads=4,
        decoder_attention_heads=4, encoder_ffn_dim=96, decoder_ffn_dim=96,
        activation_function=activation, scale_embedding=True,
        max_position_embeddings=64, pad_token_id=base.pad_token_id,
        eos_token_id=base.eos_token_id, forced_eos_token_id=None,
        decoder_start_token_id=base.decoder_start_token_id)
    model = MarianMTModel(config).eval()
    randomise(model, base.pad_token_id, 0.5)
    with torch.no_grad():
        model.final_logits_bias.normal_(0.0, 0.5)
        # Hypotheses shall end at all lengths.
        model.final_logits_bias[:, base.eos_token_id] += 1.0
        model.final_logits_bias[:, base.pad_token_id] = 0.0
    return model


def make_sources(config, count):
    rng = random.Random(SEED)
    forbidden = (config.pad_token_id, config.eos_token_id)
    allowed = [i for i in range(config.vocab_size) if i not in forbidden]
    return [[rng.choice(allowed) for _ in range(rng.randrange(1, 30))] +
            [config.eos_token_id] for _ in range(count)]


def ours(probe, directory, sources, options):
    beam, penalty, limit = options
    lines = "".join(" ".join(map(str, source)) + "\n" for source in sources)
    run = subprocess.run(
        [probe, directory, str(beam), str(penalty), str(limit)], input=lines,
        capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"{directory}: {run.stderr.strip()}")
    found = []
    for line in run.stdout.splitlines():
        score, ids = line.split("\t")
        found.append((float(score), [int(i) for i in ids.split()]))
    assert len(found) == beam * len(sources)
    return [found[i:i + beam] for i in range(0, len(found), beam)]


def theirs(translator, pieces, sources, options):
    beam, penalty, limit = options
    results = translator.translate_batch(
        [pieces.of(source) for source in sources], beam_size=beam,
        num_hypotheses=beam, length_penalty=penalty, patience=1,
        max_decoding_length=limit, return_scores=True,
        return_end_token=True)
    return [[(score, pieces.to_ids(hypothesis))
             for score, hypothesis in zip(result.scores, result.hypotheses)]
            for result in results]


def given_not_empty(got, want, penalty):
    """Our hypotheses with the scores of P(. | not empty), best first; the
    factor comes from their best hypothesis."""
    length = {tuple(tokens): len(tokens) ** penalty for _, tokens in got}
    ours_of = {tuple(tokens): score for score, tokens in got}
    best = tuple(want[0][1])
    if best not in ours_of:
        return got
    excess = (want[0][0] - ours_of[best]) * length[best]
    assert excess > -TOLERANCE, f"P(empty) is negative: {got} {want}"
    return sorted(((score + excess / length[tuple(tokens)], tokens)
                   for score, tokens in got), key=lambda found: -found[0])


def same_scores(got, want):
    return len(got) == len(want) and all(
        abs(a - b) <= TOLERANCE
        for a, b in zip(sorted(s for s, _ in got), sorted(s for s, _ in want)))


def compare(name, got, want, sources, penalty):
    """Returns the numbers of sentences that differ and of near ties."""
    bad = ties = 0
    for i, (a, b) in enumerate(zip(got, want)):
        a = given_not_empty(a, b, penalty)
        if same_scores(a, b) and [t for _, t in a] == [t for _, t in b]:
            continue
        if same_scores(a, b):
            ties += 1
            continue
        bad += 1
        if bad == 1:
            print(f"{name}: source {sources[i]}\n  ours   {a}\n  theirs {b}")
    ended = sum(t[-1] == 0 for hypotheses in got for _, t in hypotheses)
    total = sum(map(len, got))
    print(f"{name}: {len(got)} sentences, {bad} differ, {ties} near ties; "
          f"{ended} of {total} hypotheses ended, mean length "
          f"{sum(len(t) for h in got for _, t in h) / total:.1f}")
    return bad, ties


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    base_directory = pathlib.Path(sys.argv[1])
    probe = (sys.argv[2] if len(sys.argv) == 3 else
             ROOT / "build/release/bin/interpres-beam-probe")
    base = MarianConfig.from_pretrained(base_directory)
    bad = ties = total = 0
    for seed, activation in enumerate(("relu", "gelu", "swish")):
        with tempfile.TemporaryDirectory() as scratch:
            directory = pathlib.Path(scratch) / "model"
            directory.mkdir()
            copy_tokenizer(base_directory, directory)
            model = random_model(base, activation, seed)
            model.save_pretrained(directory)
            converted = pathlib.Path(scratch) / "ct2"
            convert(directory, converted)
            translator = ctranslate2.Translator(
                str(converted), compute_type="float32", intra_threads=1)
            pieces = Pieces(directory)
            sources = make_sources(model.config, 60)
            for options in ((1, 1, 20), (2, 0, 20), (4, 1, 20), (4, 0.6, 7),
                            (6, 1, 40)):
                more_bad, more_ties = compare(
                    f"{activation}, beam {options[0]}, penalty {options[1]}, "
                    f"limit {options[2]}",
                    ours(probe, directory, sources, options),
                    theirs(translator, pieces, sources, options), sources,
                    options[1])
                bad, ties = bad + more_bad, ties + more_ties
                total += len(sources)
    print(f"ct2_conformance: {total - bad} passed, {bad} failed")
    return 1 if bad or ties * 100 > total else 0


if __name__ == "__main__":
    sys.exit(main())
