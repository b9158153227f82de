"""Beam search over the graphs of onnx_graphs.py, with CTranslate2's rules: it
ends when a sentence has as many finished hypotheses as the beam is wide; the
score is the sum of the log-probabilities divided by the length. Rows of finished
sentences leave the batch.

A library gives `encode(feeds)` and `decode(feeds)`, functions from
{input: array} to {output: array}.
"""

import json
import pathlib

import numpy as np

MASKED = np.float32(-1e9)


class GraphSearch:
    """One worker's; `translate` takes one batch of source ids."""

    def __init__(self, directory, options, encode, decode):
        directory = pathlib.Path(directory)
        self.model = json.loads((directory / "model.json").read_text())
        self.positions = np.load(directory / "positions.npy")
        self.limit = options.max_length
        self.encode, self.decode = encode, decode
        if options.beam != self.model["beam"]:
            raise RuntimeError(f"--beam is {options.beam}; expected the beam "
                               f"of the model, {self.model['beam']}")

    def start(self, sources):
        """The feeds of a first step."""
        length = max(map(len, sources))
        ids = np.full((len(sources), length), self.model["pad"], np.int64)
        mask = np.full((len(sources), 1, 1, length), MASKED, np.float32)
        for row, source in enumerate(sources):
            ids[row, :len(source)] = source
            mask[row, ..., :len(source)] = 0
        feeds = self.encode({"ids": ids, "mask": mask,
                             "positions": self.positions[:length]})
        feeds["mask"] = mask
        rows = len(sources) * self.model["beam"]
        nothing = np.zeros((rows, self.model["heads"], 0, self.model["width"]),
                           np.float32)
        for number in range(self.model["layers"]):
            feeds[f"past_key_{number}"] = nothing
            feeds[f"past_value_{number}"] = nothing
        return feeds

    def translate(self, sources):
        beam, end = self.model["beam"], self.model["end"]
        feeds = self.start(sources)
        alive = np.arange(len(sources))  # sentences that are in the batch
        totals = np.full((len(sources), beam), -np.inf)
        totals[:, 0] = 0.0
        tokens = np.full(totals.shape, self.model["start"])
        origin = np.arange(totals.size).reshape(totals.shape)
        written = np.zeros((len(sources), beam, 0), np.int64)
        finished = [[] for _ in sources]  # (score, ids)
        for step in range(self.limit):
            feeds.update(tokens=tokens.reshape(-1), origin=origin.reshape(-1),
                         positions=self.positions[step:step + 1])
            outputs = self.decode(feeds)
            for name, value in outputs.items():
                if name.startswith("present"):
                    feeds[name.replace("present", "past")] = value
            scores, parents, best = self.candidates(totals, outputs)
            is_end = best == end
            last = step + 1 == self.limit
            for row, place in zip(*np.nonzero(is_end[:, :beam] | last)):
                finished[alive[row]].append((
                    scores[row, place] / (step + 1),
                    [*written[row, parents[row, place]], best[row, place]]))
            # The best candidates that go on, as many as the beam is wide.
            order = np.argsort(is_end, axis=1, kind="stable")[:, :beam]
            totals, parents, tokens = (np.take_along_axis(array, order, axis=1)
                                       for array in (scores, parents, best))
            written = np.concatenate([np.take_along_axis(
                written, parents[..., None], axis=1), tokens[..., None]], axis=2)
            origin = parents + beam * np.arange(len(alive))[:, None]
            going = np.array([len(finished[i]) < beam for i in alive])
            if last or not going.any():
                break
            if not going.all():
                alive, totals, tokens, written, origin = (
                    array[going]
                    for array in (alive, totals, tokens, written, origin))
                for name in feeds:
                    if name.startswith("cross") or name == "mask":
                        feeds[name] = feeds[name][going]
        return [max(found, key=lambda item: item[0])[1] for found in finished]

    def candidates(self, totals, outputs):
        """Scores, hypothesis and token of the best 2 * beam of each sentence,
        in order."""
        beam = self.model["beam"]
        shape = (len(totals), 2 * beam * beam)
        scores = (totals[..., None] + outputs["log_probabilities"].reshape(
            len(totals), beam, 2 * beam)).reshape(shape)
        order = np.argsort(-scores, axis=1, kind="stable")[:, :2 * beam]
        return (np.take_along_axis(scores, order, axis=1), order // (2 * beam),
                np.take_along_axis(outputs["best"].reshape(shape), order,
                                   axis=1))
