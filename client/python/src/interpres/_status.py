"""Makes an InterpresError of an error of gRPC or of a message."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, cast

import grpc
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import DecodeError
from google.rpc.error_details_pb2 import RetryInfo
from google.rpc.status_pb2 import Status

from interpres.errors import Code, InterpresError
from interpres.v1 import translation_pb2 as pb

DETAILS = "grpc-status-details-bin"
REQUEST_ID = "interpres-request-id"
MAX_DELAY = 24 * 3600.0


class _RpcStatus(Protocol):
    """The methods that the errors of grpc and of grpc.aio have."""

    def code(self) -> grpc.StatusCode: ...

    def details(self) -> str | None: ...

    def trailing_metadata(self) -> Iterable[tuple[str, str | bytes]] | None: ...


def bounded_delay(duration: Duration) -> float:
    """Returns a delay of a server in seconds, limited to 0 to MAX_DELAY."""
    return min(max(duration.seconds + duration.nanos * 1e-9, 0.0), MAX_DELAY)


def delay_in_details(details: bytes) -> float | None:
    """Returns the delay of the google.rpc.RetryInfo in a google.rpc.Status.

    Returns None if `details` is malformed or has no RetryInfo with a delay.
    """
    try:
        for detail in Status.FromString(details).details:
            info = RetryInfo()
            if detail.Unpack(info) and info.HasField("retry_delay"):
                return bounded_delay(info.retry_delay)
    except DecodeError:
        pass
    return None


def _message(code: Code, message: str, address: str) -> str:
    if code == Code.UNAVAILABLE:
        return (f"server {address} is unavailable: {message}; check the "
                "address, that the server runs, and that both sides or neither "
                "use TLS")
    if code == Code.UNAUTHENTICATED:
        return f"{message}; pass the token of the client as token="
    return message


def error_of_rpc(error: grpc.RpcError, address: str) -> InterpresError:
    """The error of a call to the server at `address`."""
    status = cast(_RpcStatus, error)
    code = Code[status.code().name]
    # Iteration gives pairs. dict() would read the Metadata of grpc.aio by keys.
    metadata = {key: value for key, value in status.trailing_metadata() or ()}
    details = metadata.get(DETAILS, b"")
    request_id = metadata.get(REQUEST_ID)
    return InterpresError(
        code, _message(code, status.details() or "", address),
        delay_in_details(details) if isinstance(details, bytes) else None,
        request_id if isinstance(request_id, str) else None)


def error_of_message(error: pb.TextError | pb.RequestError) -> InterpresError:
    """The error of one text, or of one message of a stream."""
    delay = (bounded_delay(error.retry_delay)
             if error.HasField("retry_delay") else None)
    return InterpresError(Code.of(error.code), error.message, delay)
