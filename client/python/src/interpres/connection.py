"""The connection to a server: TLS, the token, the options of a channel."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import grpc

from interpres.retry import Attempts, RetryPolicy

_MAX_RESPONSE_BYTES = 64 << 20

# gRPC waits a second before it reconnects by default. Here the wait is shorter,
# because the retry policy already spaces the attempts.
_CHANNEL_OPTIONS: tuple[tuple[str, int | str], ...] = (
    ("grpc.max_receive_message_length", _MAX_RESPONSE_BYTES),
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.max_reconnect_backoff_ms", 2000),
)


@dataclass(frozen=True)
class Tls:
    """How to encrypt. Paths are paths of PEM files.

    ca: the authorities that may sign the server's certificate. None means the
        authorities that gRPC brings along.
    certificate, key: the client's certificate and its private key, for mutual
        TLS. Both or neither.
    server_name: the name that the server's certificate must have. None means
        the host of the address.
    """

    ca: str | os.PathLike[str] | None = None
    certificate: str | os.PathLike[str] | None = None
    key: str | os.PathLike[str] | None = None
    server_name: str | None = None

    def __post_init__(self) -> None:
        if (self.certificate is None) != (self.key is None):
            absent = "key" if self.key is None else "certificate"
            raise ValueError(
                f"{absent} is absent; expected a certificate and its private "
                "key for mutual TLS; give both, or remove both")

    def credentials(self) -> grpc.ChannelCredentials:
        """Reads the files."""
        return grpc.ssl_channel_credentials(
            _read(self.ca), _read(self.key), _read(self.certificate))


def _read(path: str | os.PathLike[str] | None) -> bytes | None:
    return None if path is None else Path(path).read_bytes()


def _check_metadata(name: str, value: str) -> None:
    # The message must not have the token, which is a secret.
    if not all("!" <= character <= "~" for character in value):
        raise ValueError(
            f"{name} has a character that a call cannot send; expected "
            f"printable ASCII without spaces; correct the {name}")


@dataclass(frozen=True)
class Settings:
    """The options that the clients have in common."""

    address: str
    token: str = field(repr=False)
    name: str
    tls: bool | Tls
    timeout: float
    retry: RetryPolicy
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        if not self.address:
            raise ValueError("address is empty; expected HOST:PORT; give the "
                             "address of the server")
        _check_metadata("token", self.token)
        _check_metadata("name", self.name)
        self.attempts(None)  # checks the timeout

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """The metadata of each call."""
        pairs = [("interpres-max-response-bytes", str(_MAX_RESPONSE_BYTES))]
        if self.token:
            pairs.append(("authorization", f"Bearer {self.token}"))
        if self.name:
            pairs.append(("interpres-client", self.name))
        return tuple(pairs)

    @property
    def channel_options(self) -> tuple[tuple[str, int | str], ...]:
        """The arguments of the channel."""
        if isinstance(self.tls, Tls) and self.tls.server_name is not None:
            return (*_CHANNEL_OPTIONS,
                    ("grpc.ssl_target_name_override", self.tls.server_name))
        return _CHANNEL_OPTIONS

    def credentials(self) -> grpc.ChannelCredentials | None:
        """The credentials of the channel. None without TLS."""
        if isinstance(self.tls, Tls):
            return self.tls.credentials()
        return Tls().credentials() if self.tls else None

    def attempts(self, timeout: float | None) -> Attempts:
        """The attempts of a call. None means the timeout of the client."""
        return Attempts(self.retry,
                        self.timeout if timeout is None else timeout,
                        self.clock)
