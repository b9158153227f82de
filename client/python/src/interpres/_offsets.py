"""Offsets of a text: from bytes of its UTF-8 to characters of a str."""

from __future__ import annotations

_BLOCK = 4096
_CONTINUATIONS = bytes(range(0x80, 0xC0))


def _count(data: bytes) -> int:
    """The number of characters that begin in `data`."""
    return len(data.translate(None, _CONTINUATIONS))


class Offsets:
    """Converts offsets of one text. Counts each block of the text once."""

    def __init__(self, text: str) -> None:
        self._data = text.encode()
        self._ascii = len(self._data) == len(text)
        self._before = [0]  # characters before each block

    def index(self, offset: int) -> int:
        """The index of the character at the byte `offset`.

        An offset outside the text is moved to its nearest end.
        """
        offset = min(max(offset, 0), len(self._data))
        if self._ascii:
            return offset
        block = offset // _BLOCK
        while len(self._before) <= block:
            begin = (len(self._before) - 1) * _BLOCK
            self._before.append(self._before[-1] + _count(
                self._data[begin:begin + _BLOCK]))
        return self._before[block] + _count(self._data[block * _BLOCK:offset])
