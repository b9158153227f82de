"""Writes a MarianMT checkpoint as ONNX graphs, for ONNX Runtime and OpenVINO.

usage: onnx_graphs.py CHECKPOINT DIRECTORY BEAM

DIRECTORY gets encoder.onnx, decoder.onnx, the same with int8 weights and
dynamically quantised activations (encoder.int8.onnx, decoder.int8.onnx), and
model.json, which describes them; positions.npy has a row per position.

The encoder returns the keys and values of the decoder's cross-attention.
The decoder makes one step of beam search: it reorders its own keys and values by
`origin`, appends to them, and returns the best 2 * BEAM tokens of each row. The
hypotheses of one sentence share its cross-attention keys and values. The
library thus does as little as its graph allows, and no copies for the beam.
"""

import json
import pathlib
import sys

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from transformers import MarianMTModel

OPSET = 17
NEVER = -1e4
EPSILON = 1e-5


class Graph:
    """Collects nodes; calls of op() return the name of the output."""

    def __init__(self, config, state):
        self.config = config
        self.state = state
        self.heads = config.encoder_attention_heads
        self.width = config.d_model // self.heads
        self.nodes, self.inputs, self.outputs = [], [], []
        self.constants = {}

    def op(self, kind, *inputs, outputs=1, **attributes):
        names = [f"{kind}_{len(self.nodes)}_{k}" for k in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, **attributes))
        return names[0] if outputs == 1 else names

    def constant(self, name, array):
        if name not in self.constants:
            self.constants[name] = numpy_helper.from_array(
                np.ascontiguousarray(array), name)
        return name

    def shape(self, *dimensions):
        name = "shape_" + "_".join(map(str, dimensions)).replace("-", "m")
        return self.constant(name, np.array(dimensions, np.int64))

    def input(self, name, shape, kind=TensorProto.FLOAT):
        self.inputs.append(helper.make_tensor_value_info(name, kind, shape))
        return name

    def output(self, name, value, shape, kind=TensorProto.FLOAT):
        self.nodes.append(helper.make_node("Identity", [value], [name]))
        self.outputs.append(helper.make_tensor_value_info(name, kind, shape))

    def linear(self, x, *names):
        """The products with one or more weights side by side, with biases. The
        attention's scale is part of the query's weight."""
        scales = [self.width ** -0.5 if "q_proj" in name else 1.0
                  for name in names]
        weight, bias = (
            np.concatenate([np.float32(scale) * self.state[f"{name}.{kind}"]
                            for name, scale in zip(names, scales)])
            for kind in ("weight", "bias"))
        product = self.op("MatMul", x,
                          self.constant(f"{names[0]}.weight", weight.T))
        return self.op("Add", product, self.constant(f"{names[0]}.bias", bias))

    def norm(self, x, residual, name):
        return self.op("LayerNormalization", self.op("Add", x, residual),
                       self.constant(f"{name}.weight",
                                     self.state[f"{name}.weight"]),
                       self.constant(f"{name}.bias", self.state[f"{name}.bias"]),
                       axis=-1, epsilon=EPSILON)

    def feed_forward(self, x, name):
        inner = self.op("Relu", self.linear(x, f"{name}.fc1"))
        return self.norm(self.linear(inner, f"{name}.fc2"), x,
                         f"{name}.final_layer_norm")

    def embed(self, ids, positions):
        scaled = self.state["model.shared.weight"] * np.float32(
            self.config.d_model ** 0.5 if self.config.scale_embedding else 1)
        return self.op("Add", self.op("Gather", self.constant(
            "embedding", scaled), ids), positions)

    def split(self, x, parts):
        return self.op("Split", x, outputs=parts, axis=-1)

    def attend(self, query, key, value, mask=None):
        """[.., heads, queries, width]"""
        scores = self.op("MatMul", query,
                         self.op("Transpose", key, perm=[0, 1, 3, 2]))
        if mask:
            scores = self.op("Add", scores, mask)
        return self.op("MatMul", self.op("Softmax", scores, axis=-1), value)

    def to_heads(self, x):
        """[batch, length, d] to [batch, heads, length, width]"""
        return self.op("Transpose", self.op("Reshape", x, self.shape(
            0, -1, self.heads, self.width)), perm=[0, 2, 1, 3])

    def model(self):
        graph = helper.make_graph(self.nodes, "graph", self.inputs,
                                  self.outputs, list(self.constants.values()))
        model = helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", OPSET)])
        model.ir_version = 9
        return model


def cache(kind, number):
    return [f"{kind}_{part}_{number}" for part in ("key", "value")]


