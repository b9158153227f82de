"""Google's client library for Python against a server of Interpres.

The environment: INTERPRES_SERVER, host:port; INTERPRES_TOKEN; INTERPRES_CA, a
PEM file of the server's certificate, or empty for a server without TLS;
INTERPRES_TRANSPORT, `grpc` (the default) or `rest`.
"""

import os
import pathlib
import sys

import grpc
from google.api_core import client_options, exceptions
from google.auth.credentials import AnonymousCredentials
from google.auth.exceptions import InvalidOperation
from google.cloud import translate_v3
from google.cloud.translate_v3.services.translation_service import transports

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
# pylint: disable=wrong-import-position
from checks import expect_equal, expect_in, run_checks  # noqa: E402

SERVER = os.environ["INTERPRES_SERVER"]
TOKEN = os.environ["INTERPRES_TOKEN"]
CA = os.environ["INTERPRES_CA"]
TRANSPORT = os.environ.get("INTERPRES_TRANSPORT", "grpc")
PARENT = "projects/any/locations/global"
GLOSSARY = f"{PARENT}/glossaries/python"


class Client:
    """The library's client; on a channel of ours the token is metadata."""

    def __init__(self):
        if CA:
            # As a program that uses Google's service, with another address.
            os.environ["GRPC_DEFAULT_SSL_ROOTS_FILE_PATH"] = CA
            self.client = translate_v3.TranslationServiceClient(
                client_options=client_options.ClientOptions(
                    api_endpoint=SERVER, api_key=TOKEN), transport=TRANSPORT)
            self.metadata = ()
        elif TRANSPORT == "rest":
            self.client = rest_client()
            self.metadata = (("authorization", f"Bearer {TOKEN}"),)
        else:
            transport = transports.TranslationServiceGrpcTransport(
                channel=grpc.insecure_channel(SERVER))
            self.client = translate_v3.TranslationServiceClient(
                transport=transport)
            self.metadata = (("authorization", f"Bearer {TOKEN}"),)

    def call(self, method, **request):
        return getattr(self.client, method)(
            request=request, metadata=self.metadata, timeout=60)


def rest_client():
    """A client without TLS and without a token."""
    return translate_v3.TranslationServiceClient(
        transport=transports.TranslationServiceRestTransport(
            host=SERVER, url_scheme="http",
            credentials=AnonymousCredentials()))


client = Client()


def translate(contents, **fields):
    return client.call("translate_text", parent=PARENT, contents=contents,
                       target_language_code="es", **fields)


def check_texts():
    response = translate(["The cat sleeps.", "Good morning."],
                         source_language_code="en", mime_type="text/plain",
                         labels={"team": "conformance"})
    expect_equal([t.translated_text for t in response.translations],
                 ["El gato duerme.", "Buenos días."], "translations")
    expect_equal([t.detected_language_code for t in response.translations],
                 ["", ""], "detected languages")


def check_html_is_the_default():
    link = '<a href="https://example.org/?a=1&amp;b=2">here</a>'
    response = translate(
        ["<p>The <b>cat</b> sleeps.</p>", f"Look {link}.",
         'Pay <span translate="no" id="7">{name}</span> today.'])
    first, second, third = response.translations
    expect_equal(first.detected_language_code, "en", "detected language")
    expect_equal(first.translated_text, "<p>El <b>gato</b> duerme.</p>",
                 "translation")
    expect_in('<a href="https://example.org/?a=1&amp;b=2">',
              second.translated_text, "translation")
    expect_in('<span translate="no" id="7">{name}</span>',
              third.translated_text, "translation")


def check_texts_in_the_target_language():
    text = "¿Dónde dejaste las llaves de la casa?"
    response = translate([text], mime_type="text/plain")
    expect_equal((response.translations[0].translated_text,
                  response.translations[0].detected_language_code),
                 (text, "es"), "unchanged")


def check_many_texts():
    contents = [f"Number {i}." for i in range(1024)]
    response = translate(contents, mime_type="text/plain",
                         source_language_code="en")
    expect_equal(len(response.translations), 1024, "translations")
    for i, translation in enumerate(response.translations):
        expect_in(str(i), translation.translated_text, "translation")


def check_model():
    model = f"{PARENT}/models/general/nmt"
    response = translate(["Good morning."], model=model)
    expect_equal(response.translations[0].model, model, "model")
    try:
        translate(["Good morning."],
                  model=f"{PARENT}/models/general/no-such-model")
    except exceptions.NotFound as error:
        expect_in("no-such-model", str(error), "message")
        expect_in("en-es", str(error), "message")
        return
    raise AssertionError("an unknown model translates")


def check_detection():
    response = client.call("detect_language", parent=PARENT,
                           content="¿Dónde dejaste las llaves de la casa?",
                           mime_type="text/plain")
    expect_equal(response.languages[0].language_code, "es", "language")
    assert response.languages[0].confidence > 0.9


