"""Translates id sequences with Bergamot (int8); peer_bench.py has the flags and
the report, marian_model.py the model. --inter workers; --intra must be 1.

Needs a Python for which Bergamot has a wheel (3.7 to 3.10); --package is the
folder of the unpacked wheel. Importing the package would need the network, so
only the extension module is loaded. Bergamot limits the length as Marian does. It
makes its own batches: --batch-words gives their size in words when the model is
loaded. It has neither --batches-per-thread nor --batch-types.
"""

import importlib.util
import math
import pathlib

import marian_words
import peer_bench


CONFIG = """
models: [{directory}/model.intgemm8.bin]
vocabs: [{directory}/vocab.spm, {directory}/vocab.spm]
beam-size: {beam}
normalize: 1.0
word-penalty: 0
max-length-break: {longest}
mini-batch-words: {words}
max-length-factor: {factor}
workspace: {workspace}
skip-cost: false
cpu-threads: 0
quiet: true
quiet-translation: true
gemm-precision: int8shiftAll
ssplit-mode: wrapped_text
"""


def load_package(folder):
    file = next(pathlib.Path(folder).glob("bergamot/_bergamot*.so"))
    spec = importlib.util.spec_from_file_location("_bergamot", file)
    library = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(library)
    return library


class Peer:
    """A service with one model; all sources are requests at the same time."""

    def __init__(self, options):
        if options.intra != 1:
            raise RuntimeError(f"--intra is {options.intra}; expected 1")
        self.options = options
        self.bergamot = load_package(options.package)
        self.service = self.bergamot.Service(self.bergamot.ServiceConfig(
            numWorkers=options.inter, cacheSize=0, logLevel="off"))
        lengths = [len(line.split()) for line in
                   pathlib.Path(options.input).read_text().splitlines()]
        factor = marian_words.length_factor(options, lengths)
        # A batch must hold the longest source and its longest translation.
        words = max(options.batch_words,
                    math.ceil(max(lengths) * max(1, factor)) + 1)
        self.model = self.service.modelFromConfig(CONFIG.format(
            directory=pathlib.Path(options.model).resolve(), beam=options.beam,
            longest=max(lengths), words=words, factor=factor,
            workspace=marian_words.WORKSPACE))

    def prepare(self, ids):
        return marian_words.text(ids)

    def translate(self, sources, _batches, _batch_type):
        texts = self.bergamot.VectorString()
        texts.extend(sources)
        return list(self.service.translate(self.model, texts,
                                           self.bergamot.ResponseOptions()))

    def ids(self, result):
        return marian_words.ids(result.target.text, self.options)


def main():
    flags = peer_bench.parser()
    flags.add_argument("--package", required=True)
    flags.add_argument("--batch-words", type=int, default=1024)
    peer_bench.run(Peer, flags.parse_args())


if __name__ == "__main__":
    main()
