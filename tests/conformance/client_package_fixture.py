"""A server that fails as it is ordered to, for checks of the Python package."""

import asyncio
import concurrent.futures
import threading

import grpc
from google.rpc import error_details_pb2, status_pb2

from interpres import AsyncClient, Client
from interpres.v1 import translation_pb2 as pb
from interpres.v1 import translation_pb2_grpc as services

BUSY = grpc.StatusCode.RESOURCE_EXHAUSTED
AWAY = grpc.StatusCode.UNAVAILABLE


class FakeTime:
    """A clock that only its waits move."""

    def __init__(self):
        self.now = 1000.0
        self.waits = []

    def clock(self):
        return self.now

    def sleep(self, seconds):
        self.waits.append(seconds)
        self.now += seconds

    async def async_sleep(self, seconds):
        self.sleep(seconds)


def details(seconds):
    """A google.rpc.Status with a retry delay, serialised."""
    status = status_pb2.Status(code=BUSY.value[0], message="busy")
    info = error_details_pb2.RetryInfo()
    info.retry_delay.FromNanoseconds(int(seconds * 1e9))
    status.details.add().Pack(info)
    return status.SerializeToString()


class FakeService(services.TranslationServiceServicer):
    """Fails with each of `failures` once: (code, retry delay or None).

    The retry delay stands in the details of the call, and in the error of a
    message for StreamTranslate with the code BUSY.
    """

    def __init__(self):
        self.failures = []
        self.lock = threading.Lock()
        self.calls = 0  # guarded by lock, as ends
        self.metadata = {}
        self.hold = threading.Event()
        self.cancelled = threading.Event()
        self.waiting = threading.Event()
        self.ends = 0
        self.segments_before_failure = 0
        self.fails_at_end = False
        self.results = None

    def begin(self, context):
        """Counts the call. A call that is cancelled already has ended."""
        with self.lock:
            self.calls += 1
        if not context.add_callback(self.end):
            self.end()

    def end(self):
        """A call is cancelled or ends."""
        with self.lock:
            self.ends += 1
        self.cancelled.set()

    def fail(self, context, code, delay):
        metadata = [("interpres-request-id", "request-7")]
        if delay is not None:
            metadata.append(("grpc-status-details-bin", details(delay)))
        context.set_trailing_metadata(metadata)
        context.abort(code, "ordered to fail")

    def Translate(self, request, context):
        self.begin(context)
        self.metadata = dict(context.invocation_metadata())
        if "wait" in request.texts:
            self.waiting.set()
            self.hold.wait(60)
        if self.failures:
            self.fail(context, *self.failures.pop(0))
        return self.response(request)

    def response(self, request):
        texts = request.texts[:self.results]
        return pb.TranslateResponse(results=[
            pb.TranslationResult(translations=pb.Translations(
                hypotheses=[pb.Translation(text=f"<{text}>")]))
            for text in texts])

    def StreamTranslate(self, request_iterator, context):
        self.begin(context)
        for message in request_iterator:
            partial = pb.StreamTranslateResponse(
                id=message.id, partial=pb.PartialResult(
                    source=pb.ByteSpan(begin=0, end=2), translation="<x>"))
            for _ in range(self.segments_before_failure):
                yield partial
            if self.failures:
                code, delay = self.failures.pop(0)
                if code != BUSY:
                    self.fail(context, code, delay)
                error = pb.RequestError(code=code.value[0], message="busy")
                error.retry_delay.FromNanoseconds(int(delay * 1e9))
                yield pb.StreamTranslateResponse(id=message.id, error=error)
                return
            yield partial
            if "wait" in message.request.texts:
                self.hold.wait(60)
            yield pb.StreamTranslateResponse(
                id=message.id, response=self.response(message.request))
            if self.fails_at_end:
                self.fail(context, AWAY, None)


class Fixture:
    """A fake server with its clients. Use as a context manager."""

    def __init__(self, *failures, **options):
        self.service = FakeService()
        self.service.failures = list(failures)
        self.time = FakeTime()
        self.options = {"timeout": 60.0, **options}

    def __enter__(self):
        self.server = grpc.server(concurrent.futures.ThreadPoolExecutor(8))
        services.add_TranslationServiceServicer_to_server(
            self.service, self.server)
        port = self.server.add_insecure_port("127.0.0.1:0")
        self.server.start()
        self.address = f"127.0.0.1:{port}"
        self.client = Client(self.address, clock=self.time.clock,
                             sleep=self.time.sleep, **self.options)
        return self

    def __exit__(self, *unused):
        self.client.close()
        self.service.hold.set()
        self.server.stop(None).wait()

    def run_async(self, use):
        """Runs the coroutine of `use(client)` with an AsyncClient."""
        async def run():
            async with AsyncClient(
                    self.address, clock=self.time.clock,
                    sleep=self.time.async_sleep, **self.options) as client:
                return await use(client)
        return asyncio.run(run())

    def results(self):
        """Both clients: functions that translate `x` and return its text."""
        async def use(client):
            return str(await client.translate("x", to="es"))
        return (lambda: str(self.client.translate("x", to="es")),
                lambda: self.run_async(use))
