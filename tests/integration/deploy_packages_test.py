#!/usr/bin/env python3
"""The packages that install_packages.sh --runtime lists, with what they depend
on, hold every library that the programs load. No Protocol Buffers library is
among those (docs/decisions/0001).

usage: deploy_packages_test.py BIN_DIR
"""

import os
import re
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
PROGRAMS = ("interpres-server", "interpres-train", "interpres",
            "interpres-bench")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True,
                          text=True).stdout


def closure(packages):
    """The packages and all that they depend on, as installed here."""
    listed = output("dpkg-query", "-W",
                    "-f=${Package}\t${Depends}, ${Pre-Depends}\n")
    depends = dict(line.split("\t") for line in listed.splitlines())
    seen, waiting = set(), list(packages)
    while waiting:
        package = waiting.pop()
        # A virtual name or an alternative may not be installed.
        if package not in seen and package in depends:
            seen.add(package)
            waiting += re.findall(r"(?:^|[,|])\s*([a-z0-9][a-z0-9+.-]*)",
                                  depends[package])
    return seen


def owners(paths):
    """The name of each library's file -> the packages that hold it."""
    names = {os.path.basename(os.path.realpath(path)) for path in paths}
    listed = output("dpkg-query", "-S", *(f"*/{name}" for name in names))
    found = {name: set() for name in names}
    for line in listed.splitlines():
        package, _, path = line.partition(": ")
        found[os.path.basename(path)].add(package.split(":")[0])
    return found


def libraries(program):
    listed = output("ldd", program)
    if "not found" in listed:
        raise AssertionError(f"{program}:\n{listed}")
    return sorted(set(re.findall(r"=> (/\S+)", listed)))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    script = os.path.join(ROOT, "deploy/install_packages.sh")
    runtime = closure(output(script, "--runtime", "--list").split())
    loaded = {program: libraries(os.path.join(sys.argv[1], program))
              for program in PROGRAMS}
    paths = set().union(*loaded.values())
    held_by = owners(paths)
    problems = [f"{program} loads {path}" for program, used in loaded.items()
                for path in used if "protobuf" in path]
    problems += [f"{path} is in none of the runtime packages"
                 for path in sorted(paths)
                 if not held_by[os.path.basename(os.path.realpath(path))]
                 & runtime]
    if len(paths) < 20:
        problems.append(f"only {len(paths)} libraries found")
    print("\n".join(problems) or f"all {len(paths)} libraries are covered")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
