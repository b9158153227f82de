"""A request for each operation of the OpenAPI document, which must succeed.

The server has the bundled checkpoint, a token and a directory of glossaries.
The order counts: requests for a glossary stand between the request that makes
the glossary and the request that removes it.
"""

import json
import urllib.parse

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
LOCATION = "/v3/projects/{project}/locations/{location}"
NAMES = {"{project}": "p", "{location}": "l", "{glossary}": "animals",
         # The languages and the term "cat" in Base64.
         "{entry}": "en.es.Y2F0"}
GLOSSARY = "projects/p/locations/l/glossaries/animals"
MORNING = "Good morning."


class Example:
    """path: as in the document, with braces; query: behind the question mark;
    body: None without a body."""

    def __init__(self, method, path, body=None, query="", content_type=JSON):
        self.method = method
        self.path = path
        self.target = path + query
        for name, value in NAMES.items():
            self.target = self.target.replace(name, value)
        self.headers = {}
        self.body = None
        if body is not None:
            self.headers = {"Content-Type": content_type}
            self.body = (json.dumps(body) if content_type == JSON else
                         urllib.parse.urlencode(body, doseq=True)).encode()


def own():
    request = {"texts": [MORNING, "- !"], "targetLanguage": "es"}
    html = {"texts": ["<p>Good <b>morning</b>.</p>"], "targetLanguage": "es",
            "format": "TEXT_FORMAT_HTML",
            "options": {"nBest": 2, "beamSize": 4, "returnAlignments": True}}
    return [Example("POST", "/v1/translate", request),
            Example("POST", "/v1/translate", html),
            Example("POST", "/v1/detect", {"texts": [MORNING, "- !"]}),
            *(Example("GET", path) for path in (
                "/v1/models", "/v1/languages", "/healthz", "/readyz",
                "/openapi.json"))]


def libre():
    examples = []
    for content_type in (JSON, FORM):
        for extra in ({}, {"source": "auto"}, {"alternatives": 2}):
            for text in (MORNING, [MORNING, "- !"]):
                if content_type == FORM and isinstance(text, list):
                    continue
                examples.append(Example(
                    "POST", "/translate",
                    {"q": text, "source": "en", "target": "es", **extra},
                    content_type=content_type))
        examples.append(Example("POST", "/detect", {"q": MORNING},
                                content_type=content_type))
    return examples + [Example("GET", path) for path in (
        "/languages", "/frontend/settings", "/health")]


def deepl():
    form = {"text": [MORNING, "- !"], "target_lang": "ES"}
    markup = {"text": ["<p>Good <b>morning</b>.</p>"], "target_lang": "ES",
              "source_lang": "EN", "tag_handling": "xml",
              "ignore_tags": ["x"], "show_billed_characters": True,
              "split_sentences": "nonewlines", "formality": "prefer_more"}
    glossary = {"name": "animals", "source_lang": "EN", "target_lang": "ES",
                "entries": "cat,gato", "entries_format": "csv"}
    one = "/v2/glossaries/{glossary}"
    return [Example("POST", "/v2/translate", form, content_type=FORM),
            Example("POST", "/v2/translate", markup),
            Example("POST", "/v2/languages", {"type": "target"}),
            Example("GET", "/v2/languages", query="?type=source"),
            Example("GET", "/v2/usage"), Example("POST", "/v2/usage"),
            Example("GET", "/v2/glossary-language-pairs"),
            Example("POST", "/v2/glossaries", glossary),
            Example("GET", "/v2/glossaries"), Example("GET", one),
            Example("GET", one + "/entries"), Example("DELETE", one)]


def google_texts():
    text = {"contents": [MORNING, "- !"], "targetLanguageCode": "es",
            "mimeType": "text/plain", "labels": {"key": "value"}}
    detected = {"content": "The cat sleeps in the old house."}
    examples = []
    for parent in ("/v3/projects/{project}", LOCATION):
        examples += [
            Example("POST", parent + ":translateText", text),
            Example("POST", parent + ":detectLanguage", detected),
            Example("GET", parent + "/supportedLanguages",
                    query="?displayLanguageCode=es")]
    return examples


def google_glossaries():
    glossary = {"name": GLOSSARY,
                "languagePair": {"sourceLanguageCode": "en",
                                 "targetLanguageCode": "es"},
                "inputConfig": {"gcsSource": {
                    "inputUri": "data:text/csv,cat%2Cgato%0Adog%2Cperro"}}}
    terms = {"sourceTerm": {"languageCode": "en", "text": "house"},
             "targetTerm": {"languageCode": "es", "text": "casa"}}
    cat = {**terms, "sourceTerm": {"languageCode": "en", "text": "cat"}}
    text = {"contents": ["The cat."], "sourceLanguageCode": "en",
            "targetLanguageCode": "es",
            "glossaryConfig": {"glossary": GLOSSARY}}
    every = LOCATION + "/glossaries"
    one = every + "/{glossary}"
    entries = one + "/glossaryEntries"
    return [Example("POST", every, glossary),
            Example("GET", every, query="?pageSize=1"), Example("GET", one),
            Example("PATCH", one, glossary, query="?updateMask=inputConfig"),
            Example("POST", LOCATION + ":translateText", text),
            Example("POST", entries, {"termsPair": terms}),
            Example("GET", entries), Example("GET", entries + "/{entry}"),
            Example("PATCH", entries + "/{entry}", {"termsPair": cat}),
            Example("DELETE", entries + "/{entry}"), Example("DELETE", one)]


def google_v2():
    path = "/language/translate/v2"
    fields = {"q": [MORNING, "- !"], "target": "es", "model": "nmt"}
    query = "?" + urllib.parse.urlencode(fields, doseq=True)
    return [Example("GET", path, query=query),
            Example("POST", path, fields),
            Example("POST", path, {**fields, "source": "en"},
                    content_type=FORM),
            Example("GET", path + "/detect", query="?q=Good+morning"),
            Example("POST", path + "/detect", {"q": [MORNING, "- !"]}),
            Example("GET", path + "/languages"),
            Example("GET", path + "/languages", query="?target=es"),
            Example("POST", path + "/languages", {"target": "es"})]


def examples():
    """All of them. /v1/translate:stream is absent: the document describes its
    events, and the answer has several."""
    return (own() + libre() + deepl() + google_texts() + google_glossaries() +
            google_v2())
