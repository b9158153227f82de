"""Clients of LibreTranslate, and schemathesis, against the real server.

usage: http_conformance.py BUILD_DIR NODE_DIR PYTHON_DIR

The clients: libretranslatepy (PyPI), `translate` and `libretranslate` (npm, in
NODE_DIR/node_modules), libretranslate-aio (PyPI, in PYTHON_DIR/venv), and the
requests that Mastodon, Discourse and Weblate send. An empty directory skips its
clients. schemathesis makes requests from /openapi.json, to a server without
tokens and to a server with tokens. The servers have the bundled checkpoint in
float32.
"""

import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request

from libretranslatepy import LibreTranslateAPI

from checks import expect_equal, run_checks
from openapi_checks import (check_answers, check_tokens_are_needed,
                            run_schemathesis)
from server_process import ServerProcess

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOKEN = "a-token-of-the-tests-0123"
WRONG_KEY = "a-wrong-key-of-the-tests"
MORNING = "Buenos días"


def send(url, body=None, headers=None, method=None):
    """(status, JSON) of a request."""
    request = urllib.request.Request(url, data=body, headers=headers or {},
                                     method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def is_missing(directory, name):
    """Whether there is no directory of a client. In CI, that is a failure."""
    if directory:
        return False
    assert os.environ.get("CI") != "true", f"{name} is missing"
    print(f"     SKIPPED: no {name}")
    return True


def expect_morning(command):
    """Runs a program that prints the translation of "Good morning"."""
    done = subprocess.run(command, text=True, capture_output=True, timeout=60,
                          check=False)
    expect_equal((done.returncode, done.stdout.strip()), (0, MORNING),
                 done.stderr)


class Conformance:
    """The checks; each is a method whose name starts with check_."""

    def __init__(self, open_url, guarded_url, directories):
        self.url = open_url
        self.guarded = guarded_url
        self.node, self.python = directories

    def check_libretranslatepy(self):
        api = LibreTranslateAPI(self.url + "/")
        expect_equal(api.translate("Good morning", "en", "es"), MORNING,
                     "translation")
        best = api.detect("Where is the nearest train station?")[0]
        expect_equal(best["language"], "en", "language")
        assert 50 < best["confidence"] <= 100, best
        expect_equal([one["code"] for one in api.languages()], ["en", "es"],
                     "languages")

    def check_libretranslatepy_with_a_key(self):
        api = LibreTranslateAPI(self.guarded + "/", api_key=TOKEN)
        expect_equal(api.translate("Good morning", "en", "es"), MORNING,
                     "translation")
        # The list needs no key, as in LibreTranslate.
        expect_equal(len(api.languages()), 2, "languages")
        try:
            LibreTranslateAPI(self.guarded + "/", api_key="wrong").translate(
                "Good morning", "en", "es")
        except urllib.error.HTTPError as error:
            expect_equal(error.code, 403, "status")
        else:
            raise AssertionError("a wrong key was accepted")

    def run_node(self, program):
        if is_missing(self.node, "NODE_DIR"):
            return
        with tempfile.NamedTemporaryFile("w", suffix=".mjs",
                                         dir=self.node) as script:
            script.write(program)
            script.flush()
            expect_morning(["node", script.name])

    def check_libretranslate_aio(self):
        if is_missing(self.python, "PYTHON_DIR"):
            return
        directory = pathlib.Path(self.python)
        expect_morning([directory / "venv/bin/python", directory / "client.py",
                        self.url, self.guarded, TOKEN])

    def check_npm_translate(self):
        self.run_node(f"""
import translate from "translate";
translate.engine = "libre";
translate.url = "{self.url}/translate";
console.log(await translate("Good morning", {{ from: "en", to: "es" }}));
""")

    def check_npm_libretranslate(self):
        self.run_node(f"""
import libre from "libretranslate";
console.log(await libre.translate({{
  query: "Good morning", source: "en", target: "es", apiurl: "{self.url}" }}));
""")

    def check_compressed_body(self):
        """Google's client for Java compresses its bodies."""
        body = json.dumps({"q": "Good morning", "source": "en",
                           "target": "es"}).encode()
        headers = {"Content-Type": "application/json",
                   "Content-Encoding": "gzip"}
        expect_equal(send(self.url + "/translate", gzip.compress(body),
                          headers)[1], {"translatedText": MORNING}, "answer")
        expect_equal(send(self.url + "/translate", body, headers)[0], 400,
                     "status of a body that is not compressed")

    def check_mastodon(self):
        """An array, HTML, a source that may be unknown; needs `targets`."""
        languages = send(self.url + "/languages")[1]
        assert all(one["targets"] for one in languages), languages
        status, answer = send(
            self.url + "/translate",
            json.dumps({"q": ["<p>Good <b>morning</b></p>", "Hola amigo"],
                        "source": "auto", "target": "es", "format": "html",
                        "api_key": ""}).encode(),
            {"Content-Type": "application/json"})
        expect_equal(status, 200, answer)
        texts = answer["translatedText"]
        expect_equal(len(texts), 2, "texts")
        assert texts[0].startswith("<p>") and "<b>" in texts[0], texts
        expect_equal([one["language"] for one in answer["detectedLanguage"]],
                     ["en", "es"], "a language for each text")

    def check_mastodon_errors(self):
        body = json.dumps({"q": ["a"], "source": "en", "target": "es",
                           "format": "html", "api_key": "wrong"}).encode()
        status, answer = send(self.guarded + "/translate", body,
                              {"Content-Type": "application/json"})
        expect_equal((status, answer), (403, {"error": "Invalid API key"}),
                     "a quota that is used up, for Mastodon")

    def check_discourse(self):
        """Forms; /detect reads the first element."""
        def form(path, **fields):
            return send(self.url + path,
                        urllib.parse.urlencode(fields).encode())
        expect_equal(form("/detect", q="¿Dónde está la estación?")[1][0]
                     ["language"], "es", "language")
        status, answer = form("/translate", q="<p>Good morning</p>",
                              source="en", target="es", format="html")
        expect_equal((status, answer["translatedText"]),
                     (200, f"<p>{MORNING}</p>"), "HTML")

    def check_weblate(self):
        """A form without a format, with the key."""
        status, answer = send(
            self.guarded + "/translate",
            urllib.parse.urlencode({"api_key": TOKEN, "q": "Good morning",
                                    "source": "en", "target": "es"}).encode())
        expect_equal((status, answer["translatedText"]), (200, MORNING),
                     "translation")

    def check_keys_in_queries_and_bodies(self):
        """check_log() looks for the keys."""
        for key, statuses in ((TOKEN, {200}), (WRONG_KEY, {401, 403})):
            for path, name, fields in (
                    ("/translate", "api_key",
                     {"q": "Good morning", "source": "en", "target": "es"}),
                    ("/language/translate/v2", "key",
                     {"q": "Good morning", "target": "es"}),
                    ("/v2/translate", "auth_key",
                     {"text": "Good morning", "target_lang": "ES"})):
                form = urllib.parse.urlencode({name: key, **fields}).encode()
                query = urllib.parse.urlencode({name: key})
                for url, body in (
                        (path, form),
                        (f"{path}?{query}",
                         urllib.parse.urlencode(fields).encode())):
                    status, answer = send(self.guarded + url, body)
                    assert status in statuses, (url, status, answer)

    def check_multipart(self):
        boundary = "b0undary"
        fields = {"q": "Good morning", "source": "en", "target": "es"}
        body = "".join(
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"'
            f"\r\n\r\n{value}\r\n" for name, value in fields.items())
        status, answer = send(
            self.url + "/translate", (body + f"--{boundary}--\r\n").encode(),
            {"Content-Type": f"multipart/form-data; boundary={boundary}"})
        expect_equal((status, answer["translatedText"]), (200, MORNING),
                     "translation")

    def check_alternatives(self):
        status, answer = send(
            self.url + "/translate",
            json.dumps({"q": ["Good morning"], "source": "en", "target": "es",
                        "alternatives": 2}).encode(),
            {"Content-Type": "application/json"})
        expect_equal((status, answer["translatedText"]), (200, [MORNING]),
                     "translation")
        expect_equal(len(answer["alternatives"][0]), 2, answer)

    def check_schemathesis(self):
        run_schemathesis(self.url)

    def check_schemathesis_with_a_token(self):
        """The server has glossaries, which clients with tokens change."""
        run_schemathesis(self.guarded, TOKEN)

    def check_answers_follow_the_document(self):
        check_answers(self.guarded, TOKEN)

    def check_tokens_are_needed(self):
        check_tokens_are_needed(self.guarded)


def check_log(guarded):
    guarded.stop()
    log = "".join(guarded.log)
    assert "/translate" in log or "Translate" in log, log
    for key in (TOKEN, WRONG_KEY):
        assert key not in log, "a key in the log"


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    binary = pathlib.Path(sys.argv[1]) / "bin/interpres-server"
    model = ROOT / "model/pretrained/en-es"
    flags = ("--compute-type", "float32", "--http-address", "127.0.0.1:0")
    with tempfile.TemporaryDirectory() as directory:
        tokens = pathlib.Path(directory) / "tokens"
        tokens.write_text(TOKEN + "\n", encoding="utf-8")
        glossaries = pathlib.Path(directory) / "glossaries"
        glossaries.mkdir()
        with ServerProcess(binary, model, *flags) as server, ServerProcess(
                binary, model, *flags, "--log-level", "debug", "--token-file",
                tokens, "--glossary-directory", glossaries) as guarded:
            checks = Conformance(server.http_url, guarded.http_url,
                                 sys.argv[2:])
            run_checks([(name[len("check_"):], getattr(checks, name))
                        for name in dir(checks) if name.startswith("check_")] +
                       [("no key in the log", lambda: check_log(guarded))])


if __name__ == "__main__":
    main()
