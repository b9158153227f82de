#!/usr/bin/env python3
"""protoc generates Java and C# from every .proto file, in the packages and
namespaces that the files name.

usage: proto_languages_test.py PROTOC
"""

import pathlib
import re
import subprocess
import sys
import tempfile

PROTO = pathlib.Path(__file__).resolve().parents[2] / "proto"


def option(text, name):
    return re.search(rf'^option {name} = "?([^;"]*)', text, re.MULTILINE)[1]


def generate(protoc, source, scratch):
    """The generated files of one language each: {path: text}."""
    found = []
    for language in ("java", "csharp"):
        out = pathlib.Path(scratch) / source.stem / language
        out.mkdir(parents=True)
        subprocess.run([protoc, f"-I{PROTO}", f"--{language}_out={out}",
                        source], check=True)
        found.append({str(path.relative_to(out)): path.read_text("utf-8")
                      for path in out.rglob("*") if path.is_file()})
    return found


def problems(protoc, source, scratch):
    text = source.read_text("utf-8")
    java, csharp = generate(protoc, source, scratch)
    package = option(text, "java_package")
    folder = package.replace(".", "/")
    # One file for each message, with its package.
    for message in re.findall(r"^message (\w+)", text, re.MULTILINE):
        code = java.get(f"{folder}/{message}.java", "")
        if f"package {package};" not in code:
            yield f"{source}: no {package}.{message} in Java: {sorted(java)}"
    namespace = option(text, "csharp_namespace")
    if f"namespace {namespace} {{" not in "".join(csharp.values()):
        yield f"{source}: no namespace {namespace} in C#: {sorted(csharp)}"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sources = sorted(PROTO.rglob("*.proto"))
    assert len(sources) >= 6, f"{PROTO} has only {sources}"
    with tempfile.TemporaryDirectory() as scratch:
        found = [problem for source in sources
                 for problem in problems(sys.argv[1], source, scratch)]
    print("\n".join(found) or f"{len(sources)} files generate Java and C#")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
