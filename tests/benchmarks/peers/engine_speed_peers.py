"""The table of every peer with its best setting, for engine_speed.py.

A peer's setting is chosen with a few sentences: threads, size and kind of the
batches, then glibc's malloc with and without MALLOC. It is measured in turns
with Interpres. A peer that cannot run is left out, with a line that says why.

The sources of the random model are cut to SOURCE_TOKENS tokens, because Marian
and Bergamot limit a translation's length to a multiple of its source's. So all
translations have the same length in every library.
"""

import pathlib
import statistics
import subprocess
import sys

from programs import MALLOC, run

HERE = pathlib.Path(__file__).resolve().parent
SOURCE_TOKENS = 24
SWEEP_SENTENCES = 128
BEAM = 4
TIMEOUT = 1800  # seconds of one program
# The threads that a peer can have: batches at the same time, threads of each.
EITHER, WORKERS, TEAM = ((2, 1), (1, 2)), ((2, 1),), ((1, 2), (1, 1))


class Program:
    """How a peer's program is run. `model` is a directory of a shape, `convert`
    the program that makes it, and `types` maps its types to ours."""

    def __init__(self, file, model, types, threads, convert=None):
        self.file = file
        self.model = model
        self.types = types
        self.threads = threads
        self.convert = convert

    def python(self, _options):
        return [sys.executable]

    def extra(self, _options, _directory):
        return []

    def sweep(self, options, fixed):
        """Lists of flags; each is for one process."""
        kinds = ["examples"] if fixed else ["tokens", "examples"]
        return [["--inter", inter, "--intra", intra, "--batches-per-thread",
                 *options.batches_per_thread, "--batch-types", *kinds]
                for inter, intra in self.threads]

    def chosen(self, flags, report, scale):
        """The flags of one report of the sweep, for `scale` times as many
        sentences, and how they are called."""
        batches = max(1, round(scale * report["batches_per_thread"]))
        size = report["sentences"] / flags[1] / report["batches_per_thread"]
        return ([*flags[:4], "--batches-per-thread", batches, "--batch-types",
                 report["batch_type"]],
                f"{flags[1]} x {flags[3]}, {size:.0f} "
                f"({report['batch_type']})")


class InVenv(Program):
    """Runs in the environment of peers/requirements.txt."""

    def python(self, options):
        if not options.peers_venv:
            raise RuntimeError("no --peers-venv")
        return [options.peers_venv / "bin" / "python"]


class CTranslate2(Program):
    def extra(self, _options, directory):
        return ["--vocabulary", directory / "checkpoint/vocab.json"]


class Bergamot(InVenv):
    """Has a separate Python; its batches are given in words."""

    def python(self, options):
        python = options.peers_venv / "bergamot" / "python"
        if not python.exists():
            raise RuntimeError("its wheels are for Python 3.7 to 3.10; there is "
                               "no python3.10 (INTERPRES_PYTHON310)")
        return [python]

    def extra(self, options, _directory):
        return ["--package", options.peers_venv / "bergamot"]

    def sweep(self, options, fixed):
        return [["--inter", 2, "--intra", 1, "--batch-words", words]
                for words in (256, 512, 1024, 2048)]

    def chosen(self, flags, report, scale):
        return flags, f"2 x 1, {flags[5]} words"


PROGRAMS = {
    "CTranslate2": CTranslate2(
        "ctranslate2_peer.py", "ct2-{}", {"float32": "float32", "int8": "int8"},
        EITHER),
    "Marian": InVenv(
        "marian_peer.py", "marian",
        {"float32": "float32", "intgemm8": "int8", "packed8avx2": "int8",
         "packed8avx512": "int8"}, WORKERS, "marian_model.py"),
    "Bergamot": Bergamot("bergamot_peer.py", "marian", {"int8": "int8"},
                         WORKERS, "marian_model.py"),
    "ONNX Runtime": InVenv(
        "onnxruntime_peer.py", "onnx", {"float32": "float32", "int8": "int8"},
        EITHER, "onnx_graphs.py"),
    "OpenVINO": InVenv(
        "openvino_peer.py", "onnx", {"float32": "float32", "int8": "int8"},
        EITHER, "onnx_graphs.py"),
    "transformers": InVenv(
        "transformers_peer.py", "checkpoint",
        {"float32": "float32", "bfloat16": "bfloat16"}, TEAM),
}
COLUMNS = ["model, work", "peer", "type", "setting", "tokens/s",
           "tokens per processor s", "one sentence, p50 ms", "peak MB",
           "same translations", "Interpres", "ratio", "per processor s",
           "one sentence"]


def reason(error):
    if isinstance(error, subprocess.TimeoutExpired):
        return f"took more than {TIMEOUT} s"
    return str(error).splitlines()[-1]


