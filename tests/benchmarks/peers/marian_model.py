"""Writes a MarianMT checkpoint as models for Marian and Bergamot.

usage: marian_model.py CHECKPOINT DIRECTORY

DIRECTORY gets model.npz (float32, Marian's names: the inverse of transformers'
convert_marian_to_pytorch.py), model.intgemm8.bin (int8, Bergamot's type codes),
vocab.yml and vocab.spm. In both vocabularies id N is the word `tN`, so that ids
can be given as text.

What differs from transformers and CTranslate2 and cannot be converted: Marian
computes the positions with other wavelengths (exponent i/(d/2-1), not i/(d/2)),
and adds 1e-6, not 1e-5, to the variance in layer normalisation.
"""

import io
import json
import pathlib
import sys
import zipfile

import numpy as np
import torch
from transformers import MarianMTModel

from marian_words import END, UNKNOWN, word

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "conformance"))
# pylint: disable=wrong-import-position
from bergamot_file import item, write_bin  # noqa: E402

NEVER = -1e4


def attention(state, theirs, ours):
    """(name of Marian, array)"""
    for letter, name in zip("qkvo", ("q_proj", "k_proj", "v_proj",
                                     "out_proj")):
        yield f"{theirs}_W{letter}", state[f"{ours}.{name}.weight"].T
        yield f"{theirs}_b{letter}", state[f"{ours}.{name}.bias"]


def norm(state, theirs, ours):
    yield f"{theirs}_ln_scale", state[f"{ours}.weight"]
    yield f"{theirs}_ln_bias", state[f"{ours}.bias"]


def layer(state, side, number):
    theirs = f"{side}_l{number + 1}"
    ours = f"model.{side}.layers.{number}"
    yield from attention(state, f"{theirs}_self", f"{ours}.self_attn")
    yield from norm(state, f"{theirs}_self_Wo", f"{ours}.self_attn_layer_norm")
    if side == "decoder":
        yield from attention(state, f"{theirs}_context", f"{ours}.encoder_attn")
        yield from norm(state, f"{theirs}_context_Wo",
                        f"{ours}.encoder_attn_layer_norm")
    for k in (1, 2):
        yield f"{theirs}_ffn_W{k}", state[f"{ours}.fc{k}.weight"].T
        yield f"{theirs}_ffn_b{k}", state[f"{ours}.fc{k}.bias"]
    yield from norm(state, f"{theirs}_ffn_ffn", f"{ours}.final_layer_norm")


def tensors(model):
    """{name of Marian: float32 array}; vectors have the shape [1, n]."""
    state = {name: value.float().numpy()
             for name, value in model.state_dict().items()}
    found = {"Wemb": state["model.shared.weight"]}
    bias = state["final_logits_bias"].copy()
    # Marian has no padding symbol; it must not be chosen.
    bias[0, model.config.pad_token_id] = NEVER
    found["decoder_ff_logit_out_b"] = bias
    for side, layers in (("encoder", model.config.encoder_layers),
                         ("decoder", model.config.decoder_layers)):
        for number in range(layers):
            found.update(layer(state, side, number))
    return {name: np.ascontiguousarray(np.atleast_2d(array))
            for name, array in found.items()}


def description(config):
    """The text of special:model.yml."""
    size = config.vocab_size
    return "\n".join(f"{key}: {value}" for key, value in {
        "type": "transformer", "version": "v1.12.0",
        "dim-vocabs": f"[{size}, {size}]", "dim-emb": config.d_model,
        "enc-type": "bidirectional", "enc-cell": "gru", "enc-cell-depth": 1,
        "enc-depth": config.encoder_layers, "dec-cell": "gru",
        "dec-cell-base-depth": 2, "dec-cell-high-depth": 1,
        "dec-depth": config.decoder_layers, "dim-rnn": 1024, "skip": "false",
        "layer-normalization": "false", "right-left": "false",
        "input-types": "[]", "special-vocab": "[]", "tied-embeddings": "false",
        "tied-embeddings-src": "false", "tied-embeddings-all": "true",
        "transformer-heads": config.encoder_attention_heads,
        "transformer-dim-ffn": config.encoder_ffn_dim,
        "transformer-ffn-depth": 2,
        "transformer-ffn-activation": config.activation_function,
        "transformer-dim-aan": 2048, "transformer-aan-depth": 2,
        "transformer-aan-activation": "swish", "transformer-aan-nogate": "false",
        "transformer-decoder-autoreg": "self-attention",
        "transformer-tied-layers": "[]", "transformer-no-projection": "false",
        "transformer-guided-alignment-layer": "last",
        "transformer-preprocess": '""', "transformer-postprocess": "dan",
        "transformer-postprocess-emb": "d", "transformer-postprocess-top": '""',
        "transformer-train-position-embeddings": "false",
        "transformer-pool": "false", "transformer-depth-scaling": "false",
        "bert-train-type-embeddings": "true", "bert-type-vocab-size": 2,
        "ulr": "false", "ulr-dim-emb": 0, "ulr-trainable-transformation":
        "false", "lemma-dim-emb": 0, "factors-combine": "sum",
        "factors-dim-emb": 0}.items()) + "\n"


def write_npz(file, arrays, text):
    """Members must be stored, not compressed."""
    items = dict(arrays)
    items["special:model.yml"] = np.frombuffer(text.encode() + b"\0", np.int8)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, array in items.items():
            data = io.BytesIO()
            np.lib.format.write_array(data, array, version=(1, 0))
            archive.writestr(name + ".npy", data.getvalue())


def write_vocabularies(size, directory):
    (directory / "vocab.yml").write_text("".join(
        f"{json.dumps(word(i))}: {i}\n" for i in range(size)))
    # pylint: disable-next=import-outside-toplevel
    from sentencepiece import sentencepiece_model_pb2
    proto = sentencepiece_model_pb2.ModelProto()
    piece_types = proto.SentencePiece
    for i in range(size):
        piece = proto.pieces.add()
        piece.piece = word(i) if i <= UNKNOWN else "\u2581" + word(i)
        piece.score = 0.0
        piece.type = {END: piece_types.CONTROL,
                      UNKNOWN: piece_types.UNKNOWN}.get(i, piece_types.NORMAL)
    trainer = proto.trainer_spec
    trainer.model_type = trainer.UNIGRAM
    trainer.vocab_size = size
    trainer.bos_id, trainer.pad_id = -1, -1
    trainer.eos_id, trainer.unk_id = END, UNKNOWN
    normaliser = proto.normalizer_spec
    normaliser.name = "identity"
    normaliser.add_dummy_prefix = True
    normaliser.remove_extra_whitespaces = True
    normaliser.escape_whitespaces = True
    (directory / "vocab.spm").write_bytes(proto.SerializeToString())


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    checkpoint, directory = map(pathlib.Path, sys.argv[1:])
    directory.mkdir(parents=True, exist_ok=True)
    model = MarianMTModel.from_pretrained(checkpoint, dtype=torch.float32)
    arrays = tensors(model)
    text = description(model.config)
    write_npz(directory / "model.npz", arrays, text)
    write_bin(directory / "model.intgemm8.bin",
              {name: item(name, array) for name, array in arrays.items()},
              text.encode() + b"\0")
    write_vocabularies(model.config.vocab_size, directory)


if __name__ == "__main__":
    main()
