"""Divides many texts into requests."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from dataclasses import dataclass

_MAX_TEXTS = 64
_MAX_CHARACTERS = 32768

# Requests that are under way together. They keep the server busy while the
# caller reads results.
CONCURRENT_REQUESTS = 4


@dataclass
class Batch:
    """The texts that one request may take, as long as it is not full."""

    texts: list[str]
    characters: int = 0

    def has_room_for(self, text: str) -> bool:
        """Whether `text` fits. An empty batch has room for any text."""
        return not self.texts or (
            len(self.texts) < _MAX_TEXTS
            and self.characters + len(text) <= _MAX_CHARACTERS)

    def add(self, text: str) -> None:
        """Adds a text."""
        self.texts.append(text)
        self.characters += len(text)


def batches(texts: Iterable[str]) -> Iterator[list[str]]:
    """Divides the texts. Keeps their order."""
    batch = Batch([])
    for text in texts:
        if not batch.has_room_for(text):
            yield batch.texts
            batch = Batch([])
        batch.add(text)
    if batch.texts:
        yield batch.texts


async def _each(
        texts: Iterable[str] | AsyncIterable[str]) -> AsyncIterator[str]:
    if isinstance(texts, AsyncIterable):
        async for text in texts:
            yield text
    else:
        for text in texts:
            yield text


async def async_batches(
        texts: Iterable[str] | AsyncIterable[str]) -> AsyncIterator[list[str]]:
    """Divides the texts. Keeps their order."""
    batch = Batch([])
    async for text in _each(texts):
        if not batch.has_room_for(text):
            yield batch.texts
            batch = Batch([])
        batch.add(text)
    if batch.texts:
        yield batch.texts
