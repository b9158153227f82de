"""Finds the files of a model in the format of Firefox."""


def find_files(directory):
    """(weights, [vocabularies of source and target], shortlist or None)"""
    def one(pattern):
        return next(iter(sorted(directory.glob(pattern))), None)
    shared = one("vocab*.spm")
    return (one("model*.bin"), [shared or one("srcvocab*.spm"),
                                shared or one("trgvocab*.spm")],
            one("lex*.bin"))
