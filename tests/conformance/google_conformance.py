"""Google's client libraries against the real server, without TLS and with TLS.

usage: google_conformance.py [--http] BUILD_DIR COMMAND...

COMMAND runs tests/conformance/google/client.* once for each of two servers with
tokens, a directory of glossaries and the bundled model. google/client.py
explains the environment that it gets. With --http the address is the one of
the HTTP service, otherwise of gRPC.
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


def run(build, command, directory, tls_files, http):
    glossaries = directory / ("tls" if tls_files else "plain")
    glossaries.mkdir()
    token = secrets.token_hex(16)
    tokens = directory / "tokens"
    tokens.write_text(token + "\n")
    flags = ["--token-file", tokens, "--glossary-directory", glossaries]
    if http:
        flags += ["--http-address", "127.0.0.1:0"]
    if tls_files:
        flags += ["--tls-certificate", tls_files[0], "--tls-key", tls_files[1]]
    certificate = str(tls_files[0]) if tls_files else ""
    environment = {**os.environ, "INTERPRES_TOKEN": token,
                   "INTERPRES_CA": certificate}
    if tls_files:
        # Where the libraries for Python and Node, and for Go, look for roots.
        environment["GRPC_DEFAULT_SSL_ROOTS_FILE_PATH"] = certificate
        environment["SSL_CERT_FILE"] = certificate
        # Where the libraries over HTTP look.
        environment["REQUESTS_CA_BUNDLE"] = certificate
        environment["NODE_EXTRA_CA_CERTS"] = certificate
    with ServerProcess(build / "bin" / "interpres-server", MODEL,
                       *map(str, flags)) as server:
        address = server.http_url if http else server.address
        port = address.rpartition(":")[2]
        environment["INTERPRES_SERVER"] = f"localhost:{port}"
        print("with TLS" if tls_files else "without TLS", flush=True)
        return subprocess.run(command, env=environment, check=False,
                              timeout=300).returncode


def main():
    arguments = sys.argv[1:]
    http = arguments[:1] == ["--http"]
    if http:
        arguments = arguments[1:]
    if len(arguments) < 2:
        sys.exit(__doc__)
    build = pathlib.Path(arguments[0])
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        codes = [run(build, arguments[1:], directory, None, http),
                 run(build, arguments[1:], directory,
                     make_certificate(directory), http)]
    return 1 if any(codes) else 0


if __name__ == "__main__":
    sys.exit(main())
