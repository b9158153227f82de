#!/usr/bin/env python3
"""Checks the documentation against the repository and the built programs.

usage: docs.py BUILD_DIR

Relative links and their anchors exist, and so do the files that a page names
(except in records of the past). Every flag that a page gives to one of
our programs or scripts is in its --help (behind ` -- `: in the --help of any of
them). Every metric named in a page or a file of deploy/ is in docs/metrics.md.
With --self-test, checks that each defect is found.
"""

import os
import re
import subprocess
import sys

import repository

PROGRAMS = ("interpres-server", "interpres-train", "interpres-bench",
            "interpres")
SCRIPTS = ("deploy/quickstart.sh", "deploy/install_packages.sh",
           "tests/run.sh", "tests/fuzz.sh", "tests/kill_resume.sh",
           "tests/benchmarks/search_en_es.sh",
           "tests/benchmarks/train_en_es.sh",
           "tests/benchmarks/train_multi30k.sh",
           "tests/benchmarks/train_profile.sh",
           "tests/benchmarks/train_speed.sh")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
FLAG = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*")
FILE = re.compile(r"`((?:client|cmake|deploy|docs|model|proto|server|tests)/"
                  r"[\w/.-]+\.[a-z]+)`")
RECORDS = ("docs/decisions/", "docs/experiments/", "docs/upgrading.md",
           "docs/upgrading_programs.md")
METRIC = re.compile(r"\binterpres_[a-z][a-z_]*[a-z]\b")
SUFFIX = re.compile(r"_(bucket|sum|count)$")


def anchors(text):
    """The anchors that GitHub gives to the headings of a page."""
    found = set()
    for line in FENCE.sub("", text).splitlines():
        if line.startswith("#"):
            title = line.lstrip("#").strip().lower()
            title = re.sub(r"[^\w\- ]", "", title)
            found.add(title.replace(" ", "-"))
    return found


def link_problems(pages, exists):
    """pages: path -> text; exists: tells whether a path is there."""
    for path, text in pages.items():
        for link in LINK.findall(FENCE.sub("", text)):
            if re.match(r"[a-z]+:", link):
                continue
            target, _, anchor = link.partition("#")
            full = os.path.normpath(os.path.join(os.path.dirname(path),
                                                 target)) if target else path
            if not exists(full):
                yield f"{path}: link to {link}: no such file"
            elif anchor and full in pages and anchor not in anchors(
                    pages[full]):
                yield f"{path}: link to {link}: no such heading"


def file_problems(pages, exists):
    for path, text in pages.items():
        if path.startswith(RECORDS):
            continue
        for name in FILE.findall(FENCE.sub("", text)):
            if not exists(name):
                yield f"{path}: `{name}`: no such file"


def commands(text):
    """The code spans and the (joined) lines of code blocks of a page."""
    for block in FENCE.findall(text):
        yield from block.replace("\\\n", " ").splitlines()[1:-1]
    yield from SPAN.findall(FENCE.sub("", text))


def program_of(command):
    """(program, rest) of a command line that runs one of ours, or None."""
    for program in SCRIPTS + PROGRAMS:
        match = re.match(rf"(?:[$] )?(?:\S*/)?{re.escape(program)}"
                         r"(?:\s+(.*)|$)", command.strip())
        if match:
            return program, (match.group(1) or "").split(" | ")[0]
    return None


def flag_problems(pages, helps):
    """helps: program -> the text of its help, with its subcommands'."""
    known = set(FLAG.findall("\n".join(helps.values())))
    for path, text in pages.items():
        for command in commands(text):
            ours = program_of(command)
            if ours and ours[0] in helps:
                allowed = set(FLAG.findall(helps[ours[0]])) | {"--help"}
                own, _, passed = f" {ours[1]}".partition(" -- ")
                wrong = [flag for flag in FLAG.findall(own)
                         if flag not in allowed]
                wrong += [flag for flag in FLAG.findall(passed)
                          if flag not in known]
            elif command.startswith("--"):
                wrong = set(FLAG.findall(command)[:1]) - known
            else:
                continue
            for flag in wrong:
                yield f"{path}: `{command.strip()}`: no flag {flag}"


