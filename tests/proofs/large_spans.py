#!/usr/bin/env python3
"""Texts that strain the protection of spans and the markup.

usage: large_spans.py [--count N] [--model DIR] BUILD_DIR

Each kind of text is sent in three sizes, the largest with N parts (default
10000): placeholders, deep tags, text that begins many tags or messages, and a text
in which terms of a glossary begin everywhere. The table has the seconds for each
size, which should grow like the size, and the peak memory of the server. Sentences
to translate take most of the time of kinds with words.

Checked: every request is answered, or refused as invalid XML; text without words
comes back byte for byte; tags and placeholders occur as often as in the text; the
server lives. The last line is `N passed, N failed`.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
from server_process import ServerProcess  # noqa: E402

MIB = 1 << 20
PART = re.compile(r"</?\w+>|\{x\d+\}")
FORMATS = ("plain", "html", "xml", "markdown")

# (name, text of `count` parts, formats, whether it has words to translate)
KINDS = [
    ("placeholders", lambda count: " ".join(f"{{x{i}}}" for i in range(count)),
     FORMATS, False),
    ("words and placeholders",
     lambda count: " ".join(f"the {{x{i}}}" for i in range(count // 10)),
     ("plain", "html"), True),
    ("deep inline tags", lambda count: "<b>" * count + "word" + "</b>" * count,
     ("html", "xml", "markdown"), True),
    ("deep blocks", lambda count: "<div>" * count + "word" + "</div>" * count,
     ("html", "xml", "markdown"), True),
    ("1 MiB of <", lambda count: "<" * (MIB * count // 10_000), FORMATS, False),
    ("1 MiB of {", lambda count: "{" * (MIB * count // 10_000), FORMATS, False),
    ("beginnings of messages", lambda count: "{1, plural, other {" * count,
     ("plain", "html"), True),
    ("beginnings of terms",
     lambda count: "{x1} " + "1 2 3 4 5 6 7 8 " * count, ("plain",), False),
]


def peak_mib(pid):
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024


def parts_of(text):
    return collections.Counter(PART.findall(text))


class Trial:
    """Sends texts to a server."""

    def __init__(self, options, server, scratch):
        self.options = options
        self.server = server
        self.input = scratch / "text"
        self.glossary = scratch / "terms.tsv"
        # Long terms, all of whose beginnings occur.
        self.glossary.write_text("".join(
            f"1 2 3 4 5 6 7 8 1 2 3 4 5 6 7 8 1 2 3 x{i}\ty\n"
            for i in range(1000)))

    def send(self, text, text_format):
        self.input.write_text(text)
        command = [self.options.build / "bin" / "interpres", "translate",
                   "--server", self.server.address, "--from", "en", "--to", "es",
                   "--input", self.input, "--timeout", "600",
                   "--glossary", self.glossary]
        if text_format != "plain":
            command += ["--format", text_format]
        begin = time.monotonic()
        done = subprocess.run([str(part) for part in command], text=True,
                              capture_output=True, check=False)
        return done, time.monotonic() - begin

    def check(self, kind, text_format, count):
        """Returns the seconds, and the problem or ""."""
        _, make, _, has_words = kind
        text = make(count)
        done, seconds = self.send(text, text_format)
        if self.server.process.poll() is not None:
            sys.exit("the server has ended")
        is_refused = text_format == "xml" and "INVALID_ARGUMENT" in done.stderr
        if done.returncode != 0:
            return seconds, "" if is_refused else done.stderr[:200]
        answer = done.stdout.removesuffix("\n")
        if not has_words and answer != text:
            return seconds, "text without words has changed"
        if parts_of(answer) != parts_of(text):
            return seconds, "tags or placeholders are lost or new"
        return seconds, ""


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--model", type=pathlib.Path,
                        default=ROOT / "model" / "pretrained" / "en-es")
    parser.add_argument("build", type=pathlib.Path)
    options = parser.parse_args()
    passed, problems = 0, []
    print("| text | format | s, a quarter | s, half | s, all | peak MiB |\n"
          "|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as directory, ServerProcess(
            options.build / "bin" / "interpres-server", options.model) as server:
        trial = Trial(options, server, pathlib.Path(directory))
        for kind in KINDS:
            for text_format in kind[2]:
                row = []
                for count in (options.count // 4, options.count // 2,
                              options.count):
                    seconds, problem = trial.check(kind, text_format, count)
                    row.append(f"{seconds:.2f}")
                    passed += not problem
                    if problem:
                        problems.append(
                            f"{kind[0]}, {text_format}, {count}: {problem}")
                print(f"| {kind[0]} | {text_format} | {' | '.join(row)} | "
                      f"{peak_mib(server.process.pid):.0f} |", flush=True)
    for problem in problems:
        print("FAIL", problem)
    print(f"{passed} passed, {len(problems)} failed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
