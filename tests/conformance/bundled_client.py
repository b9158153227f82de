"""Runs the bundled client, for checks of what a user gets."""

import json
import subprocess


def translate(build, server, lines, *flags):
    """Returns the translation of each line, as the client's JSON has it.

    build: the build directory; server: a ServerProcess; flags: further options
    of `interpres translate`.
    """
    command = [str(build / "bin" / "interpres"), "translate", "--server",
               server.address, "--json", *flags]
    done = subprocess.run(command, input="\n".join(lines) + "\n", check=True,
                          stdout=subprocess.PIPE, text=True)
    return [json.loads(line)["translations"][0]
            for line in done.stdout.splitlines()]
