"""Shared by the lint scripts: the files of the repository."""

import os
import re
import subprocess
import sys

PRODUCT = ("model", "server", "client")
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


def files(root):
    """Paths under `root`, relative to it, that git tracks or would track.

    Without git (an exported tree), every file outside build/ and .git/.
    """
    try:
        listed = subprocess.run(
            ["git", "-C", root, "ls-files", "-z", "--cached", "--others",
             "--exclude-standard"],
            check=True, capture_output=True).stdout.decode()
        paths = [path for path in listed.split("\0") if path]
    except (OSError, subprocess.CalledProcessError):
        paths = []
        for folder, folders, names in os.walk(root):
            folders[:] = [f for f in folders if f not in ("build", ".git")]
            paths += [os.path.relpath(os.path.join(folder, name), root)
                      for name in names]
    return sorted(path for path in set(paths)
                  if os.path.isfile(os.path.join(root, path)))


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8",
              newline="") as stream:
        return stream.read()


def includes(text):
    """Yields (line number, included path) of a C++ source."""
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1) or match.group(2)


def report(name, problems):
    """Prints the problems; returns the exit status."""
    for problem in problems:
        print(problem)
    print(f"{name}: {len(problems)} problem(s)" if problems
          else f"{name}: clean")
    return 1 if problems else 0


def expect(condition, what):
    """An assertion of a self-test."""
    if not condition:
        sys.exit(f"self-test failed: {what}")
