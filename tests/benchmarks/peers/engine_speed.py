"""Interpres' engine and CTranslate2 translate the same ids with the same
weights, in turns.

Run by tests/benchmarks/engine_speed.sh; its head has the flags. Every
measurement is a separate process. CTranslate2 gets the threads as inter and
as intra threads, batches of equal tokens and of equal sentences, several numbers
of batches, and glibc's malloc with and without MALLOC: what is best on half of
the sentences is measured.
"""

import argparse
import collections
import itertools
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "conformance"))
# pylint: disable=wrong-import-position
import sacrebleu  # noqa: E402
import engine_speed_peers  # noqa: E402
import serving  # noqa: E402
from programs import MALLOC, run  # noqa: E402
from shortlists import learn_shortlists  # noqa: E402

BUNDLED = HERE.parents[2] / "model" / "pretrained" / "en-es"
# What CTranslate2 has on a CPU for each of our compute types.
PEER_TYPES = {"float32": "float32", "bfloat16": "float32", "int8": "int8",
              "int8+shortlist": "int8"}
DATA = pathlib.Path(os.environ.get("INTERPRES_DATA",
                                   HERE.parents[3] / "shared" / "data"))
FIXED_LENGTH = 32  # tokens of a translation of the random model
NATURAL_LENGTH = 256


def flags():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--models", type=pathlib.Path)
    parser.add_argument("--tables", nargs="+",
                        choices=["throughput", "latency", "serving", "peers"],
                        default=["throughput", "latency", "serving"])
    parser.add_argument("--peers", nargs="+", help="names in that table",
                        choices=sorted(engine_speed_peers.PROGRAMS),
                        default=list(engine_speed_peers.PROGRAMS))
    parser.add_argument("--peers-venv", type=pathlib.Path)
    parser.add_argument("--shapes", nargs="+", choices=["base", "bundled"],
                        default=["base", "bundled"])
    parser.add_argument("--works", nargs="+", help="sets of sentences")
    parser.add_argument("--types", nargs="+", choices=sorted(PEER_TYPES),
                        default=list(PEER_TYPES))
    parser.add_argument("--beams", nargs="+", type=int, default=[1, 4])
    parser.add_argument("--threads", nargs="+", type=int, default=[1, 2])
    parser.add_argument("--sentences", type=int, default=512)
    parser.add_argument("--latency-sentences", type=int, default=40)
    parser.add_argument("--batches-per-thread", nargs="+", type=int,
                        default=[1, 2, 4, 8])
    parser.add_argument("--slots", type=int, default=0)
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    if options.quick:
        options.beams, options.threads = [4], [2]
        options.sentences, options.latency_sentences = 48, 6
        options.batches_per_thread, options.repetitions = [1, 2], 1
    return options


# How CTranslate2 runs: `threads` are (inter, intra), `malloc` is a value of
# GLIBC_TUNABLES. A choice has one element in `batches` and `types`.
Setting = collections.namedtuple("Setting", "threads batches types malloc",
                                 defaults=((1,), ("tokens",), ""))


def our_type(name):
    """Flags of our engine."""
    compute_type, _, shortlist = name.partition("+")
    return ["--compute-type", compute_type,
            *(["--shortlist"] if shortlist else [])]