def check_languages():
    response = client.call("get_supported_languages", parent=PARENT,
                           display_language_code="fr")
    expect_equal([(l.language_code, l.display_name, l.support_source,
                   l.support_target) for l in response.languages],
                 [("en", "anglais", True, True),
                  ("es", "espagnol", True, True)], "languages")


def check_life_of_a_glossary():
    uri = "data:text/csv,cat%2Cminino%0Adog%2Cchucho"
    operation = client.call("create_glossary", parent=PARENT, glossary={
        "name": GLOSSARY,
        "language_pair": {"source_language_code": "en",
                          "target_language_code": "es"},
        "input_config": {"gcs_source": {"input_uri": uri}}})
    expect_equal(operation.result(timeout=60).entry_count, 2, "entries")
    expect_equal(client.call("get_glossary", name=GLOSSARY).name, GLOSSARY,
                 "name")
    expect_in(GLOSSARY, [g.name for g in client.call(
        "list_glossaries", parent=PARENT, page_size=1)], "glossaries")
    check_entries()
    response = translate(["The cat sleeps.", "The sea sleeps."],
                         source_language_code="en",
                         glossary_config={"glossary": GLOSSARY})
    with_terms = [t.translated_text for t in response.glossary_translations]
    expect_in("minino", with_terms[0], "translation with the glossary")
    expect_in("océano", with_terms[1], "translation with the glossary")
    expect_equal(response.translations[0].translated_text, "El gato duerme.",
                 "translation without the glossary")
    changed = client.call("update_glossary", glossary={
        "name": GLOSSARY, "language_pair": {"source_language_code": "en",
                                            "target_language_code": "es"},
        "input_config": {"gcs_source": {
            "input_uri": "data:text/csv,cat%2Cfelino"}}},
        update_mask={"paths": ["input_config"]})
    expect_equal(changed.result(timeout=60).entry_count, 1, "changed entries")
    expect_equal(client.call("delete_glossary",
                             name=GLOSSARY).result(timeout=60).name,
                 GLOSSARY, "deleted glossary")
    try:
        client.call("get_glossary", name=GLOSSARY)
    except exceptions.NotFound:
        return
    raise AssertionError("the glossary is still there")


def check_entries():
    """Called with the glossary of check_life_of_a_glossary."""
    entry = {"terms_pair": {
        "source_term": {"language_code": "en", "text": "sea"},
        "target_term": {"language_code": "es", "text": "mar"}}}
    added = client.call("create_glossary_entry", parent=GLOSSARY,
                        glossary_entry=entry)
    entry["terms_pair"]["target_term"]["text"] = "océano"
    client.call("update_glossary_entry",
                glossary_entry={"name": added.name, **entry})
    got = client.call("get_glossary_entry", name=added.name)
    expect_equal(got.terms_pair.target_term.text, "océano", "changed term")
    entries = list(client.call("list_glossary_entries", parent=GLOSSARY,
                               page_size=2))
    expect_equal([e.terms_pair.source_term.text for e in entries],
                 ["cat", "dog", "sea"], "terms")
    client.call("delete_glossary_entry", name=entries[1].name)


def check_errors():
    try:
        translate(["Good morning."], mime_type="text/markdown")
    except exceptions.BadRequest as error:
        expect_in("text/plain", str(error), "message")
    else:
        raise AssertionError("text/markdown is accepted")
    try:
        client.call("romanize_text", parent=PARENT, contents=["a"])
    except exceptions.MethodNotImplemented as error:
        expect_in("RomanizeText", str(error), "message")
    else:
        raise AssertionError("RomanizeText is answered")


def stranger_client():
    """A client without a token."""
    if TRANSPORT == "rest":
        if not CA:
            return rest_client()
        return translate_v3.TranslationServiceClient(
            credentials=AnonymousCredentials(), transport="rest",
            client_options=client_options.ClientOptions(api_endpoint=SERVER))
    credentials = (grpc.ssl_channel_credentials(
        pathlib.Path(CA).read_bytes()) if CA else None)
    channel = (grpc.secure_channel(SERVER, credentials) if CA
               else grpc.insecure_channel(SERVER))
    return translate_v3.TranslationServiceClient(
        transport=transports.TranslationServiceGrpcTransport(channel=channel))


def check_a_token_is_needed():
    try:
        stranger_client().detect_language(request={"parent": PARENT, "content": "a"})
    # Over REST, the library tries to refresh its credentials after the error.
    except (exceptions.Unauthenticated, InvalidOperation):
        return
    raise AssertionError("a client without a token is answered")


if __name__ == "__main__":
    run_checks([(name, check) for name, check in sorted(globals().items())
                if name.startswith("check_") and name != "check_entries"])
