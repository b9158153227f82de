"""Version 2 of Google's client library for Python against a server.

client.py explains the environment.
"""

import os
import pathlib
import sys

import requests
from google.api_core import exceptions
from google.auth.credentials import AnonymousCredentials
from google.cloud import translate_v2

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
# pylint: disable=wrong-import-position
from checks import expect_equal, expect_in, run_checks  # noqa: E402

TOKEN = os.environ["INTERPRES_TOKEN"]
CA = os.environ["INTERPRES_CA"]
URL = f"{'https' if CA else 'http'}://{os.environ['INTERPRES_SERVER']}"
PATH = URL + "/language/translate/v2"


def make_client(token):
    session = requests.Session()
    session.headers["x-goog-api-key"] = token
    # The library of version 2 asks a session for its bytes of tokens.
    session.is_mtls = False
    return translate_v2.Client(
        credentials=AnonymousCredentials(), _http=session,
        client_options={"api_endpoint": URL})


client = make_client(TOKEN)


def get(path="", **parameters):
    answer = requests.get(PATH + path, params=parameters, timeout=60)
    return answer.status_code, answer.json()


def check_one_text():
    translation = client.translate("Good morning.", target_language="es",
                                   source_language="en", format_="text")
    expect_equal(translation, {"translatedText": "Buenos días.",
                               "input": "Good morning."}, "translation")


def check_texts_whose_language_is_detected():
    translations = client.translate(
        ["<p>The <b>cat</b> sleeps.</p>", "¿Dónde está la estación?"],
        target_language="es", model="nmt")
    expect_equal([(t["translatedText"], t["detectedSourceLanguage"],
                   t["model"]) for t in translations],
                 [("<p>El <b>gato</b> duerme.</p>", "en", "nmt"),
                  ("¿Dónde está la estación?", "es", "nmt")], "translations")


def check_detection():
    one = client.detect_language("¿Dónde dejaste las llaves de la casa?")
    expect_equal(one["language"], "es", "language")
    assert one["confidence"] > 0.9, one
    both = client.detect_language(["Where are the keys of the house?", "-"])
    expect_equal([d["language"] for d in both], ["en", "und"], "languages")


def check_languages():
    expect_equal(client.get_languages("fr"),
                 [{"language": "en", "name": "anglais"},
                  {"language": "es", "name": "espagnol"}], "languages")


def check_errors():
    try:
        client.translate("a", target_language="es", model="no-such-model")
    except exceptions.NotFound as error:
        expect_in("no-such-model", str(error), "message")
    else:
        raise AssertionError("an unknown model translates")
    try:
        make_client("wrong").detect_language("a")
    except exceptions.Unauthorized:
        return
    raise AssertionError("a wrong key is accepted")


def check_get_with_the_key():
    status, answer = get(q=["The cat sleeps.", "Good morning."], target="es",
                         source="en", format="text", key=TOKEN)
    expect_equal((status, [t["translatedText"]
                           for t in answer["data"]["translations"]]),
                 (200, ["El gato duerme.", "Buenos días."]), "translations")
    status, answer = get(q="a", target="es")
    expect_equal((status, answer["error"]["errors"][0]["reason"]),
                 (401, "forbidden"), "error")


if __name__ == "__main__":
    run_checks([(name, check) for name, check in sorted(globals().items())
                if name.startswith("check_")])
