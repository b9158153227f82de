"""The Python package against a server that fails as it is ordered to.

usage: client_package_retries.py BUILD_DIR

A fake clock replaces the waits, so that no check sleeps. BUILD_DIR is unused.
"""

import asyncio
import inspect
import random
import socket
import time

import grpc
from google.protobuf import duration_pb2
from google.rpc import status_pb2

from interpres import Client, Code, InterpresError, RetryPolicy
from interpres._offsets import Offsets
from interpres._status import MAX_DELAY, bounded_delay, delay_in_details
from interpres.retry import next_retry_delay

from checks import expect_equal, expect_in, expect_refused, run_checks
from client_package_fixture import AWAY, BUSY, FakeTime, Fixture, details

# Seconds for a call that the server holds. In this time, a client of a busy
# machine connects, and the call reaches the server.
DEADLINE = 3


def expect_raises(action, code):
    try:
        action()
    except InterpresError as error:
        expect_equal(error.code, code, f"code of {error}")
        return error
    raise AssertionError(f"no error; expected {code.name}")


def expect_wait(wait, delay):
    """`wait` is `delay`, or up to a quarter longer."""
    assert delay <= wait <= 1.25 * delay, f"wait {wait} for {delay}"


def for_both(failures, check, **options):
    """Calls check(fixture, translate) with a server for each client."""
    for number in range(2):
        with Fixture(*failures, **options) as fixture:
            check(fixture, fixture.results()[number])


def check_retry_delay_is_honoured():
    def check(fixture, translate):
        start = time.monotonic()
        expect_equal(translate(), "<x>", "translation")
        assert time.monotonic() - start < 20, "the client slept"
        expect_equal(fixture.service.calls, 4, "attempts")
        for wait, delay in zip(fixture.time.waits, (7.5, 3.25, 12),
                               strict=True):
            expect_wait(wait, delay)
    for_both([(BUSY, 7.5), (AWAY, 3.25), (BUSY, 12)], check)


def check_more_attempts_while_the_server_states_a_delay():
    def check(fixture, translate):
        expect_equal(translate(), "<x>", "translation")
        expect_equal(fixture.service.calls, 10, "attempts")
    for_both([(BUSY, 2)] * 9, check, retry=RetryPolicy(max_attempts=3))


def check_timeout_bounds_the_retries():
    def check(fixture, translate):
        error = expect_raises(translate, Code.RESOURCE_EXHAUSTED)
        expect_equal(error.retry_delay, 7.5, "retry delay")
        expect_equal(error.message, "ordered to fail", "message")
        expect_equal(error.request_id, "request-7", "request id")
        expect_equal(fixture.service.calls, 2, "attempts")
        expect_equal(len(fixture.time.waits), 1, "waits")
        assert fixture.time.now < 1015
    for_both([(BUSY, 7.5)] * 9, check, timeout=15)


def check_own_backoff():
    def check(fixture, translate):
        expect_equal(translate(), "<x>", "translation")
        waits = fixture.time.waits
        for wait, nominal in zip(waits, (0.1, 0.2, 0.4, 0.8, 1.6), strict=True):
            assert nominal / 2 <= wait <= nominal, f"waits {waits}"
    for_both([(AWAY, None)] * 5, check)


def check_attempts_end():
    def check(fixture, translate):
        error = expect_raises(translate, Code.UNAVAILABLE)
        expect_equal(fixture.service.calls, 6, "attempts")
        expect_in(f"server {fixture.address} is unavailable: ordered to fail; "
                  "check the address", error.message, "message")
        expect_equal(error.retry_delay, None, "retry delay")
    for_both([(AWAY, None)] * 9, check)


def check_retries_can_be_disabled():
    def check(fixture, translate):
        expect_raises(translate, Code.RESOURCE_EXHAUSTED)
        expect_equal(fixture.service.calls, 1, "attempts")
    for_both([(BUSY, 1)] * 9, check, retry=RetryPolicy(max_attempts=1))


def check_other_errors_are_final():
    for status in grpc.StatusCode:
        if status in (grpc.StatusCode.OK, AWAY, BUSY):
            continue

        def check(fixture, translate, status=status):
            error = expect_raises(translate, Code(status.value[0]))
            expect_equal(error.code.name, status.name, "code")
            expect_equal(fixture.service.calls, 1, "attempts")
        for_both([(status, 1)], check)


