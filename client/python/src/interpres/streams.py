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


# A function and not a method: a stream that holds its generator, which holds the
# stream, would not end its call when the last reference to the stream goes.
def _read(caller: Caller, reader: StreamReader,
          message: pb.StreamTranslateRequest,
          attempts: Attempts) -> Generator[Segment, None, None]:
    while True:
        try:
            with caller.stream(STREAM_TRANSLATE, message,
                               attempts.remaining()) as responses:
                for response in responses:
                    segment = reader.read(response)
                    if segment is not None:
                        yield segment
            reader.check_complete()
            return
        except InterpresError as error:
            if reader.translations is not None:
                return  # the server went away behind its last response
            delay = _retry_delay(reader, attempts, error)
        caller.sleep(delay)


class TranslationStream:
    """An iterator of segments, in the order in which the server finishes them.

    The call begins with the first segment, and its timeout with the creation of
    the stream. close() cancels the call, and so does the end of a with statement.
    """

    def __init__(self, caller: Caller, texts: Sequence[str],
                 request: pb.TranslateRequest, timeout: float | None) -> None:
        self._reader = StreamReader(texts)
        self._segments = _read(caller, self._reader, _message(request),
                               caller.settings.attempts(timeout))

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


async def _read_async(caller: AsyncCaller, reader: StreamReader,
                      message: pb.StreamTranslateRequest,
                      attempts: Attempts) -> AsyncGenerator[Segment, None]:
    while True:
        try:
            async with caller.stream(STREAM_TRANSLATE, message,
                                     attempts.remaining()) as responses:
                async for response in responses:
                    segment = reader.read(response)
                    if segment is not None:
                        yield segment
            reader.check_complete()
            return
        except InterpresError as error:
            if reader.translations is not None:
                return
            delay = _retry_delay(reader, attempts, error)
        await caller.sleep(delay)


class AsyncTranslationStream:
    """TranslationStream for `async for` and `async with`."""

    def __init__(self, caller: AsyncCaller, texts: Sequence[str],
                 request: pb.TranslateRequest, timeout: float | None) -> None:
        self._reader = StreamReader(texts)
        self._segments = _read_async(caller, self._reader, _message(request),
                                     caller.settings.attempts(timeout))

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
