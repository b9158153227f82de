"""What engine_speed.py measures: models for both engines, sentences as ids.

usage: engine_speed_models.py DIRECTORY BUNDLED_CHECKPOINT

Writes DIRECTORY/base and DIRECTORY/bundled, each with checkpoint/ (ours),
ct2-float32/ and ct2-int8/ (CTranslate2's), DIRECTORY/NAME.ids, NAME.txt and,
where there are any, references NAME.es for every set of sentences, and
work.json, which says what they are.

base is a Transformer base with random weights. So that every translation has
the same length, its end symbol has a bias that keeps it from ever being chosen;
CTranslate2 gets the model without that bias and a minimum length instead, as it
would waste time on adding it. Its vocabulary is the bundled one, filled up to
32,000 entries: the same ids serve both models.
"""

import json
import os
import pathlib
import shutil
import sys

import torch
from transformers import MarianConfig, MarianMTModel

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
from ct2_model import Pieces, convert, copy_tokenizer  # noqa: E402
from random_weights import randomise  # noqa: E402

SEED = 20261121
BASE_VOCABULARY = 32000
POSITIONS = 256  # of the bundled checkpoint, and of base
NEVER = -1e4  # the bias of a logit that is never the best


def find_texts():
    """(name of the set, file) of what there is."""
    data = pathlib.Path(os.environ.get("INTERPRES_DATA",
                                       ROOT / ".." / "shared" / "data"))
    sets = {"newstest2012": data / "eval-en-es" / "newstest2012.en",
            "tatoeba": data / "tatoeba-en-es" / "test.en"}
    if all(file.is_file() for file in sets.values()):
        return sets
    return {"shipped": HERE.parent / "sentences.en.txt"}


def write_vocabulary(bundled, directory):
    """The bundled one, filled up; the padding symbol stays the last."""
    vocabulary = json.loads((bundled / "vocab.json").read_text("utf-8"))
    filled = {piece: i for piece, i in vocabulary.items() if piece != "<pad>"}
    for i in range(len(filled), BASE_VOCABULARY - 1):
        filled[f"<filler{i}>"] = i
    filled["<pad>"] = BASE_VOCABULARY - 1
    (directory / "vocab.json").write_text(
        json.dumps(filled, ensure_ascii=False), encoding="utf-8")


def base_model():
    torch.manual_seed(SEED)
    pad = BASE_VOCABULARY - 1
    model = MarianMTModel(MarianConfig(
        vocab_size=BASE_VOCABULARY, d_model=512, encoder_layers=6,
        decoder_layers=6, encoder_attention_heads=8, decoder_attention_heads=8,
        encoder_ffn_dim=2048, decoder_ffn_dim=2048, activation_function="relu",
        scale_embedding=True, max_position_embeddings=POSITIONS,
        pad_token_id=pad, eos_token_id=0, forced_eos_token_id=None,
        decoder_start_token_id=pad)).eval()
    randomise(model, pad, 1.0)
    return model


def write_base(bundled, directory):
    model = base_model()
    for destination, bias in ((directory, NEVER), (directory / "plain", 0.0)):
        destination.mkdir()
        copy_tokenizer(bundled, destination)
        write_vocabulary(bundled, destination)
        with torch.no_grad():
            model.final_logits_bias[:, 0] = bias
        model.save_pretrained(destination)
        # The table does not use the generation defaults of transformers.
        (destination / "generation_config.json").unlink()
    return directory / "plain"


def write_models(bundled, directory):
    ours = directory / "bundled"
    ours.mkdir()
    shutil.copytree(bundled, ours / "checkpoint")
    checkpoints = {ours: bundled}
    base = directory / "base"
    base.mkdir()
    checkpoints[base] = write_base(bundled, base / "checkpoint")
    for model, checkpoint in checkpoints.items():
        convert(checkpoint, model / "ct2-float32")
        convert(checkpoint, model / "ct2-int8", quantization="int8")
    shutil.rmtree(base / "checkpoint" / "plain")


def write_sentences(bundled, directory):
    pieces = Pieces(bundled)
    work = {}
    for name, file in find_texts().items():
        texts = file.read_text(encoding="utf-8").rstrip("\n").split("\n")
        ids = [pieces.source(text, ">>es<<") for text in texts]
        kept = [k for k, source in enumerate(ids) if len(source) <= POSITIONS]
        (directory / f"{name}.ids").write_text("".join(
            " ".join(map(str, ids[k])) + "\n" for k in kept))
        (directory / f"{name}.txt").write_text("".join(
            texts[k] + "\n" for k in kept), encoding="utf-8")
        references = file.with_suffix(".es")
        if references.is_file():
            lines = references.read_text("utf-8").rstrip("\n").split("\n")
            (directory / f"{name}.es").write_text("".join(
                lines[k] + "\n" for k in kept), encoding="utf-8")
        work[name] = {"words": [len(texts[k].split()) for k in kept],
                      "too_long": len(ids) - len(kept)}
    (directory / "work.json").write_text(json.dumps(work))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    directory, bundled = map(pathlib.Path, sys.argv[1:])
    directory.mkdir(parents=True)
    write_models(bundled, directory)
    write_sentences(bundled, directory)


if __name__ == "__main__":
    main()