def check_refused_connection():
    with socket.socket() as closed:  # bound, but does not listen
        closed.bind(("127.0.0.1", 0))
        fake = FakeTime()
        with Client("127.0.0.1:%d" % closed.getsockname()[1],
                    clock=fake.clock, sleep=fake.sleep) as client:
            expect_raises(lambda: client.models(), Code.UNAVAILABLE)
        expect_equal(len(fake.waits), 5, "waits")


def check_deadline():
    async def use(client):
        return await client.translate("wait", to="es", timeout=DEADLINE)
    with Fixture() as fixture:
        expect_raises(lambda: fixture.client.translate(
            "wait", to="es", timeout=DEADLINE), Code.DEADLINE_EXCEEDED)
        assert fixture.service.cancelled.wait(10), "the server was not informed"
        expect_raises(lambda: fixture.run_async(use), Code.DEADLINE_EXCEEDED)
        expect_equal(fixture.service.calls, 2, "attempts")
        expect_equal(fixture.time.waits, [], "waits")


def check_deadline_of_a_stream():
    async def use(client):
        return [s async for s in client.translate_stream("wait", to="es",
                                                         timeout=DEADLINE)]
    with Fixture() as fixture:
        expect_raises(lambda: list(fixture.client.translate_stream(
            "wait", to="es", timeout=DEADLINE)), Code.DEADLINE_EXCEEDED)
        expect_raises(lambda: fixture.run_async(use), Code.DEADLINE_EXCEEDED)
        expect_equal(fixture.service.calls, 2, "attempts")


def check_cancelled_task():
    async def use(client):
        task = asyncio.create_task(client.translate("wait", to="es"))
        while not fixture.service.calls:
            await asyncio.sleep(0)
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            return
        raise AssertionError("the task was not cancelled")
    with Fixture() as fixture:
        fixture.run_async(use)
        assert fixture.service.cancelled.wait(10), "the server was not informed"


def check_metadata():
    with Fixture(token="secret-secret-secret", name="weblate") as fixture:
        fixture.client.translate("x", to="es")
        metadata = fixture.service.metadata
        expect_equal(metadata["authorization"], "Bearer secret-secret-secret",
                     "authorization")
        expect_equal(metadata["interpres-client"], "weblate", "client")
        expect_equal(metadata["interpres-max-response-bytes"], str(64 << 20),
                     "response bytes")


def stream_both(fixture):
    """Both clients: functions that return the segments and translations."""
    def sync():
        stream = fixture.client.translate_stream("xyz", to="es")
        return list(stream), stream.translations

    async def use(client):
        stream = client.translate_stream("xyz", to="es")
        return [segment async for segment in stream], stream.translations
    return sync, lambda: fixture.run_async(use)


def check_stream_retries_before_the_first_segment():
    for number in range(2):
        with Fixture((BUSY, 7.5), (AWAY, 3)) as fixture:
            segments, translations = stream_both(fixture)[number]()
            expect_equal([(s.source, s.text) for s in segments],
                         [("xy", "<x>")], "segments")
            expect_equal([str(t) for t in translations], ["<xyz>"],
                         "translations")
            expect_equal(fixture.service.calls, 3, "attempts")
            for wait, delay in zip(fixture.time.waits, (7.5, 3), strict=True):
                expect_wait(wait, delay)


def check_stream_fails_after_the_first_segment():
    for failure in ((BUSY, 7.5), (AWAY, 3)):
        for number in range(2):
            with Fixture(failure) as fixture:
                fixture.service.segments_before_failure = 1
                error = expect_raises(stream_both(fixture)[number],
                                      Code(failure[0].value[0]))
                expect_equal(error.retry_delay, failure[1], "retry delay")
                expect_equal(fixture.time.waits, [], "waits")


def check_failure_behind_the_last_response():
    for number in range(2):
        with Fixture() as fixture:
            fixture.service.fails_at_end = True
            segments, translations = stream_both(fixture)[number]()
            expect_equal(len(segments), 1, "segments")
            expect_equal([str(t) for t in translations], ["<xyz>"],
                         "translations")
            expect_equal(fixture.service.calls, 1, "attempts")


