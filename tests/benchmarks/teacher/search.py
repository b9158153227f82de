"""Beam search and sampling with the teacher, for batches of sentences."""

import torch
from torch.nn import functional

from network import LONGEST, PAD


class Search:
    """The state of a beam search, or of sampling with a beam of 1."""

    def __init__(self, teacher, source, beam, limit):
        self.teacher, self.beam = teacher, beam
        memory, self.mask = teacher.encode(source)
        self.memory = [layer.cross.keys_values(memory) for layer in teacher.decoder]
        rows, heads = source.shape[0] * beam, teacher.decoder[0].attention.heads
        shape = (rows, heads, limit, teacher.width // heads)
        self.caches = [[memory.new_empty(shape) for _ in range(2)]
                       for _ in teacher.decoder]

    def scores(self, last, position):
        states = self.teacher.embed(last[:, None], position)
        for layer, cache, memory in zip(self.teacher.decoder, self.caches,
                                        self.memory):
            states = layer.step(states, cache, position, memory, self.mask)
        logits = self.teacher.logits(self.teacher.norm_decoder(states[:, 0]))
        return functional.log_softmax(logits.float(), -1)

    def select(self, rows, length):
        for cache in self.caches:
            for store in cache:
                store[:, :, :length] = store[rows, :, :length]

    def keep(self, sentences):
        """Drops all sentences but `sentences`."""
        rows = (sentences[:, None] * self.beam
                + torch.arange(self.beam, device=sentences.device)).view(-1)
        self.caches = [[store[rows] for store in cache] for cache in self.caches]
        self.memory = [[part[sentences] for part in pair] for pair in self.memory]
        self.mask = self.mask[sentences]
        return rows


@torch.inference_mode()
def sample(teacher, source, end, top):
    """Draws one translation of each row of `source` from the `top` likeliest."""
    limit = min(2 * source.shape[1] + 20, 2 * LONGEST)
    search = Search(teacher, source, 1, limit)
    last = torch.full(source.shape[:1], end, device=source.device)
    ended = torch.zeros_like(last, dtype=torch.bool)
    tokens = []
    for position in range(limit):
        best, ids = search.scores(last, position).topk(top)
        drawn = torch.multinomial(best.exp(), 1)
        last = torch.where(ended, PAD, ids.gather(1, drawn)[:, 0])
        tokens.append(last)
        ended = ended | (last == end)
        if position % 8 == 7 and bool(ended.all()):
            break
    return torch.stack(tokens, 1)


@torch.inference_mode()
def beam_search(teacher, source, end, beam):
    """Returns the best translation of each row of `source`, by mean score."""
    count, limit = source.shape[0], min(2 * source.shape[1] + 20, 2 * LONGEST)
    search = Search(teacher, source, beam, limit)
    result = torch.zeros(count, limit, dtype=torch.long, device=source.device)
    result_score = torch.full((count,), -1e9, device=source.device)
    active = torch.arange(count, device=source.device)
    total = torch.full((count, beam), -1e9, device=source.device)
    total[:, 0] = 0
    last = torch.full((count * beam,), end, device=source.device)
    history = torch.zeros(count * beam, limit, dtype=torch.long, device=source.device)
    for position in range(limit):
        best, ids = search.scores(last, position).topk(2 * beam)
        sums = (total.view(-1, 1) + best).view(len(active), -1)
        sums, places = sums.topk(2 * beam)
        ids = ids.view(len(active), -1).gather(1, places)
        parents = places // (2 * beam)
        ends = ids == end
        mean = torch.where(ends, sums / (position + 1), -1e9)
        best_end, where = mean.max(1)
        better = best_end > result_score[active]
        rows = torch.arange(len(active), device=source.device) * beam
        winner = (rows + parents.gather(1, where[:, None])[:, 0])[better]
        result[active[better]] = history[winner]
        result_score[active[better]] = best_end[better]
        total, order = torch.where(ends, -1e9, sums).topk(beam)
        rows = (rows[:, None] + parents.gather(1, order)).view(-1)
        search.select(rows, position + 1)
        history = history[rows]
        last = ids.gather(1, order).view(-1)
        history[:, position] = last
        if position % 4 == 3:
            open_ = (total[:, 0] / (position + 1)) > result_score[active]
            chosen = open_.nonzero()[:, 0]
            if not len(chosen):
                break
            if len(chosen) < 0.7 * len(active):
                rows = search.keep(chosen)
                history, last = history[rows], last[rows]
                active, total = active[chosen], total[chosen]
    return result
