"""Translates id sequences with ONNX Runtime; peer_bench.py has the flags and the
report, onnx_graphs.py the graphs. --inter threads have a session each, of --intra
threads. --compute-type is float32 or int8.
"""

import pathlib

import onnxruntime

import graph_search
import peer_bench


def runner(file, threads):
    """A function from {input: array} to {output: array}."""
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = threads
    settings.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        file, settings, providers=["CPUExecutionProvider"])
    names = [output.name for output in session.get_outputs()]
    inputs = {given.name for given in session.get_inputs()}

    def run(feeds):
        return dict(zip(names, session.run(names, {
            name: feeds[name] for name in inputs})))

    return run


class Peer(peer_bench.IdPeer):
    """--inter searches."""

    def __init__(self, options):
        suffix = ".int8.onnx" if options.compute_type == "int8" else ".onnx"
        self.workers = [
            graph_search.GraphSearch(options.model, options, *(
                runner(pathlib.Path(options.model) / (name + suffix),
                       options.intra) for name in ("encoder", "decoder")))
            .translate for _ in range(options.inter)]


if __name__ == "__main__":
    peer_bench.run(Peer, peer_bench.parser().parse_args())
