"""Translations that arrive sentence by sentence."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator, Sequence
from types import TracebackType

from interpres._answers import StreamReader
from interpres._calls import AsyncCaller, Caller
from interpres._methods import STREAM_TRANSLATE
from interpres.errors import InterpresError
from interpres.results import Segment, Translation
from interpres.retry import Attempts
from interpres.v1 import translation_pb2 as pb


def _retry_delay(reader: StreamReader, attempts: Attempts,
                 error: InterpresError) -> float:
    """The wait before the next attempt. Raises `error` if it is final.

    After the first segment each error is final, because the caller would get
    the segment again.
    """
    delay = None if reader.has_segments else attempts.delay_after(error)
    if delay is None:
        raise error
    return delay


def _message(request: pb.TranslateRequest) -> pb.StreamTranslateRequest:
    return pb.StreamTranslateRequest(id=1, request=request,
                                     partial_results=True)


class TranslationStream:
    """An iterator of segments, in the order in which the server finishes them.

    The call begins with the first segment. close() cancels the call, and so
    does the end of a with statement.
    """

    def __init__(self, caller: Caller, texts: Sequence[str],
                 request: pb.TranslateRequest, timeout: float | None) -> None:
        self._caller = caller
        self._reader = StreamReader(texts)
        self._message = _message(request)
        self._attempts = caller.settings.attempts(timeout)
        self._segments = self._read()

    def _read(self) -> Generator[Segment, None, None]:
        while True:
            try:
                with self._caller.stream(
                        STREAM_TRANSLATE, self._message,
                        self._attempts.remaining()) as responses:
                    for response in responses:
                        segment = self._reader.read(response)
                        if segment is not None:
                            yield segment
                self._reader.check_complete()
                return
            except InterpresError as error:
                delay = _retry_delay(self._reader, self._attempts, error)
            self._caller.sleep(delay)

    @property
    def translations(self) -> list[Translation]:
        """The complete translations. REQUIRES: all segments are read."""
        return self._reader.result()

    def __iter__(self) -> TranslationStream:
        return self

    def __next__(self) -> Segment:
        return next(self._segments)

    def close(self) -> None:
        """Cancels the call."""
        self._segments.close()

    def __enter__(self) -> TranslationStream:
        return self

    def __exit__(self, kind: type[BaseException] | None,
                 error: BaseException | None,
                 traceback: TracebackType | None) -> None:
        self.close()


class AsyncTranslationStream:
    """TranslationStream for `async for` and `async with`."""

    def __init__(self, caller: AsyncCaller, texts: Sequence[str],
                 request: pb.TranslateRequest, timeout: float | None) -> None:
        self._caller = caller
        self._reader = StreamReader(texts)
        self._message = _message(request)
        self._attempts = caller.settings.attempts(timeout)
        self._segments = self._read()

    async def _read(self) -> AsyncGenerator[Segment, None]:
        while True:
            try:
                async with self._caller.stream(
                        STREAM_TRANSLATE, self._message,
                        self._attempts.remaining()) as responses:
                    async for response in responses:
                        segment = self._reader.read(response)
                        if segment is not None:
                            yield segment
                self._reader.check_complete()
                return
            except InterpresError as error:
                delay = _retry_delay(self._reader, self._attempts, error)
            await self._caller.sleep(delay)

    @property
    def translations(self) -> list[Translation]:
        """The complete translations. REQUIRES: all segments are read."""
        return self._reader.result()

    def __aiter__(self) -> AsyncTranslationStream:
        return self

    async def __anext__(self) -> Segment:
        return await anext(self._segments)

    async def close(self) -> None:
        """Cancels the call."""
        await self._segments.aclose()

    async def __aenter__(self) -> AsyncTranslationStream:
        return self

    async def __aexit__(self, kind: type[BaseException] | None,
                        error: BaseException | None,
                        traceback: TracebackType | None) -> None:
        await self.close()
