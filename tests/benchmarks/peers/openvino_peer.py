"""Translates id sequences with OpenVINO; peer_bench.py has the flags and the
report, onnx_graphs.py the graphs. --inter threads have a compiled model each, of
--intra threads. --compute-type is float32 or int8, weights compressed by NNCF.
"""

import contextlib
import io
import pathlib

import openvino

import graph_search
import peer_bench

OUTPUTS = ("log_probabilities", "best")


def read(directory, name, compute_type):
    """A graph; int8 weights are made at the first use."""
    plain = openvino.Core().read_model(directory / f"{name}.onnx")
    if compute_type != "int8":
        return plain
    file = directory / f"{name}.openvino-int8.xml"
    if not file.is_file():
        # NNCF prints what it does on standard output, where the report goes.
        with contextlib.redirect_stdout(io.StringIO()):
            import nncf  # pylint: disable=import-outside-toplevel
            openvino.save_model(nncf.compress_weights(
                plain, mode=nncf.CompressWeightsMode.INT8_ASYM), file,
                compress_to_fp16=False)
    return openvino.Core().read_model(file)


def runner(model, threads):
    """A function from {input: array} to {output: array}."""
    # Snippets (2026.4.1) compute wrong attention with AVX2 from eight tokens on.
    compiled = openvino.Core().compile_model(model, "CPU", {
        "INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1,
        "INFERENCE_PRECISION_HINT": "f32", "ENABLE_CPU_PINNING": False,
        "SNIPPETS_MODE": "DISABLE"})
    request = compiled.create_infer_request()
    inputs = {given.any_name for given in compiled.inputs}
    # An output may also have the name of the node that computes it.
    outputs = [next(name for name in output.names if name in OUTPUTS or
                    name.startswith(("cross_", "present_")))
               for output in compiled.outputs]

    def run(feeds):
        results = request.infer({name: feeds[name] for name in inputs},
                                share_inputs=True, share_outputs=False)
        return dict(zip(outputs, results.values()))

    return run


class Peer(peer_bench.IdPeer):
    """--inter searches."""

    def __init__(self, options):
        models = [read(pathlib.Path(options.model), name, options.compute_type)
                  for name in ("encoder", "decoder")]
        self.workers = [
            graph_search.GraphSearch(options.model, options, *(
                runner(model, options.intra) for model in models)).translate
            for _ in range(options.inter)]


if __name__ == "__main__":
    peer_bench.run(Peer, peer_bench.parser().parse_args())