def encoder(config, state):
    graph = Graph(config, state)
    ids = graph.input("ids", ["batch", "length"], TensorProto.INT64)
    mask = graph.input("mask", ["batch", 1, 1, "length"])
    x = graph.embed(ids, graph.input("positions", ["length", config.d_model]))
    for number in range(config.encoder_layers):
        name = f"model.encoder.layers.{number}"
        parts = graph.split(graph.linear(x, *(
            f"{name}.self_attn.{part}_proj" for part in "qkv")), 3)
        found = graph.attend(*map(graph.to_heads, parts), mask)
        joined = graph.op("Reshape", graph.op(
            "Transpose", found, perm=[0, 2, 1, 3]),
            graph.shape(0, -1, config.d_model))
        x = graph.norm(graph.linear(joined, f"{name}.self_attn.out_proj"), x,
                       f"{name}.self_attn_layer_norm")
        x = graph.feed_forward(x, name)
    for number in range(config.decoder_layers):
        name = f"model.decoder.layers.{number}.encoder_attn"
        parts = graph.split(graph.linear(x, f"{name}.k_proj",
                                         f"{name}.v_proj"), 2)
        for output, part in zip(cache("cross", number), parts):
            graph.output(output, graph.to_heads(part),
                         ["batch", graph.heads, "length", graph.width])
    return graph.model()


def decoder_self(graph, x, name, number, origin):
    """Attention to the tokens before; one query per row."""
    query, *new = graph.split(graph.linear(x, *(
        f"{name}.self_attn.{part}_proj" for part in "qkv")), 3)
    one_query = graph.shape(-1, graph.heads, 1, graph.width)
    both = []
    for part, past, present in zip(new, cache("past", number),
                                   cache("present", number)):
        graph.input(past, ["old_rows", graph.heads, "time", graph.width])
        whole = graph.op("Concat", graph.op("Gather", past, origin, axis=0),
                         graph.op("Reshape", part, one_query), axis=2)
        graph.output(present, whole,
                     ["rows", graph.heads, "new_time", graph.width])
        both.append(whole)
    found = graph.attend(graph.op("Reshape", query, one_query), *both)
    return graph.op("Reshape", found, graph.shape(-1, graph.config.d_model))


def decoder_cross(graph, x, name, number, mask, beam):
    """Attention to the source; the hypotheses are the queries of a sentence."""
    for part in cache("cross", number):
        graph.input(part, ["batch", graph.heads, "length", graph.width])
    query = graph.op("Transpose", graph.op(
        "Reshape", graph.linear(x, f"{name}.encoder_attn.q_proj"),
        graph.shape(-1, beam, graph.heads, graph.width)), perm=[0, 2, 1, 3])
    found = graph.attend(query, *cache("cross", number), mask)
    return graph.op("Reshape", graph.op("Transpose", found, perm=[0, 2, 1, 3]),
                    graph.shape(-1, graph.config.d_model))


def decoder(config, state, beam):
    graph = Graph(config, state)
    tokens = graph.input("tokens", ["rows"], TensorProto.INT64)
    origin = graph.input("origin", ["rows"], TensorProto.INT64)
    mask = graph.input("mask", ["batch", 1, 1, "length"])
    x = graph.embed(tokens, graph.input("positions", [1, config.d_model]))
    for number in range(config.decoder_layers):
        name = f"model.decoder.layers.{number}"
        found = decoder_self(graph, x, name, number, origin)
        x = graph.norm(graph.linear(found, f"{name}.self_attn.out_proj"), x,
                       f"{name}.self_attn_layer_norm")
        found = decoder_cross(graph, x, name, number, mask, beam)
        x = graph.norm(graph.linear(found, f"{name}.encoder_attn.out_proj"), x,
                       f"{name}.encoder_attn_layer_norm")
        x = graph.feed_forward(x, name)
    bias = state["final_logits_bias"][0].copy()
    bias[config.pad_token_id] = NEVER
    logits = graph.op("Add", graph.op("MatMul", x, graph.constant(
        "output.weight", state["model.shared.weight"].T)),
        graph.constant("output.bias", bias))
    values, best = graph.op("TopK", graph.op("LogSoftmax", logits, axis=-1),
                            graph.shape(2 * beam), outputs=2, axis=-1)
    graph.output("log_probabilities", values, ["rows", 2 * beam])
    graph.output("best", best, ["rows", 2 * beam], TensorProto.INT64)
    return graph.model()


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    checkpoint, directory = map(pathlib.Path, sys.argv[1:3])
    beam = int(sys.argv[3])
    directory.mkdir(parents=True, exist_ok=True)
    model = MarianMTModel.from_pretrained(checkpoint, dtype=torch.float32)
    config = model.config
    if config.activation_function != "relu":
        sys.exit(f"onnx_graphs: activation {config.activation_function}; "
                 "expected relu")
    state = {name: value.float().numpy()
             for name, value in model.state_dict().items()}
    for name, graph in (("encoder", encoder(config, state)),
                        ("decoder", decoder(config, state, beam))):
        onnx.checker.check_model(graph)
        onnx.save(graph, directory / f"{name}.onnx")
        quantize_dynamic(directory / f"{name}.onnx",
                         directory / f"{name}.int8.onnx",
                         op_types_to_quantize=["MatMul"], per_channel=True,
                         weight_type=QuantType.QInt8)
    np.save(directory / "positions.npy", model.model.encoder.embed_positions
            .weight.detach().float().numpy())
    (directory / "model.json").write_text(json.dumps({
        "layers": config.decoder_layers, "heads": config.decoder_attention_heads,
        "width": config.d_model // config.decoder_attention_heads,
        "beam": beam, "end": config.eos_token_id,
        "start": config.decoder_start_token_id, "pad": config.pad_token_id}))


if __name__ == "__main__":
    main()
