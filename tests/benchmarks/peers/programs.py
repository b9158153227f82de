"""Runs the programs that engine_speed.py measures."""

import json
import os
import subprocess

# Keeps freed memory in the process. CTranslate2 frees its buffers after every
# batch, and getting them back from the system takes 10 to 20 % of its time.
MALLOC = ("glibc.malloc.mmap_threshold=4294967296:"
          "glibc.malloc.trim_threshold=8589934592:"
          "glibc.malloc.top_pad=268435456")


def run(command, timeout=None, tunables=""):
    """The reports that a program prints, a line each."""
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, check=False,
        timeout=timeout, env={**os.environ, "GLIBC_TUNABLES": tunables})
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or
                           f"exit {done.returncode}: {command}")
    return [json.loads(line) for line in done.stdout.splitlines()
            if line.startswith("{")]
