#!/usr/bin/env python3
"""Runs clang-tidy over the sources and remembers the clean ones.

usage: clang_tidy.py BUILD_DIR... [--jobs N] [--base COMMIT] [--seconds N]
                     [--deep]

A unit is one compile command: of one source, or of the sources of a
unity build, which share the time for the headers. Of several build directories
the first one that compiles a source counts; one that does not exist is passed
over.
A unit is checked again when one of its sources, a header of ours that it
includes, a .proto file, a .clang-tidy, its compile command or the tool has
changed. --base limits the run to the units that differ from COMMIT, or include
a header that does. --seconds starts no further unit after that time: those
changed last come first, the others wait for the next run, and the closing line
counts them.

The static analyzer follows calls of functions, but not of function templates:
most of these belong to the standard library, and following them takes four
fifths of the time. --deep follows both.
"""

import argparse
import concurrent.futures
import hashlib
import itertools
import json
import os
import re
import shlex
import subprocess
import sys
import time

import repository

TIDY = "clang-tidy-14"
# These options are left out: clang-tidy cannot read the precompiled headers of
# g++, and each source includes what it needs.
PRECOMPILED_HEADER = re.compile(
    r"(-Xclang )?-include(-pch)? (-Xclang )?\S*/cmake_pch\.\S+")
# Sources of ours that a unity source includes have findings too.
FINDINGS_OF = r"(server|model|client|tests)/.*\.(h|cc)$"
SHALLOW = [f"--extra-arg={argument}" for argument in (
    "-Xclang", "-analyzer-config", "-Xclang", "c++-template-inlining=false")]


class Unit:
    """A compile command of a build directory, and its sources."""

    def __init__(self, root, entry):
        self.directory = entry["directory"]
        self.main = entry["file"]
        self.is_unity = os.path.basename(self.main).startswith("unity_")
        paths = [self.main]
        if self.is_unity:
            text = repository.read(root, self.main)
            paths = [path for _, path in repository.includes(text)]
        self.sources = [os.path.relpath(path, root) for path in paths]
        command = PRECOMPILED_HEADER.sub("", entry["command"])
        # They stand between the compiler, which ccache may start, and the object.
        self.options = list(itertools.dropwhile(
            lambda argument: not argument.startswith("-"),
            shlex.split(command.split(" -o ")[0])))
        # Without the place of the clone, which has no effect on the findings.
        self.command = " ".join(argument.replace(root, ".") for argument
                                in shlex.split(command))

    @property
    def is_ours(self):
        return all(source.startswith(("model/", "server/", "client/", "tests/"))
                   for source in self.sources)


def reachable(root, paths, sources):
    """`sources` and all headers of ours that they include, sorted."""
    seen, waiting = set(), list(sources)
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        waiting += [header for _, header
                    in repository.includes(repository.read(root, path))
                    if header in paths]
    return sorted(seen)


def load_units(root, build):
    database = os.path.join(build, "compile_commands.json")
    if not os.path.exists(database):
        return []
    with open(database, encoding="utf-8") as stream:
        entries = json.load(stream)
    units = [Unit(root, entry) for entry in entries
             if os.path.exists(entry["file"])]
    return [unit for unit in units if unit.is_ours]


def common_key(root, paths):
    """What every verdict depends on."""
    digest = hashlib.sha256()
    digest.update(subprocess.run([TIDY, "--version"], check=True,
                                 capture_output=True).stdout)
    for path in sorted(path for path in paths if path.endswith(
            (".proto", ".clang-tidy"))):
        digest.update(repository.read(root, path).encode())
    return digest.hexdigest()


def key_of(root, common, unit, dependencies):
    digest = hashlib.sha256(f"{common}\n{unit.command}\n".encode())
    for path in dependencies:
        digest.update(f"{path}\n{repository.read(root, path)}".encode())
    return digest.hexdigest()


def changed_since(root, base):
    out = subprocess.run(["git", "-C", root, "diff", "--name-only", base],
                         check=True, capture_output=True, text=True).stdout
    return set(out.split())


def tidy(unit, options, stamp):
    """Prints the findings, or leaves the stamp. Returns whether it is clean."""
    # The compile command may be of another compiler, with its own warnings.
    options = options + ["--extra-arg=-Wno-unknown-warning-option"]
    if unit.is_unity:
        options.append("--checks=-bugprone-suspicious-include")
    done = subprocess.run(
        [TIDY, "--quiet", f"--header-filter={FINDINGS_OF}", *options, unit.main,
         "--", *unit.options],
        cwd=unit.directory, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        with open(stamp, "w", encoding="utf-8"):
            pass
        return True
    print(f"--- {' '.join(unit.sources)}\n{done.stdout}{done.stderr}",
          flush=True)
    return False


def latest_first(root, items):
    """Sorts (unit, ...) by the last commit that touched one of its sources."""
    out = subprocess.run(
        ["git", "-C", root, "log", "--format=", "--name-only"],
        check=False, capture_output=True, text=True).stdout
    age = {}
    for path in out.split():
        age.setdefault(path, len(age))
    # A file that is not committed yet is the newest.
    return sorted(items, key=lambda item: min(
        age.get(source, -1) for source in item[0].sources))


def pending(root, builds, base):
    """(unit, verdict key) of the units that have to be checked."""
    paths = set(repository.files(root))
    common = common_key(root, paths)
    changed = changed_since(root, base) if base else None
    seen = set()
    for unit in (unit for build in builds for unit in load_units(root, build)):
        # A build that was configured earlier may name a source that has gone.
        if seen.issuperset(unit.sources) or not paths.issuperset(unit.sources):
            continue
        seen.update(unit.sources)
        dependencies = reachable(root, paths, unit.sources)
        if changed is None or changed & set(dependencies):
            yield unit, key_of(root, common, unit, dependencies)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("builds", nargs="+")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--base")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--deep", action="store_true")
    arguments = parser.parse_args()
    root = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
    builds = [os.path.abspath(build) for build in arguments.builds]
    cache = os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"),
        "interpres", "clang-tidy")

    wanted = list(pending(root, builds, arguments.base))
    if not wanted and arguments.base is None:
        sys.exit(f"clang-tidy: no compile command in {builds}")
    options = [] if arguments.deep else SHALLOW
    stamps = os.path.join(cache, "deep" if arguments.deep else "")
    os.makedirs(stamps, exist_ok=True)
    work = latest_first(root, [
        (unit, options, os.path.join(stamps, key)) for unit, key in wanted
        if not os.path.exists(os.path.join(stamps, key))])
    sources = sum(len(unit.sources) for unit, _ in wanted)
    print(f"clang-tidy: {len(wanted)} units of {sources} sources, "
          f"{len(wanted) - len(work)} units known to be clean", flush=True)
    end = time.monotonic() + arguments.seconds

    def run(item):
        """Whether it is clean; None if there was no time for it."""
        return tidy(*item) if time.monotonic() < end else None

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        verdicts = list(pool.map(run, work))
    print(f"clang-tidy: {verdicts.count(False)} of {len(wanted)} units have "
          f"findings, {verdicts.count(None)} left for the next run")
    return 1 if False in verdicts else 0


if __name__ == "__main__":
    sys.exit(main())
