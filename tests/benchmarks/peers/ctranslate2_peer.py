"""Translates id sequences with CTranslate2 and says how fast: the counterpart
of interpres-engine-bench. peer_bench.py has the flags and the report.

The sentences are cut into batches of equal tokens or of equal sentences
(--batch-types), so that every thread gets as many as --batches-per-thread says.
Where the output has a fixed length, the cost follows the sentences. With
--per-call N a call gets N sentences, one call after the other, as a loop around
translate_batch does.
"""

import json
import math
import pathlib

import ctranslate2

import peer_bench


class Peer:
    """A loaded model; pieces instead of ids."""

    def __init__(self, options):
        self.options = options
        self.translator = ctranslate2.Translator(
            options.model, compute_type=options.compute_type,
            inter_threads=options.inter, intra_threads=options.intra)
        self.vocabulary = json.loads(pathlib.Path(options.vocabulary)
                                     .read_text(encoding="utf-8"))
        self.pieces = {i: piece for piece, i in self.vocabulary.items()}

    def prepare(self, ids):
        return [self.pieces[i] for i in ids]

    def translate(self, sources, batches, batch_type):
        # A batch of tokens is padded to its longest, and holds whole sentences.
        size = (peer_bench.SLACK * sum(map(len, sources))
                if batch_type == "tokens" else len(sources))
        return self.translator.translate_batch(
            sources, batch_type=batch_type,
            max_batch_size=math.ceil(size / batches),
            beam_size=self.options.beam, return_end_token=True,
            use_vmap=self.options.use_vmap,
            min_decoding_length=self.options.min_length,
            max_decoding_length=self.options.max_length)

    def ids(self, result):
        return [self.vocabulary[piece] for piece in result.hypotheses[0]]


def main():
    flags = peer_bench.parser()
    flags.add_argument("--vocabulary", required=True, help="vocab.json")
    flags.add_argument("--use-vmap", action="store_true",
                       help="the model's shortlist, vmap.txt")
    peer_bench.run(Peer, flags.parse_args())


if __name__ == "__main__":
    main()
