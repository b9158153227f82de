"""The client for programs without asyncio."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, overload
from types import TracebackType

from interpres import _methods
from interpres._answers import detections_of, only, translations_of
from interpres._batches import CONCURRENT_REQUESTS, batches
from interpres._calls import Caller, CallGroup
from interpres.connection import Settings, Tls
from interpres.glossaries import Glossaries
from interpres.options import (TextFormat, TranslateOptions, check_iterable,
                               check_options, text_format, text_list,
                               translate_request)
from interpres.results import (Detection, LanguagePair, Model, Translation,
                               make_language_pair, make_model)
from interpres.retry import RetryPolicy
from interpres.streams import TranslationStream
from interpres.v1 import translation_pb2 as pb

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Client:
    """Calls a server. Thread-safe. Keep a client: it keeps its connection.

        with Client("localhost:50051") as client:
            print(client.translate("Good morning.", to="es"))

    All calls raise InterpresError. UNAVAILABLE is retried as often as `retry`
    says, RESOURCE_EXHAUSTED with a retry delay until the timeout of the call.
    Wrong arguments raise TypeError or ValueError.
    """

    def __init__(self, address: str = "localhost:50051", *,
                 tls: bool | Tls = False, token: str = "", name: str = "",
                 timeout: float = 30.0, retry: RetryPolicy = RetryPolicy(),
                 admin_address: str | None = None,
                 clock: Callable[[], float] = time.monotonic,
                 sleep: Callable[[float], None] = time.sleep) -> None:
        """Does not connect: the first call connects.

        address: HOST:PORT, or another target of gRPC (`unix:/run/x.sock`).
        tls: True for TLS with public authorities, or Tls(ca="ca.pem").
        token: the bearer token. Empty means no token.
        name: identifies the client on a server without tokens.
        timeout: the maximum time of one call with its retries, in seconds.
        admin_address: the address for `glossaries`.
        clock, sleep: seconds; tests replace them.
        """
        settings = Settings(address, token, name, tls, timeout, retry, clock)
        self._caller = Caller(settings, sleep)
        self._admin = None
        if admin_address is not None:
            settings = Settings(admin_address, token, name, tls, timeout,
                                retry, clock)
            self._admin = Caller(settings, sleep)

    @overload
    def translate(self, texts: str, *, to: str,
                  **options: Unpack[TranslateOptions]) -> Translation: ...

    @overload
    def translate(self, texts: list[str] | tuple[str, ...], *, to: str,
                  **options: Unpack[TranslateOptions]
                  ) -> list[Translation]: ...

    def translate(self, texts: str | list[str] | tuple[str, ...], *, to: str,
                  **options: Unpack[TranslateOptions]
                  ) -> Translation | list[Translation]:
        """Translates one text, or the texts of one request, in their order.

        to: the language of the translations, such as "es" or "pt-BR".
        TranslateOptions has the other keywords.

        Raises the error of a single text. In a list, Translation.error has the
        error of a text, and the other texts are translated.
        """
        listed = text_list(texts)
        translations = translations_of(listed, self._caller.unary(
            _methods.TRANSLATE, translate_request(listed, to, options),
            options.get("timeout")))
        return only(translations) if isinstance(texts, str) else translations

    def translate_many(self, texts: Iterable[str], *, to: str,
                       **options: Unpack[TranslateOptions]
                       ) -> Iterator[Translation]:
        """Translates any number of texts, with several concurrent requests.

        Yields the translations in the order of the texts. `timeout` is the
        maximum time of each request. Has the keywords of translate.
        """
        check_iterable("texts", texts)
        check_options(options)
        return self._translate_many(texts, to, options)

    def _translate_many(self, texts: Iterable[str], to: str,
                        options: TranslateOptions) -> Iterator[Translation]:
        calls = CallGroup()

        def send(batch: list[str]) -> list[Translation]:
            return translations_of(batch, self._caller.unary(
                _methods.TRANSLATE, translate_request(batch, to, options),
                options.get("timeout"), calls))

        pool = ThreadPoolExecutor(CONCURRENT_REQUESTS)
        pending: deque[Future[list[Translation]]] = deque()
        try:
            for batch in batches(texts):
                pending.append(pool.submit(send, batch))
                if len(pending) == CONCURRENT_REQUESTS:
                    yield from pending.popleft().result()
            while pending:
                yield from pending.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            calls.cancel()

    def translate_stream(self, texts: str | list[str] | tuple[str, ...], *,
                         to: str, **options: Unpack[TranslateOptions]
                         ) -> TranslationStream:
        """Translates, and yields each sentence as soon as it is finished.

        After the last segment, `translations` of the stream has the complete
        translations. Errors before the first segment are retried. Has the
        keywords of translate; `format` must be "text".
        """
        listed = text_list(texts)
        return TranslationStream(self._caller, listed,
                                 translate_request(listed, to, options),
                                 options.get("timeout"))

    @overload
    def detect(self, texts: str, *, format: TextFormat = "text",
               timeout: float | None = None) -> Detection: ...

    @overload
    def detect(self, texts: list[str] | tuple[str, ...], *,
               format: TextFormat = "text",
               timeout: float | None = None) -> list[Detection]: ...

    def detect(self, texts: str | list[str] | tuple[str, ...], *,
               format: TextFormat = "text", timeout: float | None = None
               ) -> Detection | list[Detection]:
        """Detects the language of one text, or of several texts.

        The error of a text is in Detection.error.
        """
        listed = text_list(texts)
        detections = detections_of(listed, self._caller.unary(
            _methods.DETECT_LANGUAGE, pb.DetectLanguageRequest(
                texts=listed, format=text_format(format)), timeout))
        return detections[0] if isinstance(texts, str) else detections

    def models(self, *, timeout: float | None = None) -> list[Model]:
        """Returns the models of the server."""
        response = self._caller.unary(_methods.LIST_MODELS,
                                      pb.ListModelsRequest(), timeout)
        return [make_model(model) for model in response.models]

    def languages(self, *, timeout: float | None = None) -> list[LanguagePair]:
        """Returns the pairs of languages that the server translates between."""
        response = self._caller.unary(_methods.LIST_LANGUAGES,
                                      pb.ListLanguagesRequest(), timeout)
        return [make_language_pair(pair) for pair in response.pairs]

    @property
    def glossaries(self) -> Glossaries:
        """The glossaries of the server. REQUIRES: admin_address was given."""
        if self._admin is None:
            raise ValueError("admin_address is absent; expected HOST:PORT; "
                             "give it to the client")
        return Glossaries(self._admin)

    def close(self) -> None:
        """Closes the connection. Calls that have no answer fail."""
        self._caller.close()
        if self._admin is not None:
            self._admin.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None,
                 error: BaseException | None,
                 traceback: TracebackType | None) -> None:
        self.close()
