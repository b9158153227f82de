"""Ids as the words that the vocabularies of marian_model.py have, and the rules
for lengths that Marian and Bergamot share."""

END, UNKNOWN = 0, 1
LONG = 4  # tokens of a translation per source token, at most
WORKSPACE = 512  # MB


def word(i):
    return {END: "</s>", UNKNOWN: "<unk>"}.get(i, f"t{i}")


def text(ids):
    """A source; both libraries add the end symbol."""
    return " ".join(map(word, ids[:-1]))


def ids(line, options):
    """Of a translation. The end symbol is not in the line; a translation of
    fixed length has none."""
    found = [UNKNOWN if piece == word(UNKNOWN) else int(piece[1:])
             for piece in line.split()]
    return found if is_fixed(options) else found + [END]


def is_fixed(options):
    return options.min_length == options.max_length


def length_factor(options, lengths):
    """max-length-factor for sources of these lengths, the end symbol
    included. The libraries limit the length as a multiple of the longest source
    of a batch: for a fixed length all sources must be equally long."""
    if not is_fixed(options):
        return LONG
    if len(set(lengths)) != 1:
        raise RuntimeError("for a fixed length all sources must have the same "
                           f"length; found {sorted(set(lengths))}")
    return options.max_length / lengths[0]
