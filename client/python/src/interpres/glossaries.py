"""The glossaries that the server keeps for its clients."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

from interpres import _methods
from interpres._calls import AsyncCaller, Caller
from interpres.results import Glossary, make_glossary
from interpres.v1 import admin_pb2 as pb


def _content(terms: Mapping[str, str], source: str,
             to: str) -> pb.GlossaryContent:
    file = io.StringIO()
    csv.writer(file).writerows(terms.items())
    return pb.GlossaryContent(
        format=pb.GLOSSARY_FORMAT_CSV, content=file.getvalue().encode(),
        source_language=source, target_language=to)


def _create(name: str, terms: Mapping[str, str], source: str,
            to: str) -> pb.CreateGlossaryRequest:
    return pb.CreateGlossaryRequest(name=name,
                                    content=_content(terms, source, to))


def _update(name: str, terms: Mapping[str, str]) -> pb.UpdateGlossaryRequest:
    return pb.UpdateGlossaryRequest(name=name, content=_content(terms, "", ""))


def _get(name: str, source: str, to: str) -> pb.GetGlossaryRequest:
    return pb.GetGlossaryRequest(name=name, source_language=source,
                                 target_language=to)


def _terms(response: pb.GetGlossaryResponse) -> dict[str, str]:
    return {term.source: term.target for term in response.terms}


class Glossaries:
    """Keeps glossaries: Client.glossaries. All methods raise InterpresError."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def create(self, name: str, terms: Mapping[str, str], *, source: str,
               to: str, timeout: float | None = None) -> Glossary:
        """Makes a glossary for one pair of languages."""
        return make_glossary(self._caller.unary(
            _methods.CREATE_GLOSSARY, _create(name, terms, source, to),
            timeout))

    def update(self, name: str, terms: Mapping[str, str], *,
               timeout: float | None = None) -> Glossary:
        """Replaces all terms of a glossary."""
        return make_glossary(self._caller.unary(
            _methods.UPDATE_GLOSSARY, _update(name, terms), timeout))

    def terms(self, name: str, *, source: str = "", to: str = "",
              timeout: float | None = None) -> dict[str, str]:
        """Returns the terms. A glossary with several pairs needs languages."""
        return _terms(self._caller.unary(
            _methods.GET_GLOSSARY, _get(name, source, to), timeout))

    def list(self, *, timeout: float | None = None) -> list[Glossary]:
        """Returns the glossaries that the client may use, sorted by name."""
        response = self._caller.unary(_methods.LIST_GLOSSARIES,
                                      pb.ListGlossariesRequest(), timeout)
        return [make_glossary(glossary) for glossary in response.glossaries]

    def delete(self, name: str, *, timeout: float | None = None) -> None:
        """Removes a glossary."""
        self._caller.unary(_methods.DELETE_GLOSSARY,
                           pb.DeleteGlossaryRequest(name=name), timeout)


class AsyncGlossaries:
    """Keeps glossaries: AsyncClient.glossaries."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def create(self, name: str, terms: Mapping[str, str], *, source: str,
                     to: str, timeout: float | None = None) -> Glossary:
        """Makes a glossary for one pair of languages."""
        return make_glossary(await self._caller.unary(
            _methods.CREATE_GLOSSARY, _create(name, terms, source, to),
            timeout))

    async def update(self, name: str, terms: Mapping[str, str], *,
                     timeout: float | None = None) -> Glossary:
        """Replaces all terms of a glossary."""
        return make_glossary(await self._caller.unary(
            _methods.UPDATE_GLOSSARY, _update(name, terms), timeout))

    async def terms(self, name: str, *, source: str = "", to: str = "",
                    timeout: float | None = None) -> dict[str, str]:
        """Returns the terms. A glossary with several pairs needs languages."""
        return _terms(await self._caller.unary(
            _methods.GET_GLOSSARY, _get(name, source, to), timeout))

    async def list(self, *, timeout: float | None = None) -> list[Glossary]:
        """Returns the glossaries that the client may use, sorted by name."""
        response = await self._caller.unary(
            _methods.LIST_GLOSSARIES, pb.ListGlossariesRequest(), timeout)
        return [make_glossary(glossary) for glossary in response.glossaries]

    async def delete(self, name: str, *, timeout: float | None = None) -> None:
        """Removes a glossary."""
        await self._caller.unary(_methods.DELETE_GLOSSARY,
                                 pb.DeleteGlossaryRequest(name=name), timeout)
