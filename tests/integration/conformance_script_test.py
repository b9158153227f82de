"""tests/conformance/run.sh in a fresh clone, where nothing is built.

usage: conformance_script_test.py

The script runs in a copy of its folder, with stand-ins for
deploy/install_packages.sh and for cmake that write down that they were called.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
from checks import expect_equal, expect_in, run_checks  # noqa: E402


def write_script(path, exit_code):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n"
                    f'echo "{path.name} $1" >>"$CALLS"\nexit {exit_code}\n')
    path.chmod(0o755)


def run_in_fresh_clone(packages_exit_code):
    """(output, calls, exit code) of run.sh; cmake always fails."""
    with tempfile.TemporaryDirectory() as directory:
        clone = pathlib.Path(directory)
        shutil.copytree(ROOT / "tests" / "conformance",
                        clone / "tests" / "conformance")
        write_script(clone / "deploy" / "install_packages.sh",
                     packages_exit_code)
        write_script(clone / "bin" / "cmake", 1)
        calls = clone / "calls"
        environment = {
            **os.environ, "CALLS": str(calls),
            "PATH": f"{clone / 'bin'}:{os.environ['PATH']}",
            "XDG_CACHE_HOME": str(clone / "cache"),
            "INTERPRES_BUILD_DIR": str(clone / "build" / "release")}
        done = subprocess.run(
            [clone / "tests" / "conformance" / "run.sh"], env=environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=60, check=False)
        return done.stdout, calls.read_text().splitlines(), done.returncode


def check_packages_are_installed_before_the_build():
    output, calls, code = run_in_fresh_clone(0)
    expect_equal(calls[:2], ["install_packages.sh --test", "cmake --preset"],
                 "calls")
    expect_equal((output.splitlines()[-1], code), ("0 passed, 1 failed", 1),
                 "result")


def check_missing_packages_name_the_command():
    output, calls, code = run_in_fresh_clone(1)
    expect_equal(calls, ["install_packages.sh --test"], "calls")
    expect_in("packages are missing; run deploy/install_packages.sh --test",
              output, "message")
    expect_equal((output.splitlines()[-1], code), ("0 passed, 1 failed", 1),
                 "result")


if __name__ == "__main__":
    run_checks([(check.__name__, check) for check in (
        check_packages_are_installed_before_the_build,
        check_missing_packages_name_the_command)])
