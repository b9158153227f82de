"""A few lines of test harness: named checks, a count, an exit code."""

import sys
import traceback


def expect_equal(got, expected, what):
    if got != expected:
        raise AssertionError(f"{what}: got {got!r}, expected {expected!r}")


def expect_in(part, whole, what):
    if part not in whole:
        raise AssertionError(f"{what}: {part!r} is not in {whole!r}")


def expect_refused(action, kind, *parts):
    """The action raises an error of the kind `kind` with these words."""
    try:
        action()
    except kind as error:
        for part in parts:
            expect_in(part, str(error), "message")
        return
    raise AssertionError(f"no error; expected {kind.__name__}")


def run_checks(checks):
    """Runs every (name, function); exits 1 if any raised."""
    failed = 0
    for name, check in checks:
        try:
            check()
            print(f"ok   {name}")
        except Exception:  # pylint: disable=broad-except
            failed += 1
            print(f"FAIL {name}")
            traceback.print_exc(file=sys.stdout)
    sys.exit(1 if failed else 0)
