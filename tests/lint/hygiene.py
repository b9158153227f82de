#!/usr/bin/env python3
"""Checks what every file of the repository must keep to.

Length of sources, no orphaned to-do, no path of a developer's machine, clean
text, executable scripts. With --self-test, checks that each defect is found.
"""

import os
import re
import sys
import tempfile

import repository

CODE = (".h", ".cc", ".py", ".sh", ".cmake", ".proto", ".go", ".js")
TEXT = CODE + (".md", ".txt", ".yml", ".yaml", ".json", ".in", ".map")
MAX_LINES = 400  # of code: without blank lines and comment lines
# The limit of the bundled checkpoint.
MAX_BYTES = 40 << 20
# Data and files that machines wrote: their content is not ours to format.
GENERATED = ("model/pretrained/", "tests/golden/", "deploy/grafana/dashboards/")

# Written in pieces, so that this file does not find itself.
ORPHAN = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b(?!\([a-z][\w-]*\):)")
# First parts of absolute paths that every machine or container has, that
# examples and tests use, or that follow a variable or begin a route.
ROOTS = ("api|bin|components|data|dev|docker|docs|download_file|etc|frontend|"
         "glossaries|"
         "language|lib|my|nowhere|proc|run|src|sys|tmp|translate|usr|v1|V1|v2|"
         "v3|var")
MACHINE = re.compile(r"(?<![\w.:/~$})\]*-])(?<!\+ \")/"
                     rf"(?!(?:{ROOTS})/)[A-Za-z_][\w-]*/[\w.]")
# Without them protoc-gen-go fails, and the other generators make one class of
# a file or guess the namespace.
PROTO_OPTIONS = ("csharp_namespace", "go_package", "java_multiple_files",
                 "java_package")
CONFLICT = re.compile(r"^(<{7}|>{7}) ", re.MULTILINE)


def code_lines(path, lines):
    comment = "//" if path.endswith((".h", ".cc", ".proto", ".go", ".js")) \
        else "#"
    stripped = (line.strip() for line in lines)
    return sum(1 for line in stripped
               if line and not line.startswith(comment))


def line_problems(number, line):
    if ORPHAN.search(line):
        yield number, "a to-do needs a name and an issue: TO" "DO(name): ..."
    if MACHINE.search(line):
        yield number, "a path of one machine"
    if line != line.rstrip():
        yield number, "white space at the end of the line"


def text_problems(path, text):
    """Yields (line, problem) of one text file."""
    lines = text.split("\n")
    if path.endswith(CODE) and code_lines(path, lines) > MAX_LINES:
        yield 1, (f"{code_lines(path, lines)} lines of code, at most "
                  f"{MAX_LINES}: split it")
    if text and not text.endswith("\n"):
        yield len(lines), "no newline at the end of the file"
    if "\r" in text:
        yield 1, "carriage returns"
    if CONFLICT.search(text):
        yield 1, "a merge conflict marker"
    if path.endswith(".proto"):
        for option in PROTO_OPTIONS:
            if not re.search(rf"^option {option} = ", text, re.MULTILINE):
                yield 1, f"no option {option}"
    for number, line in enumerate(lines, 1):
        yield from line_problems(number, line)


def is_text(path):
    return path.endswith(TEXT) or os.path.basename(path) in (
        "Dockerfile", ".dockerignore", ".gitignore", ".clang-tidy",
        ".clang-format", "CMakeLists.txt", "run", "LICENSE", "NOTICE")


def check(root):
    problems = []
    for path in repository.files(root):
        full = os.path.join(root, path)
        if os.path.getsize(full) > MAX_BYTES:
            problems.append(f"{path}: more than {MAX_BYTES >> 20} MiB")
        if path.startswith(GENERATED) or not is_text(path):
            continue
        try:
            text = repository.read(root, path)
        except UnicodeDecodeError as error:
            problems.append(f"{path}: not UTF-8: {error}")
            continue
        if text.startswith("#!") and not os.access(full, os.X_OK):
            problems.append(f"{path}:1: has a #! line but is not executable")
        problems += [f"{path}:{number}: {problem}"
                     for number, problem in text_problems(path, text)]
    return problems


SELF_TEST = {  # path -> (content, part of the expected problem or None)
    "good.cc": ("// TO" "DO(ana): issue 7\nint x;\n", None),
    "long.cc": ("int x;\n" * (MAX_LINES + 1), "split it"),
    "longest.cc": ("// why\n\nint x;\n" * MAX_LINES, None),
    "long.sh": ("# why\ntrue\n" * (MAX_LINES + 1), "split it"),
    "long.md": ("-\n" * (MAX_LINES + 1), None),
    "orphan.py": ("# TO" "DO: later\n", "a name"),
    "path.md": ("see /op" "t/tool/x\n", "one machine"),
    "home.md": ("see /ho" "me/ana/x\n", "one machine"),
    "root.md": ("see /usr/lib/x, ./a/b, a/b/c and $HOME/a/b\n", None),
    "url.md": ("see https://example.org/op" "t/x\n", None),
    "blank.h": ("int x; \n", "white space"),
    "end.txt": ("x", "no newline"),
    "crlf.txt": ("x\r\ny\n", "carriage"),
    "conflict.json": ("<" * 7 + " HEAD\n", "conflict"),
    "good.proto": ("".join(f"option {option} = true;\n"
                           for option in PROTO_OPTIONS), None),
    "lacking.proto": ("".join(f"option {option} = true;\n"
                              for option in PROTO_OPTIONS[1:]),
                      f"no option {PROTO_OPTIONS[0]}"),
    "commented.proto": ("".join(f"// option {option} = true;\n"
                                for option in PROTO_OPTIONS), "no option"),
    "script.sh": ("#!/bin/sh\n", "not executable"),
}


def self_test():
    with tempfile.TemporaryDirectory() as root:
        for path, (content, _) in SELF_TEST.items():
            with open(os.path.join(root, path), "w", encoding="utf-8",
                      newline="") as stream:
                stream.write(content)
        problems = check(root)
    for path, (_, expected) in SELF_TEST.items():
        found = [p for p in problems if p.startswith(path + ":")]
        repository.expect(
            not found if expected is None
            else any(expected in problem for problem in found),
            f"{path}: expected {expected}, got {found}")
    return 0


if __name__ == "__main__":
    ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
    sys.exit(self_test() if "--self-test" in sys.argv
             else repository.report("hygiene", check(ROOT)))
