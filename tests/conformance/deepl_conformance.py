"""DeepL's client libraries against the real server.

usage: deepl_conformance.py BUILD_DIR COMMAND...

COMMAND runs tests/conformance/deepl/client.* with a server that has two tokens,
a directory of glossaries, a quota and the bundled model. The environment:
INTERPRES_URL, the address; INTERPRES_TOKEN; INTERPRES_SMALL_URL, the address of
a server whose quota is 20 characters. Then the script checks that no token is
in the logs, and that the file of the quota keeps the counts.
"""

import os
import pathlib
import secrets
import subprocess
import sys
import tempfile

from server_process import ServerProcess

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODEL = ROOT / "model" / "pretrained" / "en-es"


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    binary = pathlib.Path(sys.argv[1]) / "bin" / "interpres-server"
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        token = secrets.token_hex(16)
        tokens = directory / "tokens"
        tokens.write_text(token + "\n")
        glossaries = directory / "glossaries"
        glossaries.mkdir()
        flags = ["--compute-type", "float32", "--http-address", "127.0.0.1:0",
                 "--token-file", str(tokens), "--log-level", "debug",
                 "--glossary-directory", str(glossaries)]
        file = directory / "quota"
        with ServerProcess(binary, MODEL, *flags) as server, ServerProcess(
                binary, MODEL, *flags, "--quota", "20", "--quota-file",
                str(file)) as small:
            code = subprocess.run(
                sys.argv[2:], check=False, timeout=300,
                env={**os.environ, "INTERPRES_URL": server.http_url,
                     "INTERPRES_SMALL_URL": small.http_url,
                     "INTERPRES_TOKEN": token}).returncode
        kept = file.read_text().splitlines()
        assert len(kept) == 2 and kept[1].endswith(" 13"), kept
        assert token not in file.read_text(), "a token in the file"
        for log in (server.log, small.log):
            assert token not in "".join(log), "a token in the log"
    return code


if __name__ == "__main__":
    sys.exit(main())
