"""grpcurl, which knows nothing of our .proto file, against the real server: it
lists, describes and calls the service by reflection.

usage: grpcurl_conformance.py GRPCURL BUILD_DIR MODEL_DIR
"""

import json
import pathlib
import subprocess
import sys

from checks import expect_equal, expect_in, run_checks
from server_process import ServerProcess

SERVICE = "interpres.v1.TranslationService"
# grpcurl exits with 64 + the gRPC code of a failed call.
EXIT_INVALID_ARGUMENT = 64 + 3


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    grpcurl, build, model = map(pathlib.Path, sys.argv[1:])

    with ServerProcess(build / "bin" / "interpres-server", model) as server:
        def run(*arguments, flags=()):
            return subprocess.run(
                [grpcurl, "-plaintext", *flags, server.address, *arguments],
                capture_output=True, text=True, timeout=60, check=False)

        def call(method, data):
            result = run(method, flags=("-d", json.dumps(data)))
            expect_equal(result.returncode, 0, result.stderr)
            return json.loads(result.stdout)

        def check_list():
            services = run("list").stdout.split()
            for name in (SERVICE, "grpc.health.v1.Health"):
                expect_in(name, services, "services")
            expect_equal(
                run("list", SERVICE).stdout.split(),
                [f"{SERVICE}.DetectLanguage", f"{SERVICE}.GetModel",
                 f"{SERVICE}.ListLanguages", f"{SERVICE}.ListModels",
                 f"{SERVICE}.StreamTranslate", f"{SERVICE}.Translate"],
                "methods")

        def check_describe():
            text = run("describe", SERVICE).stdout
            expect_in("rpc Translate", text, "description")
            text = run("describe", "interpres.v1.TranslateOptions").stdout
            expect_in("optional int32 beam_size = 1;", text, "description")

        def check_list_models():
            models = call(f"{SERVICE}/ListModels", {})["models"]
            expect_equal(len(models), 1, "models")

        def check_get_model():
            models = call(f"{SERVICE}/ListModels", {})["models"]
            model = call(f"{SERVICE}/GetModel", {"name": models[0]["name"]})
            expect_equal(model, models[0], "model")

        def check_translate():
            answer = call(f"{SERVICE}/Translate", {
                "texts": ["The cat sleeps.", "Good night."],
                "targetLanguage": "es",
                "options": {"beamSize": 2, "nBest": 2}})
            expect_equal(len(answer["results"]), 2, "results")
            for result in answer["results"]:
                expect_equal(len(result["translations"]["hypotheses"]), 2,
                             "hypotheses")

        def check_stream():
            messages = [{"id": str(i), "request": {
                "texts": ["The cat sleeps."], "targetLanguage": "es"}}
                for i in range(5)]
            result = run(f"{SERVICE}/StreamTranslate", flags=(
                "-d", "".join(json.dumps(message) for message in messages)))
            expect_equal(result.returncode, 0, result.stderr)
            # JSON objects one after the other, each over several lines.
            answers = json.loads(
                "[" + result.stdout.strip().replace("}\n{", "},{") + "]")
            expect_equal(sorted(int(a.get("id", 0)) for a in answers),
                         list(range(5)), "ids")
            for answer in answers:
                expect_equal(len(answer["response"]["results"]), 1, "results")

        def check_error():
            result = run(f"{SERVICE}/Translate", flags=("-d", "{}"))
            expect_equal(result.returncode, EXIT_INVALID_ARGUMENT, "exit code")
            expect_in("InvalidArgument", result.stderr, "standard error")

        def check_health():
            answer = call("grpc.health.v1.Health/Check", {"service": SERVICE})
            expect_equal(answer["status"], "SERVING", "health")

        run_checks([
            ("list", check_list), ("describe", check_describe),
            ("list_models", check_list_models), ("get_model", check_get_model),
            ("stream", check_stream),
            ("translate", check_translate),
            ("error", check_error), ("health", check_health)])


if __name__ == "__main__":
    main()
