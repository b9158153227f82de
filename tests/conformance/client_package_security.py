"""The Python package with tokens, TLS and mutual TLS.

usage: client_package_security.py BUILD_DIR

Makes certificates with openssl.
"""

import asyncio
import pathlib
import subprocess
import sys
import tempfile

from interpres import (AsyncClient, Client, Code, InterpresError, RetryPolicy,
                       Tls)

from checks import expect_equal, expect_in, run_checks
from server_process import ServerProcess

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODEL = ROOT / "model/pretrained/en-es"
TOKEN = "0123456789abcdef-token"
NAME = "translate.example"
ONCE = RetryPolicy(max_attempts=1)


def make_certificate(directory, name):
    """A certificate NAME.pem that signs itself, and its key NAME.key."""
    certificate, key = directory / f"{name}.pem", directory / f"{name}.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days",
         "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}",
         "-keyout", key, "-out", certificate], check=True, capture_output=True)
    return certificate, key


def translate(address, **options):
    """The translation of both clients."""
    async def run():
        async with AsyncClient(address, **options) as client:
            return str(await client.translate("Good morning.", to="es"))
    with Client(address, **options) as client:
        translation = str(client.translate("Good morning.", to="es"))
    expect_equal(asyncio.run(run()), translation, "AsyncClient")
    return translation


def expect_error(code, address, **options):
    try:
        translate(address, **options)
    except InterpresError as error:
        expect_equal(error.code, code, f"code of {error}")
        return error
    raise AssertionError(f"no error; expected {code.name}")


def expect_value_error(action, part):
    try:
        action()
    except ValueError as error:
        expect_in(part, str(error), "message")
        return str(error)
    raise AssertionError("no error; expected ValueError")


class Checks:
    """The checks; each is a method whose name starts with check_."""

    def __init__(self, binary, directory):
        self.binary = binary
        self.certificate, self.key = make_certificate(directory, "server")
        self.other, self.other_key = make_certificate(directory, "other")
        self.tokens = directory / "tokens"
        self.tokens.write_text(f"{TOKEN}\n")

    def server(self, *flags):
        return ServerProcess(self.binary, MODEL, *flags)

    def tls_server(self, *flags):
        return self.server("--tls-certificate", str(self.certificate),
                           "--tls-key", str(self.key), *flags)

    def check_token(self):
        with self.server("--token-file", str(self.tokens)) as server:
            expect_equal(translate(server.address, token=TOKEN),
                         "Buenos días.", "translation")
            for token in ("", f"{TOKEN}x"):
                error = expect_error(Code.UNAUTHENTICATED, server.address,
                                     token=token)
                expect_in("token=", error.message, "message")
                assert TOKEN not in repr(error), "the error shows the token"

    def check_token_that_cannot_be_sent(self):
        for token in ("secret secret", "secret\n", "secreté"):
            message = expect_value_error(
                lambda token=token: Client(token=token), "token has a charact")
            assert "secret" not in message, "the error shows the token"

    def check_tls(self):
        with self.tls_server("--token-file", str(self.tokens)) as server:
            expect_equal(translate(
                server.address, token=TOKEN,
                tls=Tls(ca=self.certificate, server_name=NAME)),
                "Buenos días.", "translation")

    def check_tls_that_is_not_trusted(self):
        with self.tls_server() as server:
            for tls in (False, True, Tls(ca=self.certificate),
                        Tls(ca=self.other, server_name=NAME)):
                error = expect_error(Code.UNAVAILABLE, server.address, tls=tls,
                                     retry=ONCE)
                expect_in("use TLS", error.message, "message")

    def check_mutual_tls(self):
        with self.tls_server("--tls-client-ca", str(self.other)) as server:
            expect_equal(translate(server.address, tls=Tls(
                ca=str(self.certificate), certificate=str(self.other),
                key=str(self.other_key), server_name=NAME)),
                "Buenos días.", "translation")
            expect_error(Code.UNAVAILABLE, server.address, retry=ONCE,
                         tls=Tls(ca=self.certificate, server_name=NAME))
        expect_value_error(lambda: Tls(certificate="a.pem"), "key is absent")

    def check_missing_file(self):
        try:
            Client(tls=Tls(ca="/nowhere/ca.pem"))
        except FileNotFoundError as error:
            expect_in("/nowhere/ca.pem", str(error), "message")
            return
        raise AssertionError("no error; expected FileNotFoundError")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as directory:
        checks = Checks(pathlib.Path(sys.argv[1]) / "bin/interpres-server",
                        pathlib.Path(directory))
        run_checks([(name, getattr(checks, name)) for name in dir(Checks)
                    if name.startswith("check_")])


if __name__ == "__main__":
    main()
