"""Sends calls over one channel, and repeats the calls that may be retried."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Any

import grpc
import grpc.aio

from interpres._methods import Method, Request, Response
from interpres._status import error_of_rpc
from interpres.connection import Settings
from interpres.errors import Code, InterpresError


class CallGroup:
    """Calls that one thread can cancel together. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._calls: set[grpc.Future[Any]] = set()
        self._cancelled = False

    def result(self, begin: Callable[[], grpc.Future[Response]]) -> Response:
        """Begins a call and returns its response. Raises grpc.RpcError.

        Raises InterpresError if the group is cancelled.
        """
        with self._lock:
            if self._cancelled:
                raise _cancelled()
            call = begin()
            self._calls.add(call)
        try:
            return call.result()
        except grpc.FutureCancelledError as failure:
            raise _cancelled() from failure
        finally:
            with self._lock:
                self._calls.discard(call)

    def cancel(self) -> None:
        """Cancels the calls, and each call that would begin later."""
        with self._lock:
            self._cancelled = True
            calls = list(self._calls)
        for call in calls:
            call.cancel()


def _cancelled() -> InterpresError:
    return InterpresError(Code.CANCELLED, "the call was cancelled by its caller")


class Caller:
    """Calls that block. Thread-safe. Connects with the first call."""

    def __init__(self, settings: Settings,
                 sleep: Callable[[float], None]) -> None:
        self.settings = settings
        self.sleep = sleep
        credentials = settings.credentials()
        options = settings.channel_options
        self._channel = (
            grpc.insecure_channel(settings.address, options)
            if credentials is None
            else grpc.secure_channel(settings.address, credentials, options))

    def unary(self, method: Method[Request, Response], request: Request,
              timeout: float | None,
              calls: CallGroup | None = None) -> Response:
        """Returns the response. Raises InterpresError.

        `calls` can cancel the call.
        """
        attempts = self.settings.attempts(timeout)
        call = self._channel.unary_unary(
            method.path, request_serializer=method.request.SerializeToString,
            response_deserializer=method.response.FromString)
        while True:
            try:
                timeout = attempts.remaining()
                metadata = self.settings.metadata
                if calls is None:
                    return call(request, timeout=timeout, metadata=metadata)
                return calls.result(partial(call.future, request,
                                            timeout=timeout,
                                            metadata=metadata))
            except grpc.RpcError as failure:
                error = error_of_rpc(failure, self.settings.address)
                delay = attempts.delay_after(error)
                if delay is None:
                    raise error from failure
            self.sleep(delay)

    @contextmanager
    def stream(self, method: Method[Request, Response], message: Request,
               timeout: float) -> Iterator[Iterator[Response]]:
        """Sends one message. Yields the responses, which raise InterpresError.

        Cancels the call at the end.
        """
        open_call = self._channel.stream_stream(
            method.path, request_serializer=method.request.SerializeToString,
            response_deserializer=method.response.FromString)
        call = open_call(iter((message,)), timeout=timeout,
                         metadata=self.settings.metadata)
        try:
            yield call
        except grpc.RpcError as failure:
            raise error_of_rpc(failure, self.settings.address) from failure
        finally:
            call.cancel()

    def close(self) -> None:
        """Closes the channel. Calls that have no answer fail."""
        self._channel.close()


class AsyncCaller:
    """Calls of asyncio. Belongs to the event loop of the first call."""

    def __init__(self, settings: Settings,
                 sleep: Callable[[float], Awaitable[None]]) -> None:
        self.settings = settings
        self.sleep = sleep
        self._credentials = settings.credentials()
        self._channel: grpc.aio.Channel | None = None

    def _open(self) -> grpc.aio.Channel:
        """The channel. grpc.aio binds a new channel to the running loop."""
        if self._channel is None:
            options = self.settings.channel_options
            self._channel = (
                grpc.aio.insecure_channel(self.settings.address, options)
                if self._credentials is None
                else grpc.aio.secure_channel(self.settings.address,
                                             self._credentials, options))
        return self._channel

    async def unary(self, method: Method[Request, Response], request: Request,
                    timeout: float | None) -> Response:
        """Returns the response. Raises InterpresError."""
        attempts = self.settings.attempts(timeout)
        call = self._open().unary_unary(
            method.path, request_serializer=method.request.SerializeToString,
            response_deserializer=method.response.FromString)
        while True:
            try:
                return await call(request, timeout=attempts.remaining(),
                                  metadata=self.settings.metadata)
            except grpc.RpcError as failure:
                error = error_of_rpc(failure, self.settings.address)
                delay = attempts.delay_after(error)
                if delay is None:
                    raise error from failure
            await self.sleep(delay)

    @asynccontextmanager
    async def stream(self, method: Method[Request, Response], message: Request,
                     timeout: float) -> AsyncIterator[AsyncIterator[Response]]:
        """Sends one message. Yields the responses, which raise InterpresError.

        Cancels the call at the end.
        """
        open_call = self._open().stream_stream(
            method.path, request_serializer=method.request.SerializeToString,
            response_deserializer=method.response.FromString)
        call = open_call(iter((message,)), timeout=timeout,
                         metadata=self.settings.metadata)
        try:
            yield aiter(call)
        except grpc.RpcError as failure:
            raise error_of_rpc(failure, self.settings.address) from failure
        finally:
            call.cancel()

    async def close(self) -> None:
        """Closes the channel. Calls that have no answer fail."""
        if self._channel is not None:
            await self._channel.close()
            self._channel = None
