"""A client that Google's grpcio-tools generate from our .proto file, against
the real server: results, errors with details, health, reflection,
cancellation and deadlines.

usage: grpc_python_conformance.py BUILD_DIR MODEL_DIR

MODEL_DIR needs the directions en-es and es-en; the tiny checkpoint of
interpres-write-tiny-model will do.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase)
from grpc_tools import protoc

from checks import expect_equal, expect_in, run_checks
from server_process import ServerProcess

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROTO = "interpres/v1/translation.proto"
SERVICE = "interpres.v1.TranslationService"
SENTENCES = ["The cat sleeps.", "", "A red house stands by the sea."]


def generate(directory):
    # grpcio-tools bring Google's own .proto files along.
    known = pathlib.Path(protoc.__file__).parent / "_proto"
    code = protoc.main(["protoc", f"-I{ROOT / 'proto'}", f"-I{known}",
                        f"--python_out={directory}",
                        f"--grpc_python_out={directory}", PROTO])
    if code != 0:
        sys.exit(f"grpc_tools.protoc failed with {code}")
    sys.path.insert(0, directory)


class Conformance:
    """The checks; each is a method whose name starts with check_."""

    def __init__(self, server, generated):
        from interpres.v1 import translation_pb2, translation_pb2_grpc
        self.pb = translation_pb2
        self.server = server
        self.generated = generated
        self.channel = grpc.insecure_channel(server.address)
        self.stub = translation_pb2_grpc.TranslationServiceStub(self.channel)

    def request(self, texts=("The cat sleeps.",), target="es", **options):
        return self.pb.TranslateRequest(
            texts=texts, target_language=target,
            options=self.pb.TranslateOptions(**options))

    def expect_error(self, request, code, *parts):
        try:
            self.stub.Translate(request, timeout=30)
        except grpc.RpcError as error:
            expect_equal(error.code(), code, "code")
            for part in parts:
                expect_in(part, error.details(), "message")
            return error
        raise AssertionError(f"answered; expected {code}")

    def check_translate(self):
        response = self.stub.Translate(self.request(SENTENCES), timeout=30)
        expect_equal(len(response.results), len(SENTENCES), "results")
        for text, result in zip(SENTENCES, response.results):
            expect_equal(result.WhichOneof("outcome"), "translations", text)
            best = result.translations.hypotheses[0]
            if text:
                assert best.score < 0, f"score {best.score} of {text!r}"
                assert result.source_tokens > 1, result.source_tokens
            else:
                expect_equal(best.text, "", "translation of the empty text")
            assert best.finish_reason in (
                self.pb.FINISH_REASON_END_OF_SENTENCE,
                self.pb.FINISH_REASON_LENGTH_LIMIT), best.finish_reason
        assert response.model, "the response does not name its model"

    def check_n_best_and_token_scores(self):
        response = self.stub.Translate(
            self.request(beam_size=4, n_best=3, max_length=12,
                         length_penalty=1.0, return_token_scores=True),
            timeout=30)
        hypotheses = response.results[0].translations.hypotheses
        expect_equal(len(hypotheses), 3, "hypotheses")
        scores = [h.score for h in hypotheses]
        expect_equal(scores, sorted(scores, reverse=True), "order of scores")
        for hypothesis in hypotheses:
            expect_equal(len(hypothesis.tokens), hypothesis.target_tokens,
                         "tokens")
            total = sum(t.log_probability for t in hypothesis.tokens)
            difference = abs(total / len(hypothesis.tokens) - hypothesis.score)
            assert difference < 1e-4, f"score differs by {difference}"

    def check_max_length_is_named(self):
        response = self.stub.Translate(self.request(max_length=1), timeout=30)
        best = response.results[0].translations.hypotheses[0]
        expect_equal(best.target_tokens, 1, "target tokens")

    def check_list_models(self):
        models = self.stub.ListModels(self.pb.ListModelsRequest()).models
        expect_equal(len(models), 1, "models")
        pairs = {(d.source_language, d.target_language)
                 for d in models[0].directions}
        expect_equal(pairs, {("en", "es"), ("es", "en")}, "directions")
        assert models[0].parameters > 0
        named = self.request()
        named.model = models[0].name
        expect_equal(self.stub.Translate(named, timeout=30).model,
                     models[0].name, "model of the answer")

    def check_get_model(self):
        models = self.stub.ListModels(self.pb.ListModelsRequest()).models
        named = self.stub.GetModel(
            self.pb.GetModelRequest(name=models[0].name))
        expect_equal(named, models[0], "model")
        assert named.version, "the model has no version"
        try:
            self.stub.GetModel(self.pb.GetModelRequest(name="no-such-model"))
        except grpc.RpcError as error:
            expect_equal(error.code(), grpc.StatusCode.NOT_FOUND, "code")
            expect_in(models[0].name, error.details(), "message")
            return
        raise AssertionError("an unknown model is described")

    def check_stream(self):
        bad = self.request(beam_size=0)
        requests = [self.request([text], beam_size=1 + i % 3, max_length=20)
                    for i, text in enumerate(SENTENCES * 20)]
        messages = [self.pb.StreamTranslateRequest(id=i, request=request)
                    for i, request in enumerate(requests)]
        messages.insert(7, self.pb.StreamTranslateRequest(id=1000,
                                                          request=bad))
        call = self.stub.StreamTranslate(iter(messages), timeout=60)
        results = {result.id: result for result in call}
        expect_equal(call.code(), grpc.StatusCode.OK, "code")
        expect_equal(len(results), len(messages), "results")
        expect_equal(results[1000].error.code,
                     grpc.StatusCode.INVALID_ARGUMENT.value[0], "code")
        for i, request in enumerate(requests):
            expect_equal(results[i].response,
                         self.stub.Translate(request, timeout=30),
                         f"result {i}")
        trailers = dict(call.trailing_metadata())
        assert float(trailers["interpres-total-ms"]) > 0
        assert trailers["interpres-model-version"]

    def check_a_stream_is_cancelled(self):
        endless = self.pb.StreamTranslateRequest(
            request=self.request(["The cat sleeps by the sea."] * 50,
                                 beam_size=8, max_length=60))
        call = self.stub.StreamTranslate(endless for _ in range(10**9))
        call.cancel()
        expect_equal(call.code(), grpc.StatusCode.CANCELLED, "code")
        self.check_translate()  # the server goes on

    def check_trailing_metadata(self):
        _, call = self.stub.Translate.with_call(self.request(SENTENCES),
                                                timeout=30)
        trailers = dict(call.trailing_metadata())
        total = float(trailers["interpres-total-ms"])
        for phase in ("queue", "encode", "decode"):
            value = float(trailers[f"interpres-{phase}-ms"])
            assert 0 <= value <= total, f"{phase}: {value} of {total} ms"
        model = self.stub.GetModel(self.pb.GetModelRequest())
        expect_equal(trailers["interpres-model-version"], model.version,
                     "version")

    def check_health(self):
        stub = health_pb2_grpc.HealthStub(self.channel)
        for service in ("", SERVICE):
            status = stub.Check(
                health_pb2.HealthCheckRequest(service=service), timeout=10)
            expect_equal(status.status, health_pb2.HealthCheckResponse.SERVING,
                         f"health of {service!r}")
        try:
            stub.Check(health_pb2.HealthCheckRequest(service="no.such"))
        except grpc.RpcError as error:
            expect_equal(error.code(), grpc.StatusCode.NOT_FOUND, "code")
            return
        raise AssertionError("an unknown service has a health")

    def check_reflection(self):
        database = ProtoReflectionDescriptorDatabase(self.channel)
        for name in (SERVICE, "grpc.health.v1.Health"):
            expect_in(name, database.get_services(), "services")
        file = database.FindFileContainingSymbol(SERVICE)
        methods = [m.name for s in file.service for m in s.method]
        expect_equal(sorted(methods),
                     ["DetectLanguage", "GetModel", "ListLanguages", "ListModels",
                      "StreamTranslate", "Translate"], "methods")

    def check_bad_requests(self):
        bad = grpc.StatusCode.INVALID_ARGUMENT
        self.expect_error(self.pb.TranslateRequest(target_language="es"), bad,
                          "texts")
        self.expect_error(self.request(beam_size=0), bad, "beam")
        self.expect_error(self.request(beam_size=1000000), bad, "beam")
        self.expect_error(self.request(beam_size=2, n_best=3), bad)
        self.expect_error(self.request(length_penalty=float("nan")), bad)
        self.expect_error(self.request(max_length=-1), bad)
        missing = grpc.StatusCode.NOT_FOUND
        self.expect_error(self.request(target="xx"), missing, "xx")
        unknown = self.request()
        unknown.model = "no-such-model"
        self.expect_error(unknown, missing, "no-such-model")

    def check_a_long_text_is_divided(self):
        long_text = "word " * 600
        response = self.stub.Translate(self.request([long_text, "Good day."]),
                                       timeout=60)
        parts = response.results[0].translations.hypotheses[0].segments
        assert len(parts) > 1, "the text is one segment"
        for part in parts:
            assert self.pb.SEGMENT_FLAG_SPLIT in part.flags, part
        expect_equal(
            len(response.results[1].translations.hypotheses[0].segments), 1,
            "segments of the short text")

    def check_a_long_text_fails_alone(self):
        request = self.request(["Good night.", "word " * 5000, "Good day."])
        request.split = self.pb.SPLIT_OFF
        response = self.stub.Translate(request, timeout=30)
        outcomes = [r.WhichOneof("outcome") for r in response.results]
        expect_equal(outcomes, ["translations", "error", "translations"],
                     "outcomes")
        error = response.results[1].error
        expect_equal(error.code, grpc.StatusCode.INVALID_ARGUMENT.value[0],
                     "code")
        assert error.message, "the error says nothing"

    def check_invalid_utf8(self):
        # Protocol Buffers' own classes refuse to make such a request, so its
        # bytes are written by hand: field 1 (texts) and field 3 (target).
        call = self.channel.unary_unary(f"/{SERVICE}/Translate")
        try:
            answer = call(b"\x0a\x04caf\xe9\x1a\x02es", timeout=30)
        except grpc.RpcError as error:
            expect_equal(error.code(), grpc.StatusCode.INVALID_ARGUMENT,
                         "code")
            return
        result = self.pb.TranslateResponse.FromString(answer).results[0]
        expect_equal(result.error.code,
                     grpc.StatusCode.INVALID_ARGUMENT.value[0], "code")

    def check_unimplemented(self):
        call = self.channel.unary_unary(f"/{SERVICE}/NoSuchMethod")
        try:
            call(b"", timeout=10)
        except grpc.RpcError as error:
            expect_equal(error.code(), grpc.StatusCode.UNIMPLEMENTED, "code")
            return
        raise AssertionError("an unknown method answered")

    def check_cancellation(self):
        future = self.stub.Translate.future(
            self.request(["The cat sleeps by the sea."] * 200, beam_size=8,
                         max_length=60))
        future.cancel()
        expect_equal(future.code(), grpc.StatusCode.CANCELLED, "code")
        self.check_translate()  # the server goes on

    def check_deadline(self):
        self.expect_deadline(0.001)
        self.check_translate()

    def expect_deadline(self, seconds):
        # All different and new: what the server has in its cache takes no time.
        texts = [f"Cat number {i} sleeps by the sea." for i in range(200)]
        try:
            self.stub.Translate(
                self.request(texts, beam_size=8, max_length=60),
                timeout=seconds)
        except grpc.RpcError as error:
            expect_equal(error.code(), grpc.StatusCode.DEADLINE_EXCEEDED,
                         "code")
            return
        raise AssertionError(f"200 texts in {seconds} s")

    def check_example(self):
        """client/examples/translate.py, beside the generated code."""
        example = ROOT / "client" / "examples" / "translate.py"
        texts = ["The cat sleeps.", "A red house."]
        done = subprocess.run(
            [sys.executable, example, "es", *texts], cwd=self.generated,
            env={**os.environ, "INTERPRES_SERVER": self.server.address},
            capture_output=True, text=True, timeout=60, check=False)
        expect_equal(done.returncode, 0, done.stderr)
        response = self.stub.Translate(self.request(texts, beam_size=4),
                                       timeout=30)
        expect_equal(done.stdout.splitlines(),
                     [result.translations.hypotheses[0].text
                      for result in response.results], "translations")
        done = subprocess.run([sys.executable, example], cwd=self.generated,
                              capture_output=True, text=True, timeout=60,
                              check=False)
        expect_in("usage: translate.py", done.stderr, "usage")

    def check_metrics_count_calls(self):
        with urllib.request.urlopen(self.server.metrics_url) as page:
            text = page.read().decode()
        expect_in("interpres_requests_total", text, "metrics")
        expect_in("interpres_step_sentences_count", text, "metrics")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    build, model = map(pathlib.Path, sys.argv[1:])
    with tempfile.TemporaryDirectory() as directory:
        generate(directory)
        with ServerProcess(build / "bin" / "interpres-server",
                           model) as server:
            conformance = Conformance(server, directory)
            checks = [(name, getattr(conformance, name))
                      for name in dir(Conformance)
                      if name.startswith("check_")]
            checks.append(("check_drains_on_sigterm", lambda: expect_equal(
                server.stop(), 0, "exit code")))
            run_checks(checks)


if __name__ == "__main__":
    main()
