"""The client for programs with asyncio."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import (AsyncIterable, AsyncIterator, Awaitable, Callable,
                             Iterable)
from typing import TYPE_CHECKING, overload
from types import TracebackType

from interpres import _methods
from interpres._answers import detections_of, only, translations_of
from interpres._batches import CONCURRENT_REQUESTS, async_batches
from interpres._calls import AsyncCaller
from interpres.connection import Settings, Tls
from interpres.glossaries import AsyncGlossaries
from interpres.options import (TextFormat, TranslateOptions, check_iterable,
                               check_options, text_format, text_list,
                               translate_request)
from interpres.results import (Detection, LanguagePair, Model, Translation,
                               make_language_pair, make_model)
from interpres.retry import RetryPolicy
from interpres.streams import AsyncTranslationStream
from interpres.v1 import translation_pb2 as pb

if TYPE_CHECKING:
    from typing_extensions import Unpack


class AsyncClient:
    """Client for asyncio. Belongs to the event loop of its first call.

        async with AsyncClient("localhost:50051") as client:
            print(await client.translate("Good morning.", to="es"))
    """

    def __init__(self, address: str = "localhost:50051", *,
                 tls: bool | Tls = False, token: str = "", name: str = "",
                 timeout: float = 30.0, retry: RetryPolicy = RetryPolicy(),
                 admin_address: str | None = None,
                 clock: Callable[[], float] = time.monotonic,
                 sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
                 ) -> None:
        """Does not connect. Client.__init__ describes the arguments."""
        settings = Settings(address, token, name, tls, timeout, retry, clock)
        self._caller = AsyncCaller(settings, sleep)
        self._admin = None
        if admin_address is not None:
            settings = Settings(admin_address, token, name, tls, timeout,
                                retry, clock)
            self._admin = AsyncCaller(settings, sleep)

    @overload
    async def translate(self, texts: str, *, to: str,
                        **options: Unpack[TranslateOptions]
                        ) -> Translation: ...

    @overload
    async def translate(self, texts: list[str] | tuple[str, ...], *, to: str,
                        **options: Unpack[TranslateOptions]
                        ) -> list[Translation]: ...

    async def translate(self, texts: str | list[str] | tuple[str, ...], *,
                        to: str, **options: Unpack[TranslateOptions]
                        ) -> Translation | list[Translation]:
        """Translates one text, or the texts of one request, in their order.

        Client.translate describes keywords and errors.
        """
        listed = text_list(texts)
        translations = translations_of(listed, await self._caller.unary(
            _methods.TRANSLATE, translate_request(listed, to, options),
            options.get("timeout")))
        return only(translations) if isinstance(texts, str) else translations

    def translate_many(self, texts: Iterable[str] | AsyncIterable[str], *,
                       to: str, **options: Unpack[TranslateOptions]
                       ) -> AsyncIterator[Translation]:
        """Translates any number of texts, with several concurrent requests.

        Yields the translations in the order of the texts. `timeout` is the
        maximum time of each request. Has the keywords of translate.
        """
        check_iterable("texts", texts)
        check_options(options)
        return self._translate_many(texts, to, options)

    async def _translate_many(
            self, texts: Iterable[str] | AsyncIterable[str], to: str,
            options: TranslateOptions) -> AsyncIterator[Translation]:
        async def send(batch: list[str]) -> list[Translation]:
            return await self.translate(batch, to=to, **options)

        pending: deque[asyncio.Task[list[Translation]]] = deque()
        try:
            async for batch in async_batches(texts):
                pending.append(asyncio.create_task(send(batch)))
                if len(pending) == CONCURRENT_REQUESTS:
                    for translation in await pending[0]:
                        yield translation
                    pending.popleft()
            while pending:
                for translation in await pending[0]:
                    yield translation
                pending.popleft()
        finally:
            for task in pending:
                task.cancel()
            await asyncio.gather(*pending, return_exceptions=True)

    def translate_stream(self, texts: str | list[str] | tuple[str, ...], *,
                         to: str, **options: Unpack[TranslateOptions]
                         ) -> AsyncTranslationStream:
        """Translates, and yields each sentence as soon as it is finished.

        After the last segment, `translations` of the stream has the complete
        translations. Errors before the first segment are retried. Has the
        keywords of translate; `format` must be "text".
        """
        listed = text_list(texts)
        return AsyncTranslationStream(self._caller, listed,
                                      translate_request(listed, to, options),
                                      options.get("timeout"))

    @overload
    async def detect(self, texts: str, *, format: TextFormat = "text",
                     timeout: float | None = None) -> Detection: ...

    @overload
    async def detect(self, texts: list[str] | tuple[str, ...], *,
                     format: TextFormat = "text",
                     timeout: float | None = None) -> list[Detection]: ...

    async def detect(self, texts: str | list[str] | tuple[str, ...], *,
                     format: TextFormat = "text", timeout: float | None = None
                     ) -> Detection | list[Detection]:
        """Detects the language of one text, or of several texts."""
        listed = text_list(texts)
        detections = detections_of(listed, await self._caller.unary(
            _methods.DETECT_LANGUAGE, pb.DetectLanguageRequest(
                texts=listed, format=text_format(format)), timeout))
        return detections[0] if isinstance(texts, str) else detections

    async def models(self, *, timeout: float | None = None) -> list[Model]:
        """Returns the models of the server."""
        response = await self._caller.unary(_methods.LIST_MODELS,
                                            pb.ListModelsRequest(), timeout)
        return [make_model(model) for model in response.models]

    async def languages(self, *, timeout: float | None = None
                        ) -> list[LanguagePair]:
        """Returns the pairs of languages that the server translates between."""
        response = await self._caller.unary(
            _methods.LIST_LANGUAGES, pb.ListLanguagesRequest(), timeout)
        return [make_language_pair(pair) for pair in response.pairs]

    @property
    def glossaries(self) -> AsyncGlossaries:
        """The glossaries of the server. REQUIRES: admin_address was given."""
        if self._admin is None:
            raise ValueError("admin_address is absent; expected HOST:PORT; "
                             "give it to the client")
        return AsyncGlossaries(self._admin)

    async def close(self) -> None:
        """Closes the connection. Calls that have no answer fail."""
        await self._caller.close()
        if self._admin is not None:
            await self._admin.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, kind: type[BaseException] | None,
                        error: BaseException | None,
                        traceback: TracebackType | None) -> None:
        await self.close()
