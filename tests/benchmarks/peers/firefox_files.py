"""The files of a model in the format of Firefox, and Bergamot's configuration."""

BERGAMOT = """
models: [{weights}]
vocabs: [{source}, {target}]
beam-size: 1
normalize: 1.0
word-penalty: 0
max-length-break: {longest}
mini-batch-words: {words}
max-length-factor: 3.0
workspace: 128
skip-cost: true
cpu-threads: 0
quiet: true
quiet-translation: true
gemm-precision: int8shiftAlphaAll
"""


def find_files(directory):
    """(weights, [vocabularies of source and target], shortlist or None)"""
    def one(pattern):
        return next(iter(sorted(directory.glob(pattern))), None)
    shared = one("vocab*.spm")
    return (one("model*.bin"), [shared or one("srcvocab*.spm"),
                                shared or one("trgvocab*.spm")],
            one("lex*.bin"))


def bergamot_config(directory, longest, words=1024):
    """Bergamot's configuration for the model, without a shortlist. A text of more
    than `longest` words is broken; a batch has at most `words`."""
    weights, (source, target), _ = find_files(directory)
    return BERGAMOT.format(weights=weights, source=source, target=target,
                           longest=longest, words=words)
