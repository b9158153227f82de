"""The Python package against the real server, with the bundled checkpoint.

usage: client_package_server.py BUILD_DIR
"""

import asyncio
import itertools
import pathlib
import sys
import tempfile
import threading

from interpres import (AsyncClient, Client, Code, DetectedLanguage,
                       InterpresError, RetryPolicy)
from interpres.v1 import translation_pb2 as pb

from checks import expect_equal, expect_in, expect_refused, run_checks
from server_process import ServerProcess, parse_event

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODEL = ROOT / "model/pretrained/en-es"
GOOD = "Good morning."
GOOD_ES = "Buenos días."
HOW = "How are you?"
HOW_ES = "¿Cómo estás?"
DOCUMENT = "Good morning.\n\nHow are you?  I am fine — thank you. See you soon."


def expect_raises(action, code, *parts):
    try:
        action()
    except InterpresError as error:
        expect_equal(error.code, code, f"code of {error}")
        for part in parts:
            expect_in(part, error.message, "message")
        return error
    raise AssertionError(f"no error; expected {code.name}")


def with_async(address, use, **options):
    """Runs the coroutine use(client) with an AsyncClient."""
    async def run():
        async with AsyncClient(address, **options) as client:
            return await use(client)
    return asyncio.run(run())


class Checks:
    """The checks; each is a method whose name starts with check_."""

    def __init__(self, server, admin_address):
        self.server = server
        self.admin_address = admin_address
        self.client = Client(server.address, admin_address=admin_address)

    def run_async(self, use):
        return with_async(self.server.address, use,
                          admin_address=self.admin_address)

    def check_one_text(self):
        translation = self.client.translate(GOOD, to="es")
        expect_equal(str(translation), GOOD_ES, "str")
        expect_equal(translation.text, GOOD_ES, "text")
        expect_equal(translation.source, GOOD, "source")
        expect_equal(translation.source_language, "en", "source language")
        expect_equal(translation.detected.language, "en", "detected")
        expect_equal(translation.models, ("en-es",), "models")
        expect_equal(len(translation.alternatives), 1, "alternatives")
        assert translation.score < 0, translation.score
        expect_equal(translation.best.finish_reason, "end_of_sentence",
                     "finish reason")

    def check_list(self):
        translations = self.client.translate([HOW, "", GOOD], to="es",
                                             source="en")
        expect_equal([t.text for t in translations], [HOW_ES, "", GOOD_ES],
                     "texts")
        expect_equal(translations[0].detected, None, "detected")
        expect_equal(translations[0].error, None, "error")

    def check_alternatives(self):
        translation = self.client.translate(GOOD, to="es", alternatives=3)
        texts = [a.text for a in translation.alternatives]
        expect_equal(len(set(texts)), 3, f"alternatives {texts}")
        scores = [a.score for a in translation.alternatives]
        expect_equal(scores, sorted(scores, reverse=True), "scores")

    def check_formats(self):
        expect_equal(self.client.translate(
            f"<p><b>{GOOD}</b></p>", to="es", format="html").text,
            f"<p><b>{GOOD_ES}</b></p>", "html")
        expect_equal(self.client.translate(
            f"# {GOOD}\n\n* {HOW}\n", to="es", format="markdown").text,
            f"# {GOOD_ES}\n\n* {HOW_ES}\n", "markdown")
        expect_equal(self.client.translate(
            GOOD, to="es", format="text", priority="batch").text, GOOD_ES,
            "text")
        expect_refused(lambda: self.client.translate(
            GOOD, to="es", format="pdf"), ValueError, "html")

    def check_terms(self):
        translation = self.client.translate(
            "The house is red.", to="es", source="en",
            terms={"house": "mansión"})
        expect_in("mansión", translation.text, "translation")
        copied = self.client.translate("Acme Window is closed.", to="es",
                                       do_not_translate=["Acme Window"])
        expect_in("Acme Window", copied.text, "translation")

    def check_fields_without_a_keyword(self):
        request = pb.TranslateRequest(
            split=pb.SPLIT_OFF, options={"beam_size": 1, "max_length": 2})
        translation = self.client.translate(DOCUMENT, to="es", request=request)
        expect_equal(translation.best.finish_reason, "length_limit", "reason")
        expect_equal(len(translation.segments), 1, "segments")
        expect_equal(len(request.texts), 0, "texts of the caller's message")

    def check_segments(self):
        segments = self.client.translate(DOCUMENT, to="es").segments
        expect_equal(len(segments), 4, "segments")
        expect_equal((segments[0].source, segments[0].text), (GOOD, GOOD_ES),
                     "segment")
        for segment in segments:
            expect_equal(DOCUMENT[segment.start:segment.end], segment.source,
                         "source")

    def check_error_of_one_text(self):
        translations = self.client.translate(
            [GOOD, "word " * 1000, HOW], to="es")
        expect_equal(translations[0].text, GOOD_ES, "text")
        expect_equal(translations[2].text, HOW_ES, "text")
        failed = translations[1]
        expect_equal(failed.error.code, Code.INVALID_ARGUMENT, "code")
        expect_raises(lambda: failed.text, Code.INVALID_ARGUMENT)
        expect_in("INVALID_ARGUMENT", repr(failed), "repr")
        expect_raises(lambda: self.client.translate("word " * 1000, to="es"),
                      Code.INVALID_ARGUMENT)

    def check_errors(self):
        error = expect_raises(lambda: self.client.translate(GOOD, to="xx"),
                              Code.NOT_FOUND, "xx")
        expect_equal(str(error), f"NOT_FOUND: {error.message}", "str")
        assert error.request_id, "the error has no request id"
        expect_raises(lambda: self.client.translate([], to="es"),
                      Code.INVALID_ARGUMENT, "text")
        expect_raises(lambda: self.client.translate(
            GOOD, to="es", model="no-such"), Code.NOT_FOUND, "no-such")
        expect_raises(lambda: self.client.translate(
            GOOD, to="es", glossary="no-such", source="en"), Code.NOT_FOUND)

    def check_wrong_arguments(self):
        translate = self.client.translate
        expect_refused(lambda: translate(5, to="es"), TypeError)
        expect_refused(lambda: translate([b"x"], to="es"), TypeError, "bytes")
        expect_refused(lambda: translate(GOOD), TypeError, "to")
        expect_refused(lambda: translate(GOOD, to="es", beam=4), TypeError,
                       "'beam'", "alternatives")
        expect_refused(lambda: translate(GOOD, to="es", timeout=0), ValueError,
                       "timeout is 0")
        expect_refused(lambda: translate(GOOD, to="es", priority="high"),
                       ValueError, "interactive, batch")
        expect_refused(lambda: Client(""), ValueError, "HOST:PORT")
        expect_refused(lambda: Client(timeout=-1), ValueError, "timeout is -1")
        expect_refused(lambda: RetryPolicy(max_attempts=-1), ValueError)
        expect_refused(lambda: Client().glossaries, ValueError, "admin_address")

    def check_stream(self):
        stream = self.client.translate_stream([DOCUMENT, HOW], to="es")
        segments = sorted(stream, key=lambda s: (s.index, s.start))
        expect_equal([s.index for s in segments], [0, 0, 0, 0, 1], "indexes")
        complete = self.client.translate([DOCUMENT, HOW], to="es")
        expect_equal([t.text for t in stream.translations],
                     [t.text for t in complete], "translations")
        expect_equal([(s.start, s.source, s.text) for s in segments[:4]],
                     [(s.start, s.source, s.text)
                      for s in complete[0].segments], "segments")

    def check_stream_errors(self):
        expect_raises(lambda: next(self.client.translate_stream(
            GOOD, to="xx")), Code.NOT_FOUND, "xx")
        expect_refused(lambda: self.client.translate_stream(
            GOOD, to="es", beam=4), TypeError, "'beam'")

    def check_many_texts(self):
        texts = [f"This is house number {i}." for i in range(1000)]
        translations = list(self.client.translate_many(
            iter(texts), to="es", priority="batch"))
        expect_equal([t.source for t in translations], texts, "order")
        for number in (0, 500, 999):
            expect_in(str(number), translations[number].text, "translation")

    def check_many_texts_are_read_as_needed(self):
        read = itertools.count()
        texts = (f"Day {next(read)}." for _ in itertools.count())
        first = list(itertools.islice(
            self.client.translate_many(texts, to="es"), 10))
        expect_equal(len(first), 10, "translations")
        assert next(read) < 1000, "all texts were read"

    def check_many_texts_with_an_error(self):
        expect_raises(lambda: list(self.client.translate_many(
            [GOOD] * 500, to="xx")), Code.NOT_FOUND)
        expect_refused(lambda: self.client.translate_many(
            [GOOD], to="es", beam=1), TypeError)

    def check_detect(self):
        detection = self.client.detect("¿Dónde está la estación?")
        expect_equal(str(detection), "es", "language")
        assert detection.confidence > 0.9, detection
        several = self.client.detect([GOOD, "12"])
        expect_equal([d.language for d in several], ["en", "und"], "languages")
        expect_equal(several[1].best, DetectedLanguage("und", 0), "candidate")
        marked = self.client.detect("<p lang='es'>Good morning, all.</p>",
                                    format="html")
        expect_equal(marked.language, "en", "language")

    def check_models_and_languages(self):
        model, = self.client.models()
        expect_equal(set(model.directions), {("en", "es"), ("es", "en")},
                     "directions")
        expect_equal((model.name, bool(model.version)), ("en-es", True), "name")
        pair = self.client.languages()[0]
        expect_equal((pair.source, pair.target, pair.target_name, pair.models),
                     ("en", "es", "Spanish", ("en-es",)), "pair")

    def check_glossaries(self):
        glossaries = self.client.glossaries
        terms = {"house": "mansión", 'a "big" dog, or cat': "perro, gato"}
        made = glossaries.create("products", terms, source="en", to="es")
        expect_equal(made.pairs, (("en", "es", 2),), "pairs")
        expect_equal(glossaries.terms("products"), terms, "terms")
        expect_in("mansión", self.client.translate(
            "The house is red.", to="es", source="en",
            glossary="products").text, "translation")
        glossaries.update("products", {"house": "casona"})
        expect_equal(glossaries.terms("products"), {"house": "casona"}, "terms")
        expect_equal([g.name for g in glossaries.list()], ["products"], "names")
        glossaries.delete("products")
        expect_raises(lambda: glossaries.terms("products"), Code.NOT_FOUND)

    def check_async(self):
        async def use(client):
            one, several, detection, models, pairs = await asyncio.gather(
                client.translate(GOOD, to="es"),
                client.translate([GOOD, HOW], to="es", source="en"),
                client.detect(GOOD), client.models(), client.languages())
            expect_equal(str(one), GOOD_ES, "translation")
            expect_equal([t.text for t in several], [GOOD_ES, HOW_ES], "texts")
            expect_equal(detection.language, "en", "language")
            expect_equal((len(models), len(pairs)), (1, 2), "models, pairs")
            try:
                await client.translate(GOOD, to="xx")
            except InterpresError as error:
                expect_equal(error.code, Code.NOT_FOUND, "code")
                return
            raise AssertionError("no error")
        self.run_async(use)

    def check_async_stream(self):
        async def use(client):
            stream = client.translate_stream(DOCUMENT, to="es")
            segments = {s.start: s.text async for s in stream}
            translation = await client.translate(DOCUMENT, to="es")
            expect_equal(segments, {s.start: s.text
                                    for s in translation.segments}, "segments")
            expect_equal(stream.translations[0].text, translation.text, "text")
        self.run_async(use)

    def check_async_many_texts(self):
        texts = [f"This is house number {i}." for i in range(500)]

        async def generated():
            for text in texts:
                yield text

        async def use(client):
            for source in (iter(texts), generated()):
                translations = [t async for t in client.translate_many(
                    source, to="es")]
                expect_equal([t.source for t in translations], texts, "order")
            expect_in("499", translations[499].text, "translation")
        self.run_async(use)

    def check_async_many_texts_with_an_error(self):
        async def use(client):
            async def generated():
                for number in range(500):
                    if number % 8 == 0:  # the first requests fail meanwhile
                        await client.models()
                    yield GOOD
            try:
                async for _ in client.translate_many(generated(), to="xx"):
                    pass
            except InterpresError as error:
                expect_equal(error.code, Code.NOT_FOUND, "code")
            else:
                raise AssertionError("no error")
            expect_equal(asyncio.all_tasks(), {asyncio.current_task()}, "tasks")
        self.run_async(use)

    def check_async_glossaries(self):
        async def use(client):
            glossaries = client.glossaries
            await glossaries.create("names", {"a": "b"}, source="en", to="es")
            await glossaries.update("names", {"c": "d"})
            expect_equal(await glossaries.terms("names"), {"c": "d"}, "terms")
            expect_equal(len(await glossaries.list()), 1, "glossaries")
            await glossaries.delete("names")
        self.run_async(use)

    def check_threads_share_a_client(self):
        failures = []

        def work(number):
            try:
                text = self.client.translate(f"I have {number} cats.", to="es")
                expect_in(str(number), text.text, "translation")
            except Exception as error:  # pylint: disable=broad-except
                failures.append(error)
        threads = [threading.Thread(target=work, args=(100 + i,))
                   for i in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        expect_equal(failures, [], "failures")


def admin_address(server):
    ports = [event["port"] for event in map(parse_event, server.log)
             if event.get("message") == "admin listening"]
    return f"127.0.0.1:{ports[0]}"


def check_busy_server(binary):
    """A full queue refuses most requests at first. All texts are translated."""
    texts = [f"I see {i} birds." for i in range(60)]
    waits = []

    async def sleep(seconds):
        waits.append(seconds)
        await asyncio.sleep(seconds)

    with ServerProcess(binary, MODEL, "--queue-jobs", "2", "--workers", "1",
                       "--slots", "1", "--cache-bytes", "0") as server:
        async def use(client):
            return await asyncio.gather(*(
                client.translate(text, to="es", source="en")
                for text in texts))
        translations = with_async(server.address, use, timeout=60, sleep=sleep)
    for number, translation in enumerate(translations):
        expect_in(str(number), translation.text, "translation")
    assert waits, "the server refused no request"


def check_restart(binary):
    with ServerProcess(binary, MODEL) as server:
        client = Client(server.address)
        expect_equal(str(client.translate(GOOD, to="es")), GOOD_ES, "before")
    with ServerProcess(binary, MODEL, address=server.address):
        expect_equal(str(client.translate(GOOD, to="es")), GOOD_ES, "after")
    expect_raises(lambda: client.translate(GOOD, to="es", timeout=30),
                  Code.UNAVAILABLE, server.address)
    client.close()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    binary = pathlib.Path(sys.argv[1]) / "bin/interpres-server"
    with tempfile.TemporaryDirectory() as glossaries, ServerProcess(
            binary, MODEL, "--compute-type", "float32",
            "--max-text-bytes", "4000", "--admin-address", "127.0.0.1:0",
            "--glossary-directory", glossaries) as server:
        checks = Checks(server, admin_address(server))
        named = [(name, getattr(checks, name)) for name in dir(Checks)
                 if name.startswith("check_")]
        named += [("check_busy_server", lambda: check_busy_server(binary)),
                  ("check_restart", lambda: check_restart(binary))]
        run_checks(named)


if __name__ == "__main__":
    main()