def expect_all_ended(service):
    """The calls end within ten seconds, although the service holds one."""
    deadline = time.monotonic() + 10
    while service.ends < service.calls:
        assert time.monotonic() < deadline, "a call goes on"
        time.sleep(0.01)


def check_abandoned_iterators_cancel_their_calls():
    with Fixture() as fixture:
        batch = "x" * 32768
        translations = fixture.client.translate_many(
            [batch, "wait", batch, batch], to="es")
        next(translations)
        assert fixture.service.waiting.wait(10), "the call did not begin"
        translations.close()
        expect_all_ended(fixture.service)
    with Fixture() as fixture:
        for _ in fixture.client.translate_stream("wait", to="es"):
            break
        expect_all_ended(fixture.service)


def check_a_string_is_no_list():
    with Fixture() as fixture:
        for action in (
                lambda: fixture.client.translate_many("abc", to="es"),
                lambda: fixture.client.translate("x", to="es",
                                                 do_not_translate="abc"),
                lambda: fixture.run_async(lambda client: client.translate_many(
                    "abc", to="es"))):
            expect_refused(action, TypeError, "give a list")


def check_closed_stream_is_cancelled():
    async def use(client):
        async with client.translate_stream("wait", to="es") as stream:
            async for _ in stream:
                break
        assert await asyncio.to_thread(fixture.service.cancelled.wait, 10)
    with Fixture() as fixture:
        with fixture.client.translate_stream("wait", to="es") as stream:
            next(stream)
            expect_raises(lambda: stream.translations, Code.FAILED_PRECONDITION)
        assert fixture.service.cancelled.wait(10), "the server was not informed"
    with Fixture() as fixture:
        fixture.run_async(use)


def check_missing_results():
    with Fixture() as fixture:
        fixture.service.results = 1
        error = expect_raises(lambda: fixture.client.translate(
            ["x", "y"], to="es"), Code.INTERNAL)
        expect_in("sent 1 results for 2 texts", error.message, "message")


def check_policy():
    error = InterpresError(Code.UNAVAILABLE, "")
    policy = RetryPolicy(max_attempts=0)
    for made in range(1, 2000):
        wait = next_retry_delay(policy, error, made, 1e6, 0.999)
        assert wait is not None and 0 < wait <= 2, wait
    expect_equal(next_retry_delay(policy, error, 9, 1.0, 0.0), 0.25, "half")
    expect_equal(next_retry_delay(policy, error, 9, 0.05, 0.0), None, "end")
    busy = InterpresError(Code.RESOURCE_EXHAUSTED, "", 4.0)
    expect_equal(next_retry_delay(policy, busy, 1, 9.0, 0.0), 4.0, "delay")
    expect_equal(next_retry_delay(policy, busy, 1, 4.0, 0.0), None, "delay")
    used_up = InterpresError(Code.RESOURCE_EXHAUSTED, "")
    expect_equal(next_retry_delay(policy, used_up, 1, 9.0, 0.0), None, "quota")


def check_delays_of_a_server():
    for seconds, nanos, expected in ((1, 500000000, 1.5), (-5, 0, 0.0),
                                     (0, -1, 0.0), (1 << 62, 0, MAX_DELAY)):
        expect_equal(bounded_delay(duration_pb2.Duration(
            seconds=seconds, nanos=nanos)), expected, "delay")
    expect_equal(delay_in_details(details(2)), 2.0, "delay")
    for bad in (b"", b"\xff\xff", status_pb2.Status(code=8).SerializeToString(),
                details(2)[:-3]):
        expect_equal(delay_in_details(bad), None, f"delay of {bad}")


def check_offsets():
    draw = random.Random(1)
    for alphabet, length in (("ab", 50), ("aé→😀", 60), ("aé→😀", 9000)):
        text = "".join(draw.choices(alphabet, k=length))
        offsets = Offsets(text)
        ends = [0]
        for character in text:
            ends.append(ends[-1] + len(character.encode()))
        for index in draw.sample(range(length + 1), 50):
            expect_equal(offsets.index(ends[index]), index, "index")
        expect_equal((offsets.index(-1), offsets.index(1 << 30)), (0, length),
                     "index outside")


def main():
    run_checks([(name, check) for name, check in globals().items()
                if name.startswith("check_") and inspect.isfunction(check)])


if __name__ == "__main__":
    main()
