"""The options of a translation, and the requests that they make."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypedDict

from interpres.v1 import translation_pb2 as pb

TextFormat = Literal["text", "html", "markdown", "xml"]
Priority = Literal["interactive", "batch"]

FORMATS: Mapping[str, pb.TextFormat] = {
    "text": pb.TEXT_FORMAT_PLAIN,
    "html": pb.TEXT_FORMAT_HTML,
    "markdown": pb.TEXT_FORMAT_MARKDOWN,
    "xml": pb.TEXT_FORMAT_XML,
}
PRIORITIES: Mapping[str, pb.Priority] = {
    "interactive": pb.PRIORITY_INTERACTIVE,
    "batch": pb.PRIORITY_BATCH,
}


class TranslateOptions(TypedDict, total=False):
    """Keywords of translate, translate_stream and translate_many.

    source: the language of the texts. Absent: the server detects the language.
    format: the markup of the texts, which the translations keep: "text",
        "html", "markdown" or "xml". Default "text".
    alternatives: the maximum number of translations of each text, at most the
        beam size (Model.default_beam_size). Default 1.
    glossary: the name of a glossary of the server.
    terms: terms and their translations, which the translations must use.
    do_not_translate: strings that the translations copy, such as names.
    model: the name of the model. Absent: the server chooses the model.
    priority: "batch" if no person waits for the answer. Default "interactive".
    allow_pivot: whether two models may translate through a third language.
    request: a TranslateRequest with fields that have no keyword. Leave `texts`
        empty. Keywords win, and add to the lists of terms and strings. The
        client copies this message.
    timeout: the maximum time of the call with all retries, in seconds. Absent:
        the timeout of the client.
    """

    source: str
    format: TextFormat
    alternatives: int
    glossary: str
    terms: Mapping[str, str]
    do_not_translate: Iterable[str]
    model: str
    priority: Priority
    allow_pivot: bool
    request: pb.TranslateRequest
    timeout: float | None


def text_list(texts: str | Iterable[str]) -> list[str]:
    """The texts of a call. Raises TypeError if one is not a str."""
    listed = [texts] if isinstance(texts, str) else list(texts)
    for text in listed:
        if not isinstance(text, str):
            raise TypeError(f"a text is of type {type(text).__name__}; "
                            "expected str; decode or convert the text")
    return listed


def text_format(name: str) -> pb.TextFormat:
    """The format of this name. Raises ValueError for other names."""
    if name not in FORMATS:
        raise ValueError(f"format is {name!r}; expected one of "
                         f"{', '.join(FORMATS)}; correct the format")
    return FORMATS[name]


def _priority(name: str) -> pb.Priority:
    if name not in PRIORITIES:
        raise ValueError(f"priority is {name!r}; expected one of "
                         f"{', '.join(PRIORITIES)}; correct the priority")
    return PRIORITIES[name]


def check_iterable(name: str, texts: object) -> None:
    """Raises TypeError for a str, which is an iterable of its letters."""
    if isinstance(texts, str):
        raise TypeError(f"{name} is a str; expected several strings; give a "
                        "list")


def check_options(options: TranslateOptions) -> None:
    """Raises TypeError for a keyword that is no option or has a wrong type."""
    check_iterable("do_not_translate", options.get("do_not_translate"))
    for name in options:
        if name not in TranslateOptions.__annotations__:
            raise TypeError(f"unexpected keyword argument {name!r}; expected "
                            f"{', '.join(TranslateOptions.__annotations__)}")


def translate_request(texts: Iterable[str], to: str,
                      options: TranslateOptions) -> pb.TranslateRequest:
    """The request that translates `texts` to the language `to`."""
    check_options(options)
    request = pb.TranslateRequest()
    if "request" in options:
        request.CopyFrom(options["request"])
    request.texts.extend(texts)
    request.target_language = to
    if "source" in options:
        request.source_language = options["source"]
    if "format" in options:
        request.format = text_format(options["format"])
    if "alternatives" in options:
        request.options.n_best = options["alternatives"]
    if "glossary" in options:
        request.glossary_name = options["glossary"]
    for source, target in options.get("terms", {}).items():
        request.glossary.add(source=source, target=target)
    request.do_not_translate.extend(options.get("do_not_translate", ()))
    if "model" in options:
        request.model = options["model"]
    if "priority" in options:
        request.priority = _priority(options["priority"])
    if "allow_pivot" in options:
        request.allow_pivot = options["allow_pivot"]
    return request
