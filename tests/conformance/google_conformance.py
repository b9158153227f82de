"""Google's client libraries against the real server, without TLS and with TLS.

usage: google_conformance.py BUILD_DIR COMMAND...

COMMAND runs tests/conformance/google/client.* once for each of two servers with
tokens, a directory of glossaries and the bundled model. google/client.py
explains the environment that it gets.
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


def make_certificate(directory):
    """(certificate, key) for localhost, which signs itself."""
    certificate, key = directory / "server.pem", directory / "server.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
         "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
         "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
         "-keyout", key, "-out", certificate],
        check=True, capture_output=True)
    return certificate, key


def run(build, command, directory, tls_files):
    glossaries = directory / ("tls" if tls_files else "plain")
    glossaries.mkdir()
    token = secrets.token_hex(16)
    tokens = directory / "tokens"
    tokens.write_text(token + "\n")
    flags = ["--token-file", tokens, "--glossary-directory", glossaries]
    if tls_files:
        flags += ["--tls-certificate", tls_files[0], "--tls-key", tls_files[1]]
    certificate = str(tls_files[0]) if tls_files else ""
    environment = {**os.environ, "INTERPRES_TOKEN": token,
                   "INTERPRES_CA": certificate}
    if tls_files:
        # Where the libraries for Python and Node, and for Go, look for roots.
        environment["GRPC_DEFAULT_SSL_ROOTS_FILE_PATH"] = certificate
        environment["SSL_CERT_FILE"] = certificate
    with ServerProcess(build / "bin" / "interpres-server", MODEL,
                       *map(str, flags)) as server:
        port = server.address.rpartition(":")[2]
        environment["INTERPRES_SERVER"] = f"localhost:{port}"
        print("with TLS" if tls_files else "without TLS", flush=True)
        return subprocess.run(command, env=environment, check=False,
                              timeout=300).returncode


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        codes = [run(build, sys.argv[2:], directory, None),
                 run(build, sys.argv[2:], directory,
                     make_certificate(directory))]
    return 1 if any(codes) else 0


if __name__ == "__main__":
    sys.exit(main())
