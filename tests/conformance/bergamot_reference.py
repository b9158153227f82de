"""The int8 arithmetic of Firefox's models, from its definition.

Post-norm encoder, SSRU decoder, relu, one vocabulary or one for each language. A
matrix product takes round(x * alpha), limited to -127 and 127, and the stored
integers of the weights. Their products are summed exactly and divided by alpha and
by the scale of the weights (mozilla/translations, int8shiftAlphaAll).
"""

import numpy

from bergamot_file import is_matrix, quantise

EPSILON = 1e-6


def softmax(scores):
    powers = numpy.exp(scores - scores.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def positions(count, width):
    half = width // 2
    rates = numpy.exp(-numpy.arange(half) * numpy.log(10000) / (half - 1))
    angles = numpy.arange(count)[:, None] * rates[None]
    return numpy.concatenate([numpy.sin(angles), numpy.cos(angles)], 1)


class Reference:
    """A model: its float tensors and its alphas, by Marian's names."""

    def __init__(self, arrays, alphas, heads, largest):
        self.arrays, self.alphas, self.heads = arrays, alphas, heads
        self.whole = {name: quantise(array, largest) for name, array in arrays.items()
                      if is_matrix(name)}
        self.output = "Wemb" if "Wemb" in arrays else "decoder_Wemb"
        self.source = self.embeddings(
            "Wemb" if "Wemb" in arrays else "encoder_Wemb")
        self.target = self.embeddings(self.output)
        self.width = self.target.shape[1]

    def embeddings(self, name):
        integers, scale = self.whole[name]
        return integers.astype(numpy.float64) / float(scale)

    def layers(self, stack):
        return sorted({name.split("_")[1] for name in self.arrays
                       if name.startswith(stack + "_l")})

    def product(self, x, name, bias=None, transposed=False):
        integers, scale = self.whole[name]
        alpha = self.alphas[name]
        whole = numpy.clip(numpy.rint(x * alpha), -127, 127)
        weights = integers.astype(numpy.float64)
        result = whole @ (weights.T if transposed else weights) / (
            alpha * float(scale))
        return result if bias is None else result + self.arrays[bias]

    def norm(self, x, name):
        mean = x.mean(-1, keepdims=True)
        variance = ((x - mean) ** 2).mean(-1, keepdims=True)
        return (x - mean) / numpy.sqrt(variance + EPSILON) * self.arrays[
            f"{name}_ln_scale"] + self.arrays[f"{name}_ln_bias"]

    def attention(self, x, memory, name):
        def heads(values):
            return values.reshape(len(values), self.heads, -1).swapaxes(0, 1)

        queries, keys, values = (
            heads(self.product(of, f"{name}_W{part}", f"{name}_b{part}"))
            for of, part in ((x, "q"), (memory, "k"), (memory, "v")))
        weights = softmax(queries @ keys.swapaxes(1, 2) /
                          numpy.sqrt(self.width / self.heads))
        joined = (weights @ values).swapaxes(0, 1).reshape(len(x), -1)
        return self.norm(self.product(joined, f"{name}_Wo", f"{name}_bo") + x,
                         f"{name}_Wo")

    def feed_forward(self, x, name):
        inner = numpy.maximum(self.product(x, f"{name}_W1", f"{name}_b1"), 0)
        return self.norm(self.product(inner, f"{name}_W2", f"{name}_b2") + x,
                         f"{name}_ffn")

    def ssru(self, x, name):
        forget = 1 / (1 + numpy.exp(-self.product(x, f"{name}_Wf", f"{name}_bf")))
        candidate = self.product(x, f"{name}_W")
        cell = numpy.zeros(x.shape[1])
        cells = []
        for f, c in zip(forget, candidate):
            cell = f * cell + (1 - f) * c
            cells.append(cell)
        return self.norm(numpy.maximum(cells, 0) + x, f"{name}_ffn")

    def logits(self, source, target):
        """The logits [target length, vocabulary] of a target, by force."""
        root = numpy.sqrt(self.width)
        memory = self.source[source] * root + positions(
            len(source), self.width)
        for layer in self.layers("encoder"):
            memory = self.attention(memory, memory, f"encoder_{layer}_self")
            memory = self.feed_forward(memory, f"encoder_{layer}_ffn")
        # The input of the first step is a vector of zeros.
        x = numpy.concatenate([numpy.zeros((1, self.width)),
                               self.target[target[:-1]] * root])
        x = x + positions(len(x), self.width)
        for layer in self.layers("decoder"):
            x = self.ssru(x, f"decoder_{layer}_rnn")
            x = self.attention(x, memory, f"decoder_{layer}_context")
            x = self.feed_forward(x, f"decoder_{layer}_ffn")
        return self.product(x, self.output, "decoder_ff_logit_out_b",
                            transposed=True)
