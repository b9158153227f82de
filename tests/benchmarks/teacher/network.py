"""The network of the teacher: a Transformer with layer norms before sublayers.

Shapes are [batch, length, width] unless a comment says otherwise. The id 0 is
padding.
"""

import math

import torch
from torch import nn
from torch.nn import functional

PAD = 0
LONGEST = 120  # tokens of a side


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.query = nn.Linear(width, width)
        self.key_value = nn.Linear(width, 2 * width)
        self.output = nn.Linear(width, width)

    def split(self, states):  # [batch, length, width] to [batch, heads, length, .]
        batch, length, width = states.shape
        return states.view(batch, length, self.heads, width // self.heads) \
            .transpose(1, 2)

    def keys_values(self, states):
        return [self.split(part) for part in self.key_value(states).chunk(2, -1)]

    def forward(self, states, keys, values, mask=None, causal=False):
        mixed = functional.scaled_dot_product_attention(
            self.split(self.query(states)), keys, values, mask, is_causal=causal)
        return self.output(mixed.transpose(1, 2).reshape(states.shape))


class Layer(nn.Module):
    def __init__(self, width, heads, inner, dropout, cross):
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2 + cross))
        self.attention = Attention(width, heads)
        self.cross = Attention(width, heads) if cross else None
        self.expand, self.contract = nn.Linear(width, inner), nn.Linear(inner, width)
        self.drop = nn.Dropout(dropout)

    def feed_forward(self, states):
        inner = functional.relu(self.expand(self.norms[-1](states)))
        return states + self.drop(self.contract(self.drop(inner)))

    def encode(self, states, mask):
        normed = self.norms[0](states)
        keys, values = self.attention.keys_values(normed)
        states = states + self.drop(self.attention(normed, keys, values, mask))
        return self.feed_forward(states)

    def decode(self, states, memory, mask):
        normed = self.norms[0](states)
        keys, values = self.attention.keys_values(normed)
        states = states + self.drop(
            self.attention(normed, keys, values, causal=True))
        keys, values = self.cross.keys_values(memory)
        states = states + self.drop(
            self.cross(self.norms[1](states), keys, values, mask))
        return self.feed_forward(states)

    def step(self, states, cache, position, memory, mask):
        """One token of each of [sentences * beam] hypotheses.

        The hypotheses of a sentence share its keys and values in `memory`.
        """
        normed = self.norms[0](states)
        for store, new in zip(cache, self.attention.keys_values(normed)):
            store[:, :, position:position + 1] = new
        keys, values = (store[:, :, :position + 1] for store in cache)
        states = states + self.attention(normed, keys, values)
        rows, _, width = states.shape
        grouped = self.norms[1](states).view(mask.shape[0], -1, width)
        states = states + self.cross(grouped, *memory, mask).view(rows, 1, width)
        return self.feed_forward(states)


class Teacher(nn.Module):
    def __init__(self, vocabulary, width, heads, layers, dropout):
        super().__init__()
        self.width = width
        self.embedding = nn.Embedding(vocabulary, width)
        nn.init.normal_(self.embedding.weight, std=width ** -0.5)
        self.encoder, self.decoder = (nn.ModuleList(
            Layer(width, heads, 4 * width, dropout, cross)
            for _ in range(count)) for count, cross in zip(layers, (False, True)))
        self.norm_encoder, self.norm_decoder = nn.LayerNorm(width), nn.LayerNorm(width)
        self.drop = nn.Dropout(dropout)
        angles = torch.arange(2 * LONGEST + 40)[:, None] * torch.exp(
            torch.arange(0, width, 2) * (-math.log(10000.0) / width))
        self.register_buffer("positions", torch.cat(
            [torch.sin(angles), torch.cos(angles)], -1))

    def embed(self, ids, first=0):
        states = self.embedding(ids) * math.sqrt(self.width)
        return self.drop(states + self.positions[first:first + ids.shape[1]])

    def encode(self, source):
        mask = (source != PAD)[:, None, None, :]
        states = self.embed(source)
        for layer in self.encoder:
            states = layer.encode(states, mask)
        return self.norm_encoder(states), mask

    def logits(self, states):
        return functional.linear(states, self.embedding.weight)

    def forward(self, source, target):
        memory, mask = self.encode(source)
        states = self.embed(target[:, :-1])
        for layer in self.decoder:
            states = layer.decode(states, memory, mask)
        expected = target[:, 1:]
        real = expected != PAD
        logits = self.logits(self.norm_decoder(states)[real])
        return functional.cross_entropy(logits.float(), expected[real],
                                        label_smoothing=0.1)
