"""Trains a checkpoint with each kind of vocabulary, for the other checks.

usage: trained_checkpoints.py BUILD_DIR OUTPUT_DIR

Prints nothing; writes OUTPUT_DIR/trained-KIND. A few updates: the vocabularies
are real, what the models say is not.
"""

import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]
                       / "integration"))
# pylint: disable=wrong-import-position
from train_runs import TrainRuns  # noqa: E402

KINDS = {
    "unigram": {"vocab_size": 160},
    "unigram-bytes": {"vocab_size": 420, "no_byte_fallback": None},
    "bpe": {"vocab_size": 200, "vocab_type": "bpe"},
    "bpe-bytes": {"vocab_size": 460, "vocab_type": "bpe",
                  "no_byte_fallback": None},
}


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    build, output = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    with tempfile.TemporaryDirectory() as directory:
        runs = TrainRuns(build, pathlib.Path(directory))
        for kind, flags in KINDS.items():
            runs.succeed(output=output / f"trained-{kind}",
                         state=pathlib.Path(directory) / kind, **flags)


if __name__ == "__main__":
    main()
