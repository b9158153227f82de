"""Translates id sequences with CTranslate2 and says how fast: the counterpart
of interpres-engine-bench, whose report it prints, with three more keys:
python_bytes, resident before the model, batches_per_thread and batch_type.

The sentences are cut into batches of equal tokens or of equal sentences
(--batch-types), so that every thread gets as many as --batches-per-thread says.
Where the output has a fixed length, the cost follows the sentences. With
--per-call N a call gets N sentences, one call after the other, as a loop around
translate_batch does. A process is one measurement, so that start-up and memory
are its own. With several values the program translates everything once with
each combination and prints a report a line. This is for choosing a value, not
for the table.
"""

import argparse
import itertools
import json
import math
import os
import pathlib
import time

import ctranslate2

SLACK = 1.1


def memory_bytes(key):
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1]) * 1024
    raise RuntimeError(f"no {key} in /proc/self/status")


def seconds_since_start():
    """From the start of this process; the kernel counts in ticks of 10 ms."""
    stat = pathlib.Path("/proc/self/stat").read_text()
    started = int(stat.rpartition(")")[2].split()[19])
    return (time.clock_gettime(time.CLOCK_BOOTTIME) -
            started / os.sysconf("SC_CLK_TCK"))


def flags():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", required=True, help="converted")
    parser.add_argument("--vocabulary", required=True, help="vocab.json")
    parser.add_argument("--input", required=True)
    parser.add_argument("--output")
    parser.add_argument("--compute-type", default="float32")
    parser.add_argument("--inter", type=int, default=1)
    parser.add_argument("--intra", type=int, default=1)
    parser.add_argument("--batches-per-thread", type=int, nargs="+",
                        default=[1])
    parser.add_argument("--batch-types", nargs="+", default=["tokens"],
                        choices=["tokens", "examples"])
    parser.add_argument("--beam", type=int, default=4)
    parser.add_argument("--min-length", type=int, default=1)
    parser.add_argument("--max-length", type=int, default=256)
    parser.add_argument("--warmup", type=int, default=16)
    parser.add_argument("--per-call", type=int, default=0, help="0: all")
    parser.add_argument("--one-at-a-time", action="store_true")
    parser.add_argument("--use-vmap", action="store_true",
                        help="the model's shortlist, vmap.txt")
    options = parser.parse_args()
    if options.one_at_a_time:
        options.per_call = 1
    return options


class Peer:
    """A loaded model and what it is to translate."""

    def __init__(self, options):
        self.options = options
        self.python_bytes = memory_bytes("VmRSS")
        self.translator = ctranslate2.Translator(
            options.model, compute_type=options.compute_type,
            inter_threads=options.inter, intra_threads=options.intra)
        self.load_seconds = seconds_since_start()
        self.ids = json.loads(pathlib.Path(options.vocabulary)
                              .read_text(encoding="utf-8"))
        pieces = {i: piece for piece, i in self.ids.items()}
        self.sources = [[pieces[int(i)] for i in line.split()] for line in
                        pathlib.Path(options.input).read_text().splitlines()]

    def translate(self, sources, batches_per_thread, batch_type):
        batches = self.options.inter * batches_per_thread
        # A batch of tokens is padded to its longest, and holds whole sentences.
        size = (SLACK * sum(map(len, sources)) if batch_type == "tokens"
                else len(sources))
        return self.translator.translate_batch(
            sources, batch_type=batch_type,
            max_batch_size=math.ceil(size / batches),
            beam_size=self.options.beam, return_end_token=True,
            use_vmap=self.options.use_vmap,
            min_decoding_length=self.options.min_length,
            max_decoding_length=self.options.max_length)

    def measure(self, batches_per_thread, batch_type):
        """Translates everything: results, seconds, and milliseconds of each
        call."""
        step = self.options.per_call or len(self.sources)
        results, latencies = [], []
        for first in range(0, len(self.sources), step):
            start = time.perf_counter()
            results += self.translate(self.sources[first:first + step],
                                      batches_per_thread, batch_type)
            latencies.append(1e3 * (time.perf_counter() - start))
        return results, sum(latencies) / 1e3, latencies

    def report(self, batches_per_thread, batch_type):
        before = time.process_time()
        results, seconds, latencies = self.measure(batches_per_thread,
                                                   batch_type)
        processor_seconds = time.process_time() - before
        report = {
            "sentences": len(results),
            "output_tokens": sum(len(r.hypotheses[0]) for r in results),
            "seconds": seconds, "processor_seconds": processor_seconds,
            "load_seconds": self.load_seconds,
            "peak_memory_bytes": memory_bytes("VmHWM"),
            "python_bytes": self.python_bytes,
            "batches_per_thread": batches_per_thread,
            "batch_type": batch_type}
        if self.options.one_at_a_time:
            latencies.sort()
            for name, share in (("p50_ms", 0.50), ("p99_ms", 0.99)):
                rank = max(1, math.ceil(share * len(latencies)))
                report[name] = latencies[rank - 1]
        print(json.dumps(report), flush=True)
        return results

    def write(self, results):
        lines = (" ".join(str(self.ids[piece]) for piece in r.hypotheses[0])
                 for r in results)
        pathlib.Path(self.options.output).write_text(
            "".join(line + "\n" for line in lines))


def main():
    peer = Peer(flags())
    warmup = peer.sources[:peer.options.warmup]
    for sources in ([[s] for s in warmup] if peer.options.one_at_a_time
                    else [warmup] if warmup else []):
        peer.translate(sources, 1, "tokens")
    for setting in itertools.product(peer.options.batches_per_thread,
                                     peer.options.batch_types):
        results = peer.report(*setting)
    if peer.options.output:
        peer.write(results)


if __name__ == "__main__":
    main()
