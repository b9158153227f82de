"""The methods of the services, with the types of their messages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from google.protobuf.message import Message

from interpres.v1 import admin_pb2 as admin
from interpres.v1 import translation_pb2 as pb

Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)


@dataclass(frozen=True)
class Method(Generic[Request, Response]):
    """A method of a service, and its messages."""

    service: str
    name: str
    request: type[Request]
    response: type[Response]

    @property
    def path(self) -> str:
        """The path of the calls in HTTP/2."""
        return f"/{self.service}/{self.name}"


_TRANSLATION = "interpres.v1.TranslationService"
_ADMIN = "interpres.v1.AdminService"

TRANSLATE = Method(_TRANSLATION, "Translate",
                   pb.TranslateRequest, pb.TranslateResponse)
STREAM_TRANSLATE = Method(_TRANSLATION, "StreamTranslate",
                          pb.StreamTranslateRequest, pb.StreamTranslateResponse)
DETECT_LANGUAGE = Method(_TRANSLATION, "DetectLanguage",
                         pb.DetectLanguageRequest, pb.DetectLanguageResponse)
LIST_MODELS = Method(_TRANSLATION, "ListModels",
                     pb.ListModelsRequest, pb.ListModelsResponse)
LIST_LANGUAGES = Method(_TRANSLATION, "ListLanguages",
                        pb.ListLanguagesRequest, pb.ListLanguagesResponse)

CREATE_GLOSSARY = Method(_ADMIN, "CreateGlossary",
                         admin.CreateGlossaryRequest, admin.Glossary)
GET_GLOSSARY = Method(_ADMIN, "GetGlossary",
                      admin.GetGlossaryRequest, admin.GetGlossaryResponse)
LIST_GLOSSARIES = Method(_ADMIN, "ListGlossaries",
                         admin.ListGlossariesRequest,
                         admin.ListGlossariesResponse)
UPDATE_GLOSSARY = Method(_ADMIN, "UpdateGlossary",
                         admin.UpdateGlossaryRequest, admin.Glossary)
DELETE_GLOSSARY = Method(_ADMIN, "DeleteGlossary",
                         admin.DeleteGlossaryRequest,
                         admin.DeleteGlossaryResponse)
