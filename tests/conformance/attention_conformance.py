"""Compares our attention and alignments with transformers' and CTranslate2's.

usage: attention_conformance.py MODEL_DIR PROBE

MODEL_DIR is a checkpoint for English and Spanish, with tags; PROBE is the
built interpres-beam-probe. We translate sentences with a beam, n-best, and
return the weights of every layer and head. They must be

1. transformers' cross_attentions of MarianMTModel for the same translations,
   to 1e-4;
2. in the last layer's first head, what CTranslate2's return_attention gives
   for the greedy translations that both make, to 1e-4;

and every token must be aligned to the piece that transformers' mean over the
heads of the aligning layer is largest for (to 1e-4). Exits non-zero on a
mismatch.
"""

import pathlib
import subprocess
import sys
import tempfile

import ctranslate2
import numpy as np
import torch
from transformers import MarianMTModel

from ct2_model import Pieces, convert

ROOT = pathlib.Path(__file__).resolve().parents[2]
SENTENCES = ROOT / "tests/benchmarks/sentences.en.txt"
COUNT = 60
BEAM = 3
MAX_LENGTH = 48
TOLERANCE = 1e-4


def ours(probe, checkpoint, sources, beam, config):
    """For each source and hypothesis: ids, aligned source tokens, weights
    [layers, heads, ids, source]."""
    lines = "".join(" ".join(map(str, source)) + "\n" for source in sources)
    with tempfile.TemporaryDirectory() as scratch:
        weights_file = pathlib.Path(scratch) / "weights"
        run = subprocess.run(
            [probe, checkpoint, str(beam), "1", str(MAX_LENGTH), "1", "0",
             weights_file], input=lines, capture_output=True, text=True,
            check=False)
        if run.returncode != 0:
            sys.exit(f"{probe}: {run.stderr.strip()}")
        flat = np.fromfile(weights_file, dtype="<f4")
    found, first = [], 0
    rows = run.stdout.splitlines()
    assert len(rows) == beam * len(sources), f"{len(rows)} translations"
    for i, row in enumerate(rows):
        ids, aligned = ([int(word) for word in part.split()]
                        for part in row.split("\t")[1:])
        shape = (config.decoder_layers, config.decoder_attention_heads,
                 len(ids), len(sources[i // beam]))
        size = int(np.prod(shape))
        found.append((ids, aligned, flat[first:first + size].reshape(shape)))
        first += size
    assert first == len(flat), f"{len(flat) - first} weights too many"
    return found


def cross_attention(model, source, ids):
    """transformers', [layers, heads, ids, source]."""
    start = model.config.decoder_start_token_id
    with torch.no_grad():
        out = model(input_ids=torch.tensor([source]),
                    decoder_input_ids=torch.tensor([[start] + ids[:-1]]),
                    output_attentions=True, use_cache=False)
    return torch.stack(out.cross_attentions)[:, 0].numpy()


def check_alignment(aligned, ids, attention, end):
    """The number of tokens that are aligned otherwise."""
    layers, _, _, source = attention.shape
    layer = layers - 2 if layers >= 4 else layers - 1
    mean = attention[layer].mean(axis=0)
    bad = 0
    for row, token, found in zip(mean, ids, aligned):
        if token == end:
            bad += found != source - 1
        else:
            # Without the tag and the end symbol.
            bad += not (1 <= found < source - 1 and
                        row[found] >= row[1:-1].max() - TOLERANCE)
    return bad


def compare_with_transformers(probe, checkpoint, sources):
    model = MarianMTModel.from_pretrained(
        checkpoint, dtype=torch.float32, attn_implementation="eager").eval()
    found = ours(probe, checkpoint, sources, BEAM, model.config)
    worst = bad_weights = bad_alignments = 0
    for i, (ids, aligned, weights) in enumerate(found):
        want = cross_attention(model, sources[i // BEAM], ids)
        difference = float(np.abs(weights - want).max())
        worst = max(worst, difference)
        bad_weights += difference > TOLERANCE
        bad_alignments += check_alignment(
            aligned, ids, want, model.config.eos_token_id) > 0
    print(f"transformers: {len(found)} translations, weights of {bad_weights} "
          f"differ (largest difference {worst:.1e}), alignments of "
          f"{bad_alignments}")
    return bad_weights + bad_alignments


def compare_with_ctranslate2(probe, checkpoint, sources, pieces):
    config = MarianMTModel.config_class.from_pretrained(checkpoint)
    with tempfile.TemporaryDirectory() as scratch:
        converted = pathlib.Path(scratch) / "ct2"
        convert(checkpoint, converted)
        translator = ctranslate2.Translator(
            str(converted), compute_type="float32", intra_threads=1)
        results = translator.translate_batch(
            [pieces.of(source) for source in sources], beam_size=1,
            max_decoding_length=MAX_LENGTH, return_end_token=True,
            return_attention=True)
    compared = bad = 0
    worst = 0.0
    for (ids, _, weights), result in zip(
            ours(probe, checkpoint, sources, 1, config), results):
        if ids != pieces.to_ids(result.hypotheses[0]):
            continue
        compared += 1
        want = np.array(result.attention[0])
        difference = float(np.abs(weights[-1, 0, :len(want)] - want).max())
        worst = max(worst, difference)
        bad += difference > TOLERANCE or len(want) < len(ids) - 1
    print(f"CTranslate2: {compared} translations, weights of {bad} differ "
          f"(largest difference {worst:.1e})")
    return bad + (compared < len(sources) * 9 // 10)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    checkpoint, probe = map(pathlib.Path, sys.argv[1:])
    pieces = Pieces(checkpoint)
    texts = SENTENCES.read_text(encoding="utf-8").splitlines()[:COUNT]
    sources = [pieces.source(text, ">>es<<") for text in texts]
    failed = compare_with_transformers(probe, checkpoint, sources) > 0
    failed += compare_with_ctranslate2(probe, checkpoint, sources, pieces) > 0
    print(f"attention_conformance: {2 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
