"""The results of calls."""

from __future__ import annotations

from dataclasses import dataclass, field

from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

from interpres._offsets import Offsets
from interpres._status import error_of_message
from interpres.errors import InterpresError
from interpres.v1 import admin_pb2
from interpres.v1 import translation_pb2 as pb


def _name(enum: EnumTypeWrapper, prefix: str, number: int) -> str:
    """`end_of_sentence` for FINISH_REASON_END_OF_SENTENCE, for example."""
    if number not in enum.values():
        return "unknown"
    return enum.Name(number).removeprefix(prefix).lower()


def _finish_reason(number: int) -> str:
    return _name(pb.FinishReason, "FINISH_REASON_", number)


@dataclass(frozen=True)
class Segment:
    """One sentence of a text, and its translation.

    index: the index of the text in the request, for a segment of
        translate_stream. 0 in Translation.segments.
    source: the sentence, which is text[start:end].
    text: its translation.
    score: the length-normalised log-probability. Higher is better.
    finish_reason: as in Alternative.
    flags: "split", "low_coverage" or "repair_incomplete". Usually empty.
    """

    index: int
    start: int
    end: int
    source: str
    text: str
    score: float
    finish_reason: str
    flags: tuple[str, ...]


@dataclass(frozen=True)
class Alternative:
    """One translation of a text.

    score: the mean of the length-normalised log-probabilities of its sentences.
        Higher is better. 0 if nothing was translated.
    finish_reason: "end_of_sentence", "length_limit" (the translation may be
        incomplete) or "repetition" (the translation is probably wrong).
    """

    text: str
    score: float
    finish_reason: str


@dataclass(frozen=True)
class DetectedLanguage:
    """A language in which a text can be written.

    language: a served code, or "und" for a text without a known language.
    confidence: the probability of the language, 0 to 1.
    """

    language: str
    confidence: float


@dataclass(frozen=True)
class Translation:
    """The result of one text.

    source: the text.
    alternatives: its translations, best first. Empty after an error.
    source_language: the code of the language that the model translated from.
        Empty if unknown.
    detected: the detected language. None if the call named the language.
    models: the names of the models that translated the text.
    error: why the text was not translated. None if it was translated.
    raw: the message of the server, with all details.
    """

    source: str
    alternatives: tuple[Alternative, ...]
    source_language: str
    detected: DetectedLanguage | None
    models: tuple[str, ...]
    error: InterpresError | None
    raw: pb.TranslationResult = field(repr=False, compare=False)

    @property
    def best(self) -> Alternative:
        """The best translation. Raises the error of the text, if it has one."""
        if self.error is not None:
            raise self.error
        return self.alternatives[0]

    @property
    def text(self) -> str:
        """The text of the best translation. Raises the error of the text."""
        return self.best.text

    @property
    def score(self) -> float:
        """The score of the best translation. Raises the error of the text."""
        return self.best.score

    @property
    def segments(self) -> list[Segment]:
        """The sentences of the text, in order, with their best translations."""
        offsets = Offsets(self.source)
        translated = self.best.text
        targets = Offsets(translated)
        segments = []
        for segment in self.raw.translations.hypotheses[0].segments:
            start = targets.index(segment.target.begin)
            end = targets.index(segment.target.end)
            segments.append(make_segment(
                self.source, offsets, segment.source, translated[start:end],
                segment))
        return segments

    def __str__(self) -> str:
        return self.text


def make_segment(source: str, offsets: Offsets, span: pb.ByteSpan, text: str,
                 message: pb.Segment | pb.PartialResult,
                 index: int = 0) -> Segment:
    """The segment at `span` of the text `source` with the index `index`."""
    start, end = offsets.index(span.begin), offsets.index(span.end)
    return Segment(
        index, start, end, source[start:end], text, message.score,
        _finish_reason(message.finish_reason),
        tuple(_name(pb.SegmentFlag, "SEGMENT_FLAG_", flag)
              for flag in message.flags))


def _detected(message: pb.DetectedLanguage) -> DetectedLanguage:
    return DetectedLanguage(message.language, message.confidence)


def make_translation(source: str, result: pb.TranslationResult) -> Translation:
    """The translation of the text `source`."""
    return Translation(
        source,
        tuple(Alternative(h.text, h.score, _finish_reason(h.finish_reason))
              for h in result.translations.hypotheses),
        result.source_language,
        (_detected(result.detected_language)
         if result.HasField("detected_language") else None),
        tuple(model.name for model in result.models),
        error_of_message(result.error) if result.HasField("error") else None,
        result)


@dataclass(frozen=True)
class Detection:
    """The languages of one text.

    candidates: the possible languages, best first. Empty after an error.
    error: why no language was detected. None if there are candidates.
    """

    candidates: tuple[DetectedLanguage, ...]
    error: InterpresError | None

    @property
    def best(self) -> DetectedLanguage:
        """The best candidate. Raises the error of the text, if it has one."""
        if self.error is not None:
            raise self.error
        return self.candidates[0]

    @property
    def language(self) -> str:
        """The code of the best candidate. Raises the error of the text."""
        return self.best.language

    @property
    def confidence(self) -> float:
        """The probability of the best candidate. Raises the error."""
        return self.best.confidence

    def __str__(self) -> str:
        return self.language


def make_detection(result: pb.DetectionResult) -> Detection:
    """The detection of one text."""
    return Detection(
        tuple(_detected(language) for language in result.languages),
        error_of_message(result.error) if result.HasField("error") else None)


@dataclass(frozen=True)
class Model:
    """A model of the server.

    directions: its pairs of source and target language.
    max_source_tokens: the maximum length of one sentence, in tokens. The server
        divides a longer sentence.
    raw: the message of the server, with all details.
    """

    name: str
    version: str
    directions: tuple[tuple[str, str], ...]
    max_source_tokens: int
    default_beam_size: int
    raw: pb.Model = field(repr=False, compare=False)


def make_model(model: pb.Model) -> Model:
    """A model of the server."""
    return Model(model.name, model.version,
                 tuple((direction.source_language, direction.target_language)
                       for direction in model.directions),
                 model.max_source_tokens, model.default_beam_size, model)


@dataclass(frozen=True)
class LanguagePair:
    """Two languages that the server translates between.

    source, target: the codes. Empty if a model does not state the language.
    source_name, target_name: the English names.
    models: the names of the models that translate the pair.
    pivot: the language between two translations. Empty for a direct pair. A
        pair with a pivot needs allow_pivot=True.
    """

    source: str
    target: str
    source_name: str
    target_name: str
    models: tuple[str, ...]
    pivot: str


def make_language_pair(pair: pb.LanguagePair) -> LanguagePair:
    """A pair of languages of the server."""
    return LanguagePair(pair.source_language, pair.target_language,
                        pair.source_name, pair.target_name, tuple(pair.models),
                        pair.pivot_language)


@dataclass(frozen=True)
class Glossary:
    """A glossary of the server.

    owned: whether the caller may change the glossary.
    pairs: the source language, the target language and the number of terms of
        each pair of languages.
    """

    name: str
    owned: bool
    pairs: tuple[tuple[str, str, int], ...]


def make_glossary(glossary: admin_pb2.Glossary) -> Glossary:
    """A glossary of the server."""
    return Glossary(glossary.name, glossary.owned,
                    tuple((pair.source_language, pair.target_language,
                           pair.terms) for pair in glossary.pairs))
