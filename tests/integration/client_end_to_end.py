"""The real client against the real server, from the command line.

usage: client_end_to_end.py BUILD_DIR

The model is the tiny checkpoint of interpres-write-tiny-model: its
translations are noise, but always the same noise, so order and count show.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from xml.etree import ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
from checks import expect_equal, expect_in, run_checks  # noqa: E402
from server_process import ServerProcess  # noqa: E402

LINES = 60
# Longer than six attempts of the client last.
OUTAGE_SECONDS = 4.0


def wait_for_bytes(path, count, process):
    """Returns when the file has `count` bytes; fails if the process ends."""
    deadline = time.monotonic() + 60
    while not path.exists() or path.stat().st_size < count:
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            raise AssertionError(f"no {count} bytes in {path}: "
                                 f"{process.communicate()[1]}")
        time.sleep(0.01)


class EndToEnd:
    """The checks; each is a method whose name starts with check_."""

    def __init__(self, build, scratch, model, server):
        self.bin = build / "bin"
        self.scratch = scratch
        self.model = model
        self.server = server
        sentences = ROOT / "tests" / "benchmarks" / "sentences.en.txt"
        self.lines = [" ".join(line.split()[:6]) for line in
                      sentences.read_text().splitlines()[:LINES]]

    def run(self, *arguments, stdin="", program="interpres"):
        return subprocess.run(
            [self.bin / program, *map(str, arguments)], input=stdin,
            env={**os.environ, "INTERPRES_SERVER": self.server.address},
            capture_output=True, text=True, timeout=120, check=False)

    def translate(self, *arguments, stdin=""):
        return self.run("translate", "--to", "es", "--max-length", "20",
                        *arguments, stdin=stdin)

    def start_server(self, address):
        return ServerProcess(self.bin / "interpres-server", self.model,
                             address=address)

    def start_translate(self, address, *arguments):
        command = [self.bin / "interpres", "translate", "--server", address,
                   "--to", "es", "--max-length", "20", *arguments]
        return subprocess.Popen([str(part) for part in command],
                                stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def check_health_and_models(self):
        result = self.run("health")
        expect_equal((result.returncode, result.stdout), (0, "SERVING\n"),
                     "health")
        result = self.run("models", "--json")
        model = json.loads(result.stdout)
        expect_equal(len(model["directions"]), 2, "directions")

    def check_one_text(self):
        result = self.translate("Hello")
        expect_equal(result.returncode, 0, result.stderr)
        expect_equal(result.stdout.count("\n"), 1, "lines")

    def check_alignments_and_attention(self):
        picture = self.scratch / "attention.svg"
        result = self.translate("--json", "--alignments", "--attention",
                                picture, "Hello you")
        expect_equal(result.returncode, 0, result.stderr)
        line = json.loads(result.stdout)
        pieces = line["source_pieces"]
        expect_equal((pieces[0], pieces[-1]), (">>es<<", "</s>"), "markers")
        best = line["translations"][0]
        expect_equal(len(best["tokens"]), best["target_tokens"], "tokens")
        for token in best["tokens"]:
            expect_equal(token["source_token"] in range(1, len(pieces)), True,
                         f"aligned to {token}")
        size = best["attention"]["layers"] * best["attention"]["heads"]
        expect_equal(len(best["attention"]["weights"]),
                     size * best["target_tokens"] * len(pieces), "weights")
        # Well-formed, with a cell for every pair of pieces.
        cells = [group for group in ElementTree.parse(picture).iter(
            "{http://www.w3.org/2000/svg}g")
                 if group.find("{http://www.w3.org/2000/svg}title") is not None]
        expect_equal(len(cells), best["target_tokens"] * len(pieces), "cells")

    def check_order_and_count(self):
        alone = [self.translate(line).stdout for line in self.lines[:10]]
        text = "\n".join(self.lines[:10]) + "\n"
        together = self.translate("--in-flight", "4", stdin=text)
        expect_equal(together.returncode, 0, together.stderr)
        expect_equal(together.stdout, "".join(alone), "translations")

    def check_files_with_blank_and_bad_lines(self):
        source = self.scratch / "in.txt"
        target = self.scratch / "out.txt"
        source.write_bytes(b"Hello\n\ncaf\xe9\n" + b"word " * 5000
                           + b"\nGoodbye\n")
        result = self.translate("--input", source, "--output", target)
        expect_equal(result.returncode, 1, "exit code")
        expect_in("line 3: INVALID_ARGUMENT", result.stderr, "message")
        lines = target.read_text().split("\n")
        expect_equal(len(lines), 6, "lines")
        expect_equal(lines[1:3], ["", ""], "blank and failed lines")
        assert lines[3], "the long line is translated in parts"
        assert not pathlib.Path(f"{target}.partial").exists()

    def check_json(self):
        result = self.translate("--json", "--nbest", "2", "--beam", "3",
                                "--token-scores", stdin="Hello\nGoodbye\n")
        expect_equal(result.returncode, 0, result.stderr)
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        expect_equal([line["line"] for line in lines], [1, 2], "numbers")
        for line in lines:
            expect_equal(len(line["translations"]), 2, "translations")
            best = line["translations"][0]
            expect_equal(len(best["tokens"]), best["target_tokens"], "tokens")

    def check_refusals(self):
        result = self.run("translate", "--to", "xx", "Hello")
        expect_equal(result.returncode, 2, "exit code")
        expect_in("xx", result.stderr, "message")
        result = self.translate("--beam", "1000", "Hello")
        expect_equal(result.returncode, 2, "exit code")

    def check_closed_output(self):
        # `head` leaves after a line; the client must end, not hang or die of
        # the signal.
        source = self.scratch / "many.txt"
        source.write_text("".join(f"{line}\n" for line in self.lines) * 50)
        client = (f"'{self.bin}/interpres' translate --to es --max-length 5 "
                  f"--input '{source}' --server {self.server.address}")
        result = subprocess.run(
            ["bash", "-c", f"{client} | head -n 1; echo ${{PIPESTATUS[0]}}"],
            capture_output=True, text=True, timeout=120, check=False)
        expect_equal(result.stdout.splitlines()[-1], "4", "exit code")

    def check_load_generator(self):
        sentences = self.scratch / "sentences.txt"
        sentences.write_text("".join(f"{line}\n" for line in self.lines))
        result = self.run(
            "--clients", "16", "--duration", "1", "--input", sentences,
            "--to", "es", "--beam", "2", "--metrics-url",
            self.server.metrics_url, program="interpres-bench")
        expect_equal(result.returncode, 0, result.stdout + result.stderr)
        rows = {row[:32].strip(): row[32:].strip()
                for row in result.stdout.splitlines()}
        expect_equal(rows["errors"], "0", "errors")
        assert float(rows["mean active sentences per step"]) >= 1, rows

    def check_closed_standard_streams(self):
        # "SERVING" and its end are the eight bytes that gRPC's event descriptor
        # takes, where that stands in the place of standard output.
        for closed, words, *command in (
                ("<&-", "cannot be read", "translate", "--to", "es"),
                (">&-", "written", "translate", "--to", "es"),
                (">&-", "", "health")):
            result = subprocess.run(
                ["sh", "-c", f'echo Hello | "$@" {closed}', "sh",
                 str(self.bin / "interpres"), *command,
                 "--server", self.server.address],
                capture_output=True, text=True, timeout=60, check=False)
            expect_equal(result.returncode, 4, result.stderr)
            expect_in(words, result.stderr, "the error")
        help_page = subprocess.run(
            ["sh", "-c", '"$1" --help >/dev/full', "sh",
             self.bin / "interpres"], timeout=60, check=False)
        expect_equal(help_page.returncode, 4, "exit code")

    def check_standard_output_as_a_file(self):
        together = self.scratch / "together"
        for output, shell, count in (
                (("--output", "/dev/stdout"), '"$@"', 3),
                (("--output", "/dev/fd/1"), '"$@"', 3),
                (("--output", together), '"$@"', 3),
                # With a warning: the limit of 5 tokens was reached.
                (("--output", "/dev/stderr"), '"$@" 2>&1 >/dev/null', 4),
                (("--attention", "/dev/fd/1"), '"$@" | head -n 2', 4)):
            subprocess.run(
                ["sh", "-c", f"(echo before; {shell}; echo after) > {together}",
                 "sh", self.bin / "interpres", "translate", "--to", "es",
                 "--max-length", "5", "--server", self.server.address,
                 *output, "Hello"], timeout=60, check=True)
            lines = together.read_text().splitlines()
            expect_equal((lines[0], lines[-1], len(lines)),
                         ("before", "after", count), f"{output}: {lines}")
            assert not together.with_suffix(".partial").exists()

    def check_restart_of_the_only_server(self):
        """A kill with a gap, then a drain: no line and no command fails."""
        source = self.scratch / "restart.txt"
        source.write_text("".join(f"{line}\n" for line in self.lines) * 40)
        expected = self.translate(stdin=source.read_text()).stdout
        target = self.scratch / "restart.out"
        partial = pathlib.Path(f"{target}.partial")
        server = self.start_server("127.0.0.1:0")
        address = server.address
        client = self.start_translate(address, "--input", source,
                                      "--output", target)
        try:
            wait_for_bytes(partial, 1, client)
            server.process.kill()
            server.process.wait()
            text = self.start_translate(address, "Hello")
            time.sleep(OUTAGE_SECONDS)
            server = self.start_server(address)
            wait_for_bytes(partial, partial.stat().st_size + 1, client)
            server.stop()
            server = self.start_server(address)
            errors = client.communicate(timeout=120)[1]
            expect_equal(client.returncode, 0, errors)
            expect_equal(target.read_text(), expected, "translations")
            text_errors = text.communicate(timeout=120)[1]
            expect_equal(text.returncode, 0, text_errors)
            expect_in("retrying for up to 60 s", text_errors, "warning")
        finally:
            client.kill()
            server.stop()

    def check_no_server(self):
        with tempfile.TemporaryDirectory() as empty:
            gone = f"unix:{empty}/no.sock"
            result = self.translate("--server", gone, "--attempts", "1",
                                    stdin="Hello\n")
        expect_equal((result.returncode, result.stdout), (3, ""), "result")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as directory:
        scratch = pathlib.Path(directory)
        model = scratch / "tiny"
        subprocess.run([build / "bin" / "interpres-write-tiny-model", model],
                       check=True)
        with ServerProcess(build / "bin" / "interpres-server",
                           model) as server:
            tests = EndToEnd(build, scratch, model, server)
            run_checks([(name, getattr(tests, name))
                        for name in dir(EndToEnd)
                        if name.startswith("check_")])


if __name__ == "__main__":
    main()
