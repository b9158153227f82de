"""Decides whether a failed call is sent again, and after which wait.

Two errors are retried:

UNAVAILABLE: the server refuses connections, drains or loads. Calls are
    idempotent, except glossaries.create and glossaries.delete: if the answer of
    their first attempt was lost, the second one reports ALREADY_EXISTS or
    NOT_FOUND.
RESOURCE_EXHAUSTED with a retry delay: the queue of the server is full.

The rules are the rules of the C++ client (client/retry_policy.h).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from interpres.errors import Code, InterpresError


@dataclass(frozen=True)
class RetryPolicy:
    """How often a call is sent, and the waits between its attempts.

    max_attempts: the maximum number of attempts, the first one included. 0
        means unlimited: retries end at the timeout of the call. 1 disables
        retries. Other values do not limit RESOURCE_EXHAUSTED: these calls are
        retried until their timeout.
    initial_backoff: the wait before the second attempt, in seconds. The wait
        doubles before each further attempt.
    max_backoff: the maximum of these waits, in seconds. A longer retry delay of
        the server is honoured.
    """

    max_attempts: int = 6
    initial_backoff: float = 0.1
    max_backoff: float = 2.0

    def __post_init__(self) -> None:
        if self.max_attempts < 0:
            raise ValueError(
                f"max_attempts is {self.max_attempts}; expected 0 (unlimited) "
                "or more; correct the retry policy")
        if not 0 <= self.initial_backoff <= self.max_backoff:
            raise ValueError(
                f"initial_backoff is {self.initial_backoff}; expected 0 to "
                f"max_backoff ({self.max_backoff}); correct the retry policy")


def may_retry(policy: RetryPolicy, error: InterpresError, made: int) -> bool:
    """Whether a call may be sent again after `made` attempts."""
    if policy.max_attempts == 1:
        return False
    if error.code == Code.UNAVAILABLE:
        return policy.max_attempts == 0 or made < policy.max_attempts
    return (error.code == Code.RESOURCE_EXHAUSTED and
            error.retry_delay is not None)


def next_retry_delay(policy: RetryPolicy, error: InterpresError, made: int,
                     remaining: float, jitter: float) -> float | None:
    """Returns the wait before the next attempt, in seconds.

    Returns None if the error is final, or if the wait would not be shorter than
    `remaining`, the time until the timeout.

    The client's own wait is the doubled backoff times a factor from 0.5 to 1,
    and at most half of the remaining time. A retry delay of the server is
    stretched by a factor from 1 to 1.25. The longer wait is returned. `jitter`
    is in [0, 1) and chooses the factors, so that clients do not return
    together.
    """
    if not may_retry(policy, error, made):
        return None
    # The exponent is limited so that the power stays a finite number.
    backoff = min(policy.initial_backoff * 2.0 ** min(made - 1, 100),
                  policy.max_backoff,
                  max(policy.initial_backoff, remaining / 2))
    delay = backoff * (0.5 + 0.5 * jitter)
    if error.retry_delay is not None:
        delay = max(delay, error.retry_delay * (1.0 + 0.25 * jitter))
    return delay if delay < remaining else None


class Attempts:
    """The attempts of one call, from its first attempt to its timeout."""

    def __init__(self, policy: RetryPolicy, timeout: float,
                 clock: Callable[[], float]) -> None:
        if not timeout > 0:
            raise ValueError(f"timeout is {timeout} s; expected above 0 s; "
                             "increase the timeout")
        self._policy = policy
        self._clock = clock
        self._deadline = clock() + timeout
        self._failed = 0

    def remaining(self) -> float:
        """The time until the timeout, in seconds. At least 1 ms."""
        return max(self._deadline - self._clock(), 0.001)

    def delay_after(self, error: InterpresError) -> float | None:
        """Counts a failed attempt. Returns the wait before the next attempt.

        Returns None if no further attempt may follow.
        """
        self._failed += 1
        return next_retry_delay(self._policy, error, self._failed,
                                self._deadline - self._clock(),
                                random.random())
