"""The error that all calls raise."""

from __future__ import annotations

import enum


class Code(enum.IntEnum):
    """The canonical codes of gRPC (google.rpc.Code)."""

    OK = 0
    CANCELLED = 1
    UNKNOWN = 2
    INVALID_ARGUMENT = 3
    DEADLINE_EXCEEDED = 4
    NOT_FOUND = 5
    ALREADY_EXISTS = 6
    PERMISSION_DENIED = 7
    RESOURCE_EXHAUSTED = 8
    FAILED_PRECONDITION = 9
    ABORTED = 10
    OUT_OF_RANGE = 11
    UNIMPLEMENTED = 12
    INTERNAL = 13
    UNAVAILABLE = 14
    DATA_LOSS = 15
    UNAUTHENTICATED = 16

    @classmethod
    def of(cls, number: int) -> Code:
        """Returns the code with this number, or UNKNOWN for other numbers."""
        return cls(number) if number in set(cls) else cls.UNKNOWN


class InterpresError(Exception):
    """A call failed, or the translation of one text.

    code: the kind of the error.
    message: the problem, and the remedy.
    retry_delay: the time in seconds after which a retry may succeed. None if
        the server stated no retry delay.
    request_id: the id of the request in the log of the server. None if no
        server has answered, if the server refused the call, and for the error
        of one text.
    """

    def __init__(self, code: Code, message: str,
                 retry_delay: float | None = None,
                 request_id: str | None = None) -> None:
        super().__init__(code, message, retry_delay, request_id)
        self.code = code
        self.message = message
        self.retry_delay = retry_delay
        self.request_id = request_id

    def __str__(self) -> str:
        return f"{self.code.name}: {self.message}"
