"""Flags, timing and report of the programs NAME_peer.py, which translate id
sequences with another library.

A peer is a class with

  Peer(options)                    loads the model
  prepare(ids)                     one source as the library takes it
  translate(sources, batches, batch_type)
                                   a list of results; `batches` is the number
                                   of batches that the sources make
  ids(result)                      target ids, the end symbol included

run() translates the input once for each combination of --batches-per-thread and
--batch-types, and prints one report per line, with the keys of
interpres-engine-bench and batches_per_thread, batch_type and python_bytes
(resident memory before the model was loaded). Several combinations serve to
choose one; a measurement for a table has one combination per process.
"""

import argparse
import itertools
import json
import math
import os
import pathlib
import queue
import threading
import time

SLACK = 1.1


def memory_bytes(key, process="self"):
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    for line in status.splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1]) * 1024
    raise RuntimeError(f"no {key} in /proc/{process}/status")


def seconds_since_start():
    """From the start of this process; the kernel counts in ticks of 10 ms."""
    stat = pathlib.Path("/proc/self/stat").read_text()
    started = int(stat.rpartition(")")[2].split()[19])
    return (time.clock_gettime(time.CLOCK_BOOTTIME) -
            started / os.sysconf("SC_CLK_TCK"))


def parser():
    flags = argparse.ArgumentParser()
    flags.add_argument("--model", required=True, help="converted")
    flags.add_argument("--input", required=True)
    flags.add_argument("--output")
    flags.add_argument("--compute-type", default="float32")
    flags.add_argument("--inter", type=int, default=1,
                       help="batches translated concurrently")
    flags.add_argument("--intra", type=int, default=1, help="threads per batch")
    flags.add_argument("--batches-per-thread", type=int, nargs="+", default=[1])
    flags.add_argument("--batch-types", nargs="+", default=["tokens"],
                       choices=["tokens", "examples"])
    flags.add_argument("--beam", type=int, default=4)
    flags.add_argument("--min-length", type=int, default=1)
    flags.add_argument("--max-length", type=int, default=256)
    flags.add_argument("--warmup", type=int, default=16)
    flags.add_argument("--per-call", type=int, default=0, help="0 means all")
    flags.add_argument("--one-at-a-time", action="store_true")
    return flags


def cut(sources, batches, batch_type):
    """Cuts sources into at most about `batches` batches of similar lengths: lists
    of indices. A batch of tokens counts the padding."""
    order = sorted(range(len(sources)), key=lambda i: -len(sources[i]))
    if batch_type == "examples":
        size = math.ceil(len(order) / batches)
        return [order[first:first + size]
                for first in range(0, len(order), size)]
    most = SLACK * sum(map(len, sources)) / batches
    found = []
    for i in order:
        if found and (len(found[-1]) + 1) * len(sources[found[-1][0]]) <= most:
            found[-1].append(i)
        else:
            found.append([i])
    return found


def translate_batches(workers, sources, batches, batch_type):
    """Every worker is a function from the sources of a batch to results. Each
    has a thread, and takes the next batch when it is free."""
    waiting = queue.SimpleQueue()
    for batch in cut(sources, batches, batch_type):
        waiting.put(batch)
    results = [None] * len(sources)
    failures = []

    def work(worker):
        try:
            while True:
                batch = waiting.get_nowait()
                for i, result in zip(batch, worker([sources[i]
                                                    for i in batch])):
                    results[i] = result
        except queue.Empty:
            return
        except Exception as error:  # pylint: disable=broad-exception-caught
            failures.append(error)

    threads = [threading.Thread(target=work, args=(worker,))
               for worker in workers[1:]]
    for thread in threads:
        thread.start()
    work(workers[0])
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return results


class IdPeer:
    """A peer that takes and returns ids. A subclass sets `workers`, as
    translate_batches takes them."""

    workers = ()

    def prepare(self, ids):
        return ids

    def translate(self, sources, batches, batch_type):
        return translate_batches(self.workers, sources, batches, batch_type)

    def ids(self, result):
        return result


def measure(peer, options, sources, setting):
    """Translates everything: results, and milliseconds of each call."""
    batches, batch_type = setting
    step = options.per_call or len(sources)
    results, latencies = [], []
    for first in range(0, len(sources), step):
        start = time.perf_counter()
        results += peer.translate(sources[first:first + step],
                                  batches * options.inter, batch_type)
        latencies.append(1e3 * (time.perf_counter() - start))
    return results, latencies


def percentiles(latencies):
    latencies = sorted(latencies)
    return {name: latencies[max(1, math.ceil(share * len(latencies))) - 1]
            for name, share in (("p50_ms", 0.50), ("p99_ms", 0.99))}


def run(peer_class, options):
    if options.one_at_a_time:
        options.per_call = 1
    python_bytes = memory_bytes("VmRSS")
    peer = peer_class(options)
    load_seconds = seconds_since_start()
    sources = [peer.prepare(list(map(int, line.split()))) for line in
               pathlib.Path(options.input).read_text().splitlines()]
    warmup = sources[:options.warmup]
    if warmup:
        measure(peer, options, warmup, (1, "tokens"))
    for setting in itertools.product(options.batches_per_thread,
                                     options.batch_types):
        before = time.process_time()
        results, latencies = measure(peer, options, sources, setting)
        processor_seconds = time.process_time() - before
        outputs = [peer.ids(result) for result in results]
        report = {
            "sentences": len(outputs),
            "output_tokens": sum(map(len, outputs)),
            "seconds": sum(latencies) / 1e3,
            "processor_seconds": processor_seconds,
            "load_seconds": load_seconds,
            "peak_memory_bytes": memory_bytes("VmHWM"),
            "python_bytes": python_bytes,
            "batches_per_thread": setting[0], "batch_type": setting[1]}
        if options.one_at_a_time:
            report.update(percentiles(latencies))
        print(json.dumps(report), flush=True)
    if options.output:
        pathlib.Path(options.output).write_text("".join(
            " ".join(map(str, output)) + "\n" for output in outputs))