class Work:
    """Evenly spaced sentences of a set, as ids."""

    def __init__(self, models, name, words, count, scratch):
        self.name = name
        step = max(1, len(words) // count)
        lines = (models / f"{name}.ids").read_text().splitlines()
        lines, words = lines[::step][:count], words[::step][:count]
        self.words = sum(words)
        self.count = len(lines)
        self.ids = scratch / f"{name}-{count}.ids"
        self.ids.write_text("".join(line + "\n" for line in lines))
        self.texts = scratch / f"{name}-{count}.txt"
        texts = (models / f"{name}.txt").read_text("utf-8").split("\n")[:-1]
        self.texts.write_text("".join(
            text + "\n" for text in texts[::step][:count]), encoding="utf-8")
        references = models / f"{name}.es"
        self.references = (references.read_text("utf-8").split("\n")[:-1]
                           [::step][:count] if references.is_file() else [])
        self.half = scratch / f"{name}-{count}.half.ids"
        self.half.write_text("".join(line + "\n" for line in lines[::2]))


class Row:
    """One model, work, compute type and beam, run by both."""

    def __init__(self, options, shape, work, compute_type, beam):
        self.options = options
        self.shape = shape
        self.work = work
        self.compute_type = compute_type
        self.beam = beam
        self.directory = options.models / shape
        self.fixed_length = FIXED_LENGTH if shape == "base" else None
        self.outputs = [work.ids.with_suffix(f".{who}")
                        for who in ("ours", "theirs")]

    def name(self):
        return [f"{self.shape}, {self.work.name}", self.compute_type, self.beam]

    def decoding(self):
        length = self.fixed_length or NATURAL_LENGTH
        return ["--beam", self.beam, "--max-length", length]

    def ours(self, threads, extra=(), ids=None):
        return run([self.options.bin / "interpres-engine-bench",
                    "--model", self.directory / "checkpoint",
                    "--input", ids or self.work.ids, "--output",
                    "/dev/null" if ids else self.outputs[0],
                    *our_type(self.compute_type),
                    "--threads", threads, "--slots", self.options.slots,
                    *self.decoding(), *extra])[0]

    def theirs(self, setting, ids, extra=(), timeout=None):
        inter, intra = setting.threads
        peer_type = PEER_TYPES[self.compute_type]
        flags_of_row = (["--min-length", self.fixed_length]
                        if self.fixed_length else [])
        if "+shortlist" in self.compute_type:
            flags_of_row.append("--use-vmap")
        return run([sys.executable, HERE / "ctranslate2_peer.py",
                    "--model", self.directory / f"ct2-{peer_type}",
                    "--vocabulary", self.directory / "checkpoint/vocab.json",
                    "--input", ids, "--output", self.outputs[1],
                    "--compute-type", peer_type, "--inter", inter,
                    "--intra", intra,
                    "--batches-per-thread", *setting.batches,
                    "--batch-types", *setting.types,
                    *self.decoding(), *flags_of_row, *extra],
                   timeout, setting.malloc)

    def best_setting(self, threads):
        """CTranslate2's. Threads that share a matrix product wait for each
        other, on a busy machine endlessly: what is far slower is given up."""
        found = []
        limit = None
        for shared, malloc in itertools.product(
                sorted({(threads, 1), (1, threads)}, reverse=True),
                (MALLOC, "")):
            start = time.monotonic()
            tried = Setting(shared, self.options.batches_per_thread,
                            ("tokens", "examples"), malloc)
            try:
                reports = self.theirs(tried, self.work.half, timeout=limit)
            except subprocess.TimeoutExpired:
                continue
            limit = 3 * (time.monotonic() - start)
            found += [(report["output_tokens"] / report["seconds"],
                       Setting(shared, (report["batches_per_thread"],),
                               (report["batch_type"],), malloc))
                      for report in reports]
        return max(found)[1]

    def in_turns(self, ours, theirs):
        """Medians of what `ours` and `theirs` report."""
        reports = [(ours(), theirs())
                   for _ in range(self.options.repetitions)]
        return [{key: statistics.median(report[key] for report in side)
                 for key in side[0] if not isinstance(side[0][key], str)}
                for side in zip(*reports)]

    def same_translations(self):
        ours, theirs = (file.read_text().splitlines() for file in self.outputs)
        assert len(ours) == len(theirs) == self.work.count
        return sum(a == b for a, b in zip(ours, theirs)) / len(ours)

    def bleu(self):
        """Of both; only of a model that can translate."""
        if self.shape == "base" or not self.work.references:
            return ""
        vocabulary = json.loads((self.directory / "checkpoint/vocab.json")
                                .read_text("utf-8"))
        pieces = {i: piece for piece, i in vocabulary.items()}

        def text(line):
            found = [pieces[int(i)] for i in line.split()]
            return ("".join(piece for piece in found if piece != "</s>")
                    .replace("\u2581", " ").strip())

        return " / ".join(
            f"{sacrebleu.corpus_bleu(texts, [self.work.references]).score:.1f}"
            for texts in ([text(line) for line in file.read_text().splitlines()]
                          for file in self.outputs))


THROUGHPUT = ["model, work", "type", "beam", "threads",
              "Interpres, tokens/s", "CTranslate2, tokens/s", "ratio",
              "per processor s", "Interpres, words/s", "CTranslate2, words/s",
              "Interpres, MB", "CTranslate2, MB", "start, s",
              "CTranslate2, s", "setting", "same", "BLEU",
              "of its products"]


def throughput(row, threads):
    setting = row.best_setting(threads)
    sides = row.in_turns(lambda: row.ours(threads),
                         lambda: row.theirs(setting, row.work.ids)[0])
    rates = [side["output_tokens"] / side["seconds"] for side in sides]
    per_core = [side["output_tokens"] / side["processor_seconds"]
                for side in sides]
    cells = row.name() + [threads]
    cells += [f"{rate:,.0f}" for rate in rates]
    cells.append(f"{rates[0] / rates[1]:.2f}")
    cells.append(f"{per_core[0] / per_core[1]:.2f}")
    cells += [f"{row.work.words / side['seconds']:,.0f}" for side in sides]
    cells += [f"{side['peak_memory_bytes'] / 1e6:,.0f}" for side in sides]
    cells += [f"{side['load_seconds']:.2f}" for side in sides]
    inter, intra = setting.threads
    cells.append(f"{inter} x {intra}, {setting.batches[0]} of equal "
                 f"{setting.types[0]}" + (", malloc" if setting.malloc else ""))
    cells.append(f"{100 * row.same_translations():.1f} %")
    cells.append(row.bleu())
    cells.append(f"{rates[0] / products_rate(row, threads):.0%}"
                 if "+" not in row.compute_type else "")
    return cells


def products_rate(row, threads):
    """Tokens per second if a step with 32 sentences a thread were nothing but
    its matrix products, and there were no encoder."""
    return statistics.median(
        run([row.options.bin / "interpres-products-bench", "--model",
             row.directory / "checkpoint", "--compute-type", row.compute_type,
             "--beam", row.beam, "--threads", threads,
             "--sentences", 32])[0]["tokens_per_second"]
        for _ in range(row.options.repetitions))


LATENCY = ["model, work", "type", "beam", "Interpres, 1 CPU, p50 / p99 ms",
           "2 CPUs", "CTranslate2, 1 thread", "2 threads",
           "best p50 against its best"]


def latency(row):
    alone = ["--one-at-a-time", "--warmup", 2]
    sides = zip(*(row.in_turns(
        lambda cpus=cpus: row.ours(1, [*alone, "--cpus", cpus]),
        lambda cpus=cpus: row.theirs(Setting((1, cpus), malloc=MALLOC),
                                     row.work.ids, alone)[0])
        for cpus in (1, 2)))
    best = []
    cells = row.name()
    for side in sides:
        cells += [f"{report['p50_ms']:.1f} / {report['p99_ms']:.1f}"
                  for report in side]
        best.append(min(report["p50_ms"] for report in side))
    return cells + [f"{best[0] / best[1]:.2f}"]


SERVING = ["model, work", "type", "beam", "Interpres over gRPC, tokens/s",
           "CTranslate2, tokens/s", "ratio", "p50 / p99 ms",
           "server beside its workers", "client, of a core"]


def serving_row(row):
    """Two workers of ours against two threads of theirs, which get as many
    sentences a call as ours has clients."""
    per_call = ["--per-call", serving.CLIENTS]
    found = []
    for threads in ((2, 1), (1, 2)):
        setting = Setting(threads, types=("examples",), malloc=MALLOC)
        sides = row.in_turns(
            lambda: serving.measure(row.options.bin, row),
            lambda: row.theirs(setting, row.work.ids, per_call)[0])
        theirs = sides[1]["output_tokens"] / sides[1]["seconds"]
        found.append((theirs, sides[0]))
    theirs = max(rate for rate, _ in found)
    ours = {key: statistics.median(side[key] for _, side in found)
            for key in found[0][1]}
    return row.name() + [
        f"{ours['tokens_per_second']:,.0f}", f"{theirs:,.0f}",
        f"{ours['tokens_per_second'] / theirs:.2f}",
        f"{ours['p50_ms']:.0f} / {ours['p99_ms']:.0f}",
        f"{ours['overhead']:.1%}", f"{ours['client']:.1%}"]


def supported(options, compute_type):
    """Whether this CPU has our engine's type; says so if not."""
    with tempfile.NamedTemporaryFile() as nothing:
        try:
            run([options.bin / "interpres-engine-bench", "--model", BUNDLED,
                 "--input", nothing.name, *our_type(compute_type)[:2]])
        except RuntimeError as error:
            if "this CPU" not in str(error):
                raise
            print(f"left out: {error}")
            return False
    return True


def print_table(columns, rows):
    print("\n| " + " | ".join(columns) + " |")
    print("|" + "---|" * len(columns), flush=True)
    for cells in rows:
        print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def peers_table(rows, left_out):
    """Rows of the same shape and work belong together."""
    for _, found in itertools.groupby(
            rows, key=lambda row: (row.shape, row.work.name)):
        yield from engine_speed_peers.Comparison(
            {row.compute_type: row for row in found}, left_out).table()


def measure(options, scratch):
    sets = json.loads((options.models / "work.json").read_text())
    unknown = set(options.works or []) - set(sets)
    if unknown:
        raise RuntimeError(f"--works: there is no {', '.join(unknown)}; there "
                           f"are {', '.join(sets)}")
    sets = {name: sets[name] for name in options.works or sets}
    types = [t for t in options.types if supported(options, t)]
    if "int8+shortlist" in types and not learn_shortlists(options, DATA):
        types.remove("int8+shortlist")

    def rows(count, types, beams):
        for shape in options.shapes:
            # Lengths of the random model do not depend on the work: one set.
            names = list(sets)[:1 if shape == "base" or options.quick else None]
            for name in names:
                work = Work(options.models, name, sets[name]["words"], count,
                            scratch)
                for compute_type, beam in itertools.product(types, beams):
                    yield Row(options, shape, work, compute_type, beam)

    for name, described in sets.items():
        print(f"{name}: {len(described['words']):,} sentences, of which "
              f"{options.sentences} evenly spaced; {described['too_long']} "
              f"too long")
    if "throughput" in options.tables:
        print_table(THROUGHPUT, (throughput(row, threads)
                                 for row in rows(options.sentences, types,
                                             options.beams)
                                 for threads in options.threads))
    if "latency" in options.tables:
        print_table(LATENCY, (latency(row)
                              for row in rows(options.latency_sentences,
                                          types, options.beams)))
    if "peers" in options.tables:
        left_out = []
        print_table(engine_speed_peers.COLUMNS, peers_table(
            rows(options.sentences, [t for t in types if "+" not in t],
                 [engine_speed_peers.BEAM]), left_out))
        print("\n" + "\n".join(left_out))
    if "serving" in options.tables:
        print_table(SERVING, (serving_row(row)
                              for row in rows(options.sentences, types,
                                             options.beams)))


def main():
    options = flags()
    # So that the process under measurement ends, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory() as directory:
        scratch = pathlib.Path(directory)
        if options.models is None:
            options.models = scratch / "models"
        if not (options.models / "work.json").is_file():
            subprocess.run([sys.executable, HERE / "engine_speed_models.py",
                            options.models, BUNDLED], check=True,
                           stdout=subprocess.DEVNULL)
        try:
            measure(options, scratch)
        except RuntimeError as error:
            sys.exit(f"engine_speed: {error}")


if __name__ == "__main__":
    main()
