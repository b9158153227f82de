#!/usr/bin/env python3
"""Checks that every C++ source of the product has a header of its name.

A reader of `x.h` must find the code in `x.cc`, and the first include of `x.cc`
must be `x.h`, so that the header compiles alone. EXCEPTIONS names the sources
without a header and the reason. With --self-test, checks that violations are
found.
"""

import os
import sys
import tempfile

import repository

MAIN = "holds main()"
ALTERNATIVE = "one of two sources behind process_group.h"
EXCEPTIONS = {
    "client/bench/bench_main.cc": MAIN,
    "client/cli_main.cc": MAIN,
    "client/examples/translate.cc": MAIN,
    "model/trainer/train_main.cc": MAIN,
    "model/training/process_group_alone.cc": ALTERNATIVE,
    "model/training/process_group_mpi.cc": ALTERNATIVE,
    "server/main.cc": MAIN,
}


def problem_of(root, path, paths):
    """The problem of the source `path`, or None."""
    header = path[:-len(".cc")] + ".h"
    if header not in paths:
        return (f"{path}: it has no header; expected {header}; declare there "
                "what other sources call, or merge the source into the source "
                "that has the header")
    first = next(repository.includes(repository.read(root, path)), None)
    if first is None or first[1] != header:
        return (f"{path}: its first include is "
                f"{first[1] if first else 'absent'}; expected {header}; move "
                "it to the top")
    return None


def check(root, exceptions):
    paths = {path for path in repository.files(root)
             if path.split("/")[0] in repository.PRODUCT}
    sources = sorted(path for path in paths if path.endswith(".cc"))
    problems = [problem_of(root, path, paths) for path in sources
                if path not in exceptions]
    problems += [f"{path}: EXCEPTIONS names it; expected a source without a "
                 "header; remove it from the list"
                 for path in sorted(exceptions)
                 if path not in paths or path[:-len(".cc")] + ".h" in paths]
    return [problem for problem in problems if problem]


SELF_TEST = {  # path -> (source, part of the expected problem or None)
    "model/good.cc": ('// A comment.\n#include "model/good.h"\n'
                      '#include <vector>\n', None),
    "model/good.h": ("", None),
    "model/lone.cc": ('#include "model/good.h"\n', "it has no header"),
    "model/late.cc": ('#include <vector>\n#include "model/late.h"\n',
                      "its first include is vector"),
    "model/late.h": ("", None),
    "model/silent.cc": ("int x;\n", "its first include is absent"),
    "model/silent.h": ("", None),
    "server/main.cc": ("int main() {}\n", None),
    "tests/any.cc": ("int x;\n", None),
    "client/old.cc": ('#include "client/old.h"\n', "EXCEPTIONS names it"),
    "client/old.h": ("", None),
}


def self_test():
    with tempfile.TemporaryDirectory() as root:
        for path, (source, _) in SELF_TEST.items():
            full = os.path.join(root, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as stream:
                stream.write(source)
        problems = check(root, {"server/main.cc": MAIN, "client/old.cc": MAIN,
                                "client/gone.cc": MAIN})
    for path, (_, expected) in SELF_TEST.items():
        found = [p for p in problems if p.startswith(path + ":")]
        repository.expect(
            not found if expected is None
            else len(found) == 1 and expected in found[0],
            f"{path}: expected {expected}, got {found}")
    repository.expect(
        any(p.startswith("client/gone.cc: EXCEPTIONS") for p in problems),
        f"a stale exception must be found, got {problems}")
    return 0


if __name__ == "__main__":
    ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
    sys.exit(self_test() if "--self-test" in sys.argv
             else repository.report("own headers", check(ROOT, EXCEPTIONS)))
