"""Translates id sequences with transformers; peer_bench.py has the flags and the
report. --inter must be 1; PyTorch gets --intra threads. --compute-type is
float32 or bfloat16.
"""

import torch
from transformers import MarianMTModel

import peer_bench

NEVER = -1e4


class Peer(peer_bench.IdPeer):
    """A model; its bias keeps the padding symbol from being chosen."""

    def __init__(self, options):
        if options.inter != 1:
            raise RuntimeError(f"--inter is {options.inter}; expected 1")
        torch.set_num_threads(options.intra)
        self.options = options
        self.model = MarianMTModel.from_pretrained(
            options.model, dtype=getattr(torch, options.compute_type)).eval()
        self.pad = self.model.config.pad_token_id
        self.model.final_logits_bias[:, self.pad] = NEVER
        # The flags decide, not the recommendations of the checkpoint.
        generation = self.model.generation_config
        generation.bad_words_ids = None
        generation.forced_eos_token_id = None
        generation.renormalize_logits = False
        generation.max_length = None
        self.workers = [self.translate_batch]

    @torch.inference_mode()
    def translate_batch(self, sources):
        length = max(map(len, sources))
        ids = torch.tensor([[*source, *[self.pad] * (length - len(source))]
                            for source in sources])
        found = self.model.generate(
            ids, attention_mask=(ids != self.pad).long(), do_sample=False,
            num_beams=self.options.beam, length_penalty=1.0,
            early_stopping=True, max_new_tokens=self.options.max_length)
        return found[:, 1:].tolist()

    def ids(self, result):
        return [i for i in result if i != self.pad]


if __name__ == "__main__":
    peer_bench.run(Peer, peer_bench.parser().parse_args())