class Side:
    """A peer with one type, on the work of `row`, ours."""

    def __init__(self, row, name, kind):
        self.row, self.name, self.kind = row, name, kind
        self.program = PROGRAMS[name]
        self.model = row.directory / self.program.model.format(kind)

    def prepare(self):
        """Converts the model, at the first use."""
        if self.kind == "packed8avx512" and "avx512f" not in pathlib.Path(
                "/proc/cpuinfo").read_text():
            raise RuntimeError("this CPU has no AVX-512")
        if self.program.convert and not self.model.is_dir():
            half = self.model.with_suffix(".half")
            beam = [BEAM] if "onnx" in self.program.convert else []
            run([self.row.options.peers_venv / "bin" / "python",
                 HERE / self.program.convert, self.row.directory / "checkpoint",
                 half, *beam])
            half.rename(self.model)

    def measure(self, ids, output, flags, tunables):
        row = self.row
        lengths = (["--min-length", row.fixed_length]
                   if row.fixed_length else [])
        return run([*self.program.python(row.options), HERE / self.program.file,
                    "--model", self.model, "--compute-type", self.kind,
                    "--input", ids, "--output", output, *row.decoding(),
                    *lengths, *self.program.extra(row.options, row.directory),
                    *flags], TIMEOUT, tunables)

    def best(self, ids, scale):
        """(flags, their name, tunables) of the highest rate."""
        found = []

        def attempt(flags, tunables):
            for report in self.measure(ids, "/dev/null", flags, tunables):
                found.append((report["output_tokens"] / report["seconds"],
                              tunables, flags, report))

        for flags in self.program.sweep(self.row.options,
                                        self.row.fixed_length):
            attempt(flags, MALLOC)
        _, _, flags, report = max(found, key=lambda item: item[0])
        attempt(self.program.chosen(flags, report, 1)[0], "")
        _, tunables, flags, report = max(found, key=lambda item: item[0])
        flags, called = self.program.chosen(flags, report, scale)
        return flags, called + (", malloc" if tunables else ""), tunables

    def latency(self, ids):
        threads = {1, *(intra for _, intra in self.program.threads)}
        return min(self.measure(ids, "/dev/null", [
            "--inter", 1, "--intra", intra, "--one-at-a-time", "--warmup", 2],
            MALLOC)[0]["p50_ms"] for intra in sorted(threads))


def cells(row, name, kind, setting, report, p50, rest):
    return [f"{row.shape}, {row.work.name}", name, kind, setting,
            f"{report['output_tokens'] / report['seconds']:,.0f}",
            f"{report['output_tokens'] / report['processor_seconds']:,.0f}",
            f"{p50:.1f}", f"{report['peak_memory_bytes'] / 1e6:,.0f}", *rest]


class Comparison:
    """One shape and work: Interpres with every type, then the peers."""

    def __init__(self, rows, left_out):
        self.rows = rows  # {our type: Row}
        self.left_out = left_out  # gets a line for each peer that cannot run
        self.row = next(iter(rows.values()))
        work = self.row.work
        lines = work.ids.read_text().splitlines()
        if self.row.fixed_length:
            lines = self.cut(lines)
            work.ids.write_text("".join(line + "\n" for line in lines))
            work.count = len(lines)
        options = self.row.options
        self.scale = max(1, len(lines) / SWEEP_SENTENCES)
        self.few = self.write("sweep", lines, SWEEP_SENTENCES)
        self.alone = self.write("alone", lines, options.latency_sentences)
        self.our_p50 = {}

    @staticmethod
    def cut(lines):
        sources = [line.split() for line in lines]
        return [" ".join([*source[:SOURCE_TOKENS - 1], source[-1]])
                for source in sources if len(source) >= SOURCE_TOKENS]

    def write(self, name, lines, count):
        step = max(1, len(lines) // count)
        file = self.row.work.ids.with_suffix(f".{name}.ids")
        file.write_text("".join(line + "\n" for line in lines[::step][:count]))
        return file

    def ours(self, kind):
        row = self.rows[kind]
        reports = [row.ours(2) for _ in range(row.options.repetitions)]
        report = {key: statistics.median(report[key] for report in reports)
                  for key in reports[0]}
        self.our_p50[kind] = min(
            row.ours(1, ["--one-at-a-time", "--warmup", 2, "--cpus", cpus],
                     self.alone)["p50_ms"] for cpus in (1, 2))
        return cells(row, "Interpres", kind, "2 threads", report,
                     self.our_p50[kind], [""] * 5)

    def theirs(self, name, kind):
        our_kind = PROGRAMS[name].types[kind]
        if our_kind not in self.rows:
            our_kind = next(iter(self.rows))
        row = self.rows[our_kind]
        side = Side(row, name, kind)
        side.prepare()
        flags, setting, tunables = side.best(self.few, self.scale)
        ours, theirs = row.in_turns(
            lambda: row.ours(2),
            lambda: side.measure(row.work.ids, row.outputs[1], flags,
                                 tunables)[0])
        p50 = side.latency(self.alone)

        def ratio(seconds):
            return (ours["output_tokens"] / ours[seconds] /
                    (theirs["output_tokens"] / theirs[seconds]))

        return cells(row, name, kind, setting, theirs, p50, [
            f"{row.same_translations():.1%}", our_kind,
            f"{ratio('seconds'):.2f}", f"{ratio('processor_seconds'):.2f}",
            f"{p50 / self.our_p50[our_kind]:.2f}"])

    def table(self):
        for kind in self.rows:
            yield self.ours(kind)
        for name in self.row.options.peers:
            for kind in PROGRAMS[name].types:
                try:
                    yield self.theirs(name, kind)
                except (RuntimeError, OSError,
                        subprocess.TimeoutExpired) as error:
                    self.left_out.append(
                        f"left out: {self.row.shape}, {name} {kind}: "
                        f"{reason(error)}")
