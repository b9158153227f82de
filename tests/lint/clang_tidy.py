#!/usr/bin/env python3
"""Runs clang-tidy over the sources and remembers the clean ones.

usage: clang_tidy.py BUILD_DIR... [--jobs N] [--base COMMIT] [--seconds N]

Of several build directories the first one that compiles a source counts; one
that does not exist is passed over.
A source is checked again when it, a header of ours that it includes, a .proto
file, a .clang-tidy, its compile command or the tool has changed. --base limits
the run to the sources that differ from COMMIT, or include a header that does.
--seconds starts no further source after that time: those changed last come
first, the others wait for the next run, and the closing line counts them.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import shlex
import subprocess
import sys
import time

import repository

TIDY = "clang-tidy-14"


def reachable(root, paths, source):
    """`source` and all headers of ours that it includes, sorted."""
    seen, waiting = set(), [source]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        waiting += [header for _, header
                    in repository.includes(repository.read(root, path))
                    if header in paths]
    return sorted(seen)


def load_commands(root, build):
    """Relative path of a source -> its compile command, without the place."""
    database = os.path.join(build, "compile_commands.json")
    if not os.path.exists(database):
        return {}
    with open(database, encoding="utf-8") as stream:
        entries = json.load(stream)
    commands = {}
    for entry in entries:
        path = os.path.relpath(entry["file"], root)
        if path.startswith(("model/", "server/", "client/", "tests/")):
            arguments = [a.replace(root, ".")
                         for a in shlex.split(entry["command"])]
            commands[path] = " ".join(arguments)
    return commands


def common_key(root, paths):
    """What every verdict depends on."""
    digest = hashlib.sha256()
    digest.update(subprocess.run([TIDY, "--version"], check=True,
                                 capture_output=True).stdout)
    for path in sorted(path for path in paths if path.endswith(
            (".proto", ".clang-tidy"))):
        digest.update(repository.read(root, path).encode())
    return digest.hexdigest()


def key_of(root, common, command, dependencies):
    digest = hashlib.sha256(f"{common}\n{command}\n".encode())
    for path in dependencies:
        digest.update(f"{path}\n{repository.read(root, path)}".encode())
    return digest.hexdigest()


def changed_since(root, base):
    out = subprocess.run(["git", "-C", root, "diff", "--name-only", base],
                         check=True, capture_output=True, text=True).stdout
    return set(out.split())


def tidy(root, build, source, stamp):
    """Prints the findings, or leaves the stamp. Returns whether it is clean."""
    done = subprocess.run(
        [TIDY, "-p", build, "--quiet", os.path.join(root, source)],
        capture_output=True, text=True, check=False)
    if done.returncode == 0:
        with open(stamp, "w", encoding="utf-8"):
            pass
        return True
    print(f"--- {source}\n{done.stdout}{done.stderr}", flush=True)
    return False


def latest_first(root, items):
    """Sorts (build, source, ...) by the last commit that touched the source."""
    out = subprocess.run(
        ["git", "-C", root, "log", "--format=", "--name-only"],
        check=False, capture_output=True, text=True).stdout
    age = {}
    for path in out.split():
        age.setdefault(path, len(age))
    # A file that is not committed yet is the newest.
    return sorted(items, key=lambda item: age.get(item[1], -1))


def pending(root, builds, base):
    """(build, source, verdict key) of the sources that have to be checked."""
    paths = set(repository.files(root))
    common = common_key(root, paths)
    changed = changed_since(root, base) if base else None
    compiled = {source: (build, command) for build in reversed(builds)
                for source, command in load_commands(root, build).items()}
    # A build that was configured earlier may name a source that has gone.
    for source, (build, command) in sorted(
            item for item in compiled.items() if item[0] in paths):
        dependencies = reachable(root, paths, source)
        if changed is None or changed & set(dependencies):
            yield build, source, key_of(root, common, command, dependencies)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("builds", nargs="+")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--base")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    arguments = parser.parse_args()
    root = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
    builds = [os.path.abspath(build) for build in arguments.builds]
    cache = os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"),
        "interpres", "clang-tidy")
    os.makedirs(cache, exist_ok=True)

    wanted = list(pending(root, builds, arguments.base))
    if not wanted and arguments.base is None:
        sys.exit(f"clang-tidy: no compile command in {builds}")
    work = latest_first(root, [
        (build, source, os.path.join(cache, key))
        for build, source, key in wanted
        if not os.path.exists(os.path.join(cache, key))])
    print(f"clang-tidy: {len(wanted)} sources, {len(wanted) - len(work)} "
          "known to be clean", flush=True)
    end = time.monotonic() + arguments.seconds

    def run(item):
        """Whether it is clean; None if there was no time for it."""
        return tidy(root, *item) if time.monotonic() < end else None

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        verdicts = list(pool.map(run, work))
    print(f"clang-tidy: {verdicts.count(False)} of {len(wanted)} sources have "
          f"findings, {verdicts.count(None)} left for the next run")
    return 1 if False in verdicts else 0


if __name__ == "__main__":
    sys.exit(main())
