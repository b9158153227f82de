"""The client of the translation service Interpres.

    from interpres import Client

    with Client("localhost:50051") as client:
        print(client.translate("Good morning.", to="es"))

AsyncClient has the same methods for asyncio. interpres.v1 has the messages and
the stubs of gRPC.
"""

from interpres.async_client import AsyncClient
from interpres.client import Client
from interpres.connection import Tls
from interpres.errors import Code, InterpresError
from interpres.glossaries import AsyncGlossaries, Glossaries
from interpres.options import Priority, TextFormat, TranslateOptions
from interpres.results import (Alternative, DetectedLanguage, Detection,
                               Glossary, LanguagePair, Model, Segment,
                               Translation)
from interpres.retry import RetryPolicy
from interpres.streams import AsyncTranslationStream, TranslationStream

__all__ = [
    "Alternative", "AsyncClient", "AsyncGlossaries", "AsyncTranslationStream",
    "Client", "Code", "DetectedLanguage", "Detection", "Glossaries", "Glossary",
    "InterpresError", "LanguagePair", "Model", "Priority", "RetryPolicy",
    "Segment", "TextFormat", "Tls", "TranslateOptions", "Translation",
    "TranslationStream",
]
