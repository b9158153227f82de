"""Runs what docs/clients.md, docs/http.md, docs/apis*.md and README.md show,
against the real server.

usage: pages_conformance.py BUILD_DIR PART [GRPCURL]

PART is `readme`, or a section of docs/clients.md: `python`, `python stubs`,
`node`, `go`, `go stubs`, `java`, `curl`, `grpcurl`, or `http`: the commands of
docs/http.md, docs/apis*.md and README.md that use HTTP. `readme` and `grpcurl`
need the path GRPCURL. A program of a section is saved under the name in its
first line, the commands of the section run beside it, and the output must end
with the output that the page shows. Commands of README.md must print exactly
what README.md shows, except for small differences of scores.

The server has the bundled checkpoint in float32. The commands of a page reach
it because its address replaces 127.0.0.1:50051.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

from checks import expect_equal, expect_in, run_checks
from server_process import ServerProcess

ROOT = pathlib.Path(__file__).resolve().parents[2]
ADDRESS = "127.0.0.1:50051"
HTTP_URL = "http://127.0.0.1:8080"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE_NAME = re.compile(r"(?:#|//) (\S+)\n")
NUMBER = re.compile(r"-?\d+\.\d+")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")  # Maven prints it without a terminal
TOLERANCE = 1e-3  # of a score: CPUs add in different orders


def blocks(text):
    """(language, content) of the code blocks of a page."""
    return BLOCK.findall(text)


def section(page, title):
    """The text below the heading `title`, up to the next heading."""
    for part in re.split(r"^## ", page, flags=re.MULTILINE):
        if part.lower().startswith(f"{title}\n"):
            return part
    raise AssertionError(f"the page has no section {title}")


def run(script, directory, environment=None):
    """Standard output of a shell script; its errors are ours."""
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script], cwd=directory, text=True,
        env={**os.environ, **(environment or {})}, capture_output=True,
        timeout=540, check=False)
    expect_equal(done.returncode, 0, f"{script}\n{done.stdout}{done.stderr}")
    return done.stdout


def expect_output(got, expected, what):
    """Equal texts, but for numbers with a point, which may differ a little."""
    expect_equal(NUMBER.sub("N", got), NUMBER.sub("N", expected), what)
    for one, other in zip(NUMBER.findall(got), NUMBER.findall(expected)):
        assert abs(float(one) - float(other)) < TOLERANCE, (
            f"{what}: {one} instead of {other}")


def check_program(part, address, http_url):
    """The program of a section prints the output that the page shows."""
    page = (ROOT / "docs/clients.md").read_text()
    expected = next(content for language, content in blocks(page)
                    if language == "text")
    with tempfile.TemporaryDirectory() as scratch:
        clone = pathlib.Path(scratch) / "interpres"
        clone.symlink_to(ROOT)
        directory = pathlib.Path(scratch) / "app"
        directory.mkdir()
        script = ""
        for language, content in blocks(section(page, part)):
            content = content.replace(ADDRESS, address).replace(
                HTTP_URL, http_url)
            if language == "sh":
                script += content
                continue
            name = FILE_NAME.match(content)
            assert name, f"the program of {part} does not name its file"
            assert address in content or http_url in content, (
                f"the program of {part} has no {ADDRESS} and no {HTTP_URL}")
            path = directory / name[1]
            path.parent.mkdir(exist_ok=True)
            path.write_text(content)
        assert script, f"the section {part} has no commands"
        output = COLOUR.sub("", run(script, directory))
    assert output.endswith(expected), (
        f"{part} printed {output!r}; expected {expected!r} at the end")


def check_grpcurl(address, grpcurl):
    page = (ROOT / "docs/clients.md").read_text()
    path = f"{pathlib.Path(grpcurl).parent}:{os.environ['PATH']}"
    script = "".join(content for language, content in blocks(
        section(page, "grpcurl")) if language == "sh")
    output = run(script.replace(ADDRESS, address), ROOT, {"PATH": path})
    for part in ("\"text\"", "\"models\"", "\"SERVING\""):
        expect_in(part, output, "output")


def check_readme_console(build, address):
    """The `console` blocks: commands behind `$ `, each with its output."""
    page = (ROOT / "README.md").read_text()
    environment = {"INTERPRES_SERVER": address,
                   "PATH": f"{build.resolve() / 'bin'}:{os.environ['PATH']}"}
    count = 0
    for language, content in blocks(page):
        if language != "console":
            continue
        for entry in re.split(r"^\$ ", content, flags=re.MULTILINE)[1:]:
            command, _, expected = entry.partition("\n")
            expect_output(run(command, ROOT, environment), expected, command)
            count += 1
    assert count > 5, f"{count} commands in the console blocks"


def check_readme_grpcurl(address, grpcurl):
    """The command before the `json` block prints the block."""
    shown = blocks((ROOT / "README.md").read_text())
    place = [language for language, _ in shown].index("json")
    path = f"{pathlib.Path(grpcurl).parent}:{os.environ['PATH']}"
    output = run(shown[place - 1][1].replace(ADDRESS, address), ROOT,
                 {"PATH": path})
    expect_output(output, shown[place][1], "answer")


def check_curl(name, http_url):
    """The commands with the address print the block that follows them."""
    shown = blocks((ROOT / name).read_text())
    count = 0
    for (language, command), (_, expected) in zip(shown, shown[1:]):
        if language == "sh" and HTTP_URL in command:
            output = run(command.replace(HTTP_URL, http_url), ROOT)
            expect_output(output, expected, command)
            count += 1
    assert count > 0, f"{name} has no command with {HTTP_URL}"


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    build, part = pathlib.Path(sys.argv[1]), sys.argv[2]
    if (part in ("readme", "grpcurl")) != (len(sys.argv) == 4):
        sys.exit(__doc__)
    with ServerProcess(build / "bin" / "interpres-server",
                       ROOT / "model/pretrained/en-es",
                       "--compute-type", "float32",
                       "--http-address", "127.0.0.1:0") as server:
        address = server.address
        if part == "readme":
            run_checks([
                ("console", lambda: check_readme_console(build, address)),
                ("grpcurl",
                 lambda: check_readme_grpcurl(address, sys.argv[3]))])
        elif part == "http":
            run_checks([(name, lambda name=name: check_curl(
                name, server.http_url)) for name in
                ("README.md", "docs/http.md", "docs/apis.md",
                 "docs/apis_google_http.md", "docs/apis_deepl.md")])
        elif part == "grpcurl":
            run_checks([(part, lambda: check_grpcurl(address, sys.argv[3]))])
        else:
            run_checks([(part, lambda: check_program(part, address,
                                                     server.http_url))])


if __name__ == "__main__":
    main()
