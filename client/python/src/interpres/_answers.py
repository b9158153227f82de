"""Reads the answers of the server: one result for each text, in order."""

from __future__ import annotations

from collections.abc import Sequence

from interpres._offsets import Offsets
from interpres._status import error_of_message
from interpres.errors import Code, InterpresError
from interpres.results import (Detection, Segment, Translation, make_detection,
                               make_segment, make_translation)
from interpres.v1 import translation_pb2 as pb


def _check_results(texts: int, results: int) -> None:
    if texts != results:
        raise InterpresError(
            Code.INTERNAL,
            f"the server sent {results} results for {texts} texts; expected "
            "one result for each text; check that the server and the client "
            "have the same version")


def translations_of(texts: Sequence[str],
                    response: pb.TranslateResponse) -> list[Translation]:
    """The translations of `texts`."""
    _check_results(len(texts), len(response.results))
    return list(map(make_translation, texts, response.results))


def detections_of(texts: Sequence[str],
                  response: pb.DetectLanguageResponse) -> list[Detection]:
    """The languages of `texts`."""
    _check_results(len(texts), len(response.results))
    return list(map(make_detection, response.results))


def only(translations: list[Translation]) -> Translation:
    """The translation of the only text. Raises the error of the text."""
    translation = translations[0]
    if translation.error is not None:
        raise translation.error
    return translation


class StreamReader:
    """Reads the responses to one message of a stream.

    has_segments: whether the server has sent a segment.
    translations: None until the server has sent the last response.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._offsets: dict[int, Offsets] = {}
        self.has_segments = False
        self.translations: list[Translation] | None = None

    def read(self, response: pb.StreamTranslateResponse) -> Segment | None:
        """Returns the segment of a response. None for the last response.

        Raises the error of the message.
        """
        outcome = response.WhichOneof("outcome")
        if outcome == "error":
            raise error_of_message(response.error)
        if outcome != "partial":
            self.translations = translations_of(self._texts, response.response)
            return None
        self.has_segments = True
        partial = response.partial
        if not 0 <= partial.text < len(self._texts):
            raise InterpresError(
                Code.INTERNAL,
                f"the server sent text {partial.text}; expected 0 to "
                f"{len(self._texts) - 1}; check that the server and the client "
                "have the same version")
        text = self._texts[partial.text]
        if partial.text not in self._offsets:
            self._offsets[partial.text] = Offsets(text)
        return make_segment(text, self._offsets[partial.text], partial.source,
                            partial.translation, partial, partial.text)

    def result(self) -> list[Translation]:
        """The translations. Raises an error before the last response."""
        if self.translations is None:
            raise InterpresError(
                Code.FAILED_PRECONDITION,
                "the stream has not ended; expected the last response; read "
                "all segments first")
        return self.translations

    def check_complete(self) -> None:
        """Raises an error if the stream has ended without a last response."""
        if self.translations is None:
            raise InterpresError(
                Code.UNAVAILABLE,
                "the server ended the stream without a response; expected one "
                "response; send the texts again")