def metric_problems(texts, documented):
    """texts: path -> text; documented: names in docs/metrics.md."""
    for path, text in texts.items():
        for name in sorted(set(METRIC.findall(text))):
            if name in documented or SUFFIX.sub("", name) in documented:
                continue
            yield f"{path}: metric {name} is not in docs/metrics.md"


def help_of(command):
    done = subprocess.run(command + ["--help"], capture_output=True,
                          text=True, timeout=60, check=False)
    return done.stdout + done.stderr


def collect_helps(root, build):
    """(program -> its help with its subcommands', names of unbuilt ones)."""
    helps, missing = {}, []
    for script in SCRIPTS:
        if os.path.exists(os.path.join(root, script)):
            helps[script] = help_of([os.path.join(root, script)])
    for program in PROGRAMS:
        binary = os.path.join(build, "bin", program)
        if not os.path.exists(binary):
            missing.append(program)
            continue
        helps[program] = help_of([binary])
        _, _, listed = helps[program].partition("Subcommands:")
        for name in re.findall(r"^  ([a-z][a-z-]*)\b", listed, re.MULTILINE):
            helps[program] += help_of([binary, name])
    return helps, missing


def check(root, build):
    paths = repository.files(root)
    pages = {path: repository.read(root, path)
             for path in paths if path.endswith(".md")}

    def exists(path):
        return os.path.exists(os.path.join(root, path))

    problems = list(link_problems(pages, exists))
    problems += file_problems(pages, exists)
    helps, missing = collect_helps(root, build)
    problems += [f"{build}: {program} is not built: no flag can be checked"
                 for program in missing]
    problems += flag_problems(pages, helps)
    # C++ names of targets begin with interpres_ too: look only where
    # expressions are.
    texts = {path: repository.read(root, path) for path in paths
             if path.startswith(("deploy/prometheus/", "deploy/grafana/",
                                 "deploy/kubernetes/"))}
    documented = set(METRIC.findall(pages.get("docs/metrics.md", "")))
    return problems + list(metric_problems(texts, documented))


def self_test():
    pages = {
        "a.md": "# One Two\n[x](b.md#three) [y](#one-two) [z](none.md)\n"
                "[w](b.md#four) [v](https://x.org/y)\n"
                "`interpres-server --good --bad=1` `--unknown` `ls --all`\n"
                "```sh\n$ interpres translate \\\n  --n 3 --worse\n```\n",
        "b.md": "## Three\n`interpres --n 3 -- --good --worst`\n",
    }
    links = list(link_problems(pages, lambda path: path in pages))
    repository.expect(len(links) == 2 and "none.md" in links[0]
                      and "#four" in links[1], links)
    files = list(file_problems(
        {"a.md": "`model/a.h` `model/b.h` `model/c`", "docs/decisions/1.md":
         "`model/c.h`"}, lambda path: path == "model/a.h"))
    repository.expect(len(files) == 1 and "model/b.h" in files[0], files)
    helps = {"interpres-server": "  --good TEXT", "interpres": "  --n INT"}
    flags = list(flag_problems(pages, helps))
    repository.expect(
        sorted(problem.split("no flag ")[1] for problem in flags)
        == ["--bad", "--unknown", "--worse", "--worst"], flags)
    metrics = list(metric_problems(
        {"r.yml": "rate(interpres_ab_bucket[5m]) / interpres_bad"},
        {"interpres_ab"}))
    repository.expect(len(metrics) == 1 and "interpres_bad " in metrics[0],
                      metrics)
    return 0


if __name__ == "__main__":
    ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
    if "--self-test" in sys.argv:
        sys.exit(self_test())
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(repository.report("docs", check(ROOT, sys.argv[1])))
