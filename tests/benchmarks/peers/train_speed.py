"""Interpres, PyTorch and Marian train the same shape on the same text, in turns.

Run by tests/benchmarks/train_speed.sh; its head has the flags. Every
measurement is a separate process. Tokens are real source and target tokens,
padding not counted. The first report of a process is left out (warming up);
seconds and processor seconds count from the first to the last report.
"""

import argparse
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TICKS = os.sysconf("SC_CLK_TCK")
# Shapes of models: layers, d_model, ffn, heads, vocabulary, tokens of a batch,
# updates between reports.
SHAPES = {
    "tiny": (4, 128, 256, 4, 10000, 4096, 10),
    "base": (6, 512, 2048, 8, 16000, 4096, 2),
}
SYNTHETIC_PAIRS = 20000
MARIAN_REPORT = re.compile(r"Up\. \d.* after ([\d,]+) : Time ([\d.]+)s")
# As interpres-train and pytorch_trainer.py say it; Marian does not.
PARAMETERS = re.compile(r"model: (\d+) parameters|parameters (\d+)$")


def flags():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--shapes", nargs="+", default=["tiny", "base"],
                        choices=sorted(SHAPES))
    parser.add_argument("--threads", nargs="+", type=int, default=[1, 2])
    parser.add_argument("--types", nargs="+", default=["float32"],
                        choices=["float32", "bfloat16"])
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--reports", type=int, default=4)
    parser.add_argument("--peers", nargs="+", default=["interpres", "pytorch"],
                        choices=["interpres", "pytorch", "marian"])
    return parser.parse_args()


def synthetic_text(path, seed):
    """Lines of pseudo-words, their lengths and frequencies like a corpus's."""
    rng = random.Random(seed)
    syllables = [a + b for a in "bcdfglmnprstv" for b in "aeiou"]
    words = sorted({"".join(rng.choices(syllables, k=rng.randint(1, 5)))
                    for _ in range(30000)})
    rng.shuffle(words)
    weights = list(itertools.accumulate(
        1.0 / rank for rank in range(1, len(words) + 1)))
    with open(path, "w", encoding="utf-8") as file:
        for _ in range(SYNTHETIC_PAIRS):
            count = max(2, round(rng.gammavariate(4.0, 3.0)))
            line = rng.choices(words, cum_weights=weights, k=count)
            file.write(" ".join(line) + ".\n")


def find_text(shape, scratch):
    """The two files to train on, and what to call them."""
    data = pathlib.Path(os.environ.get(
        "INTERPRES_DATA", HERE.parents[2] / ".." / "shared" / "data"))
    name, sides = (("multi30k", ("en", "de")) if shape == "tiny" else
                   ("tatoeba-en-es", ("en", "es")))
    files = [data / name / f"train.{side}" for side in sides]
    if all(file.is_file() for file in files):
        return files, name
    files = [scratch / "synthetic.a", scratch / "synthetic.b"]
    for seed, file in enumerate(files):
        synthetic_text(file, seed)
    return files, "synthetic text"


class Setting:
    """One shape with its text and vocabulary."""

    def __init__(self, options, shape, scratch):
        self.options = options
        self.shape = shape
        (self.layers, self.width, self.ffn, self.heads, self.vocabulary,
         self.batch_tokens, self.report) = SHAPES[shape]
        self.parameters = {}  # by peer
        self.directory = scratch / shape
        self.directory.mkdir()
        self.files, self.text = find_text(shape, self.directory)
        self.vocabulary_file = self.directory / "vocabulary"
        run = self.interpres_command("vocab") + [
            "--vocab-size", str(self.vocabulary), "--no-byte-fallback",
            "--output", str(self.vocabulary_file)]
        subprocess.run(run, check=True, capture_output=True)

    def interpres_command(self, verb):
        return [f"{self.options.bin}/interpres-train", verb,
                "--train-source", str(self.files[0]),
                "--train-target", str(self.files[1]),
                "--source-language", "aa", "--target-language", "bb"]

    def interpres(self, threads, compute_type, updates):
        model = self.directory / "model"
        command = self.interpres_command("train") + [
            "--vocab", str(self.vocabulary_file),
            "--vocab-size", str(self.vocabulary),
            "--d-model", str(self.width), "--ffn", str(self.ffn),
            "--heads", str(self.heads), "--encoder-layers", str(self.layers),
            "--decoder-layers", str(self.layers), "--max-positions", "512",
            "--max-tokens", "256", "--batch-tokens", str(self.batch_tokens),
            "--max-updates", str(updates), "--log-every", str(self.report),
            "--validate-every", "1000000", "--save-every", "1000000",
            "--average-last", "1", "--threads", str(threads), "--fresh",
            # Synthetic sides are no translations of each other.
            "--allow-suspicious-corpora",
            "--output", str(model)]
        if compute_type != "float32":
            command += ["--compute-type", compute_type]
        log = pathlib.Path(f"{model}.state/log.jsonl")
        log.unlink(missing_ok=True)  # --fresh keeps what earlier runs logged
        return command, lambda _: interpres_points(log)

    def pytorch(self, threads, compute_type, updates):
        command = [sys.executable, str(HERE / "pytorch_trainer.py"),
                   "--checkpoint", str(self.directory / "model"),
                   "--source", str(self.files[0]),
                   "--target", str(self.files[1]),
                   "--layers", str(self.layers), "--d-model", str(self.width),
                   "--ffn", str(self.ffn), "--heads", str(self.heads),
                   "--batch-tokens", str(self.batch_tokens),
                   "--updates", str(updates), "--report", str(self.report),
                   "--threads", str(threads), "--compute-type", compute_type]
        return command, pytorch_points

    def marian(self, threads, compute_type, updates):
        if compute_type != "float32":
            sys.exit("Marian trains on CPUs in float32 only")
        spm = self.directory / "source.spm"  # Marian goes by the file's suffix
        shutil.copy(self.directory / "model" / "source.spm", spm)
        command = [sys.executable, str(HERE / "marian_trainer.py"),
                   "--vocabulary", str(spm),
                   "--source", str(self.files[0]),
                   "--target", str(self.files[1]),
                   "--layers", str(self.layers), "--d-model", str(self.width),
                   "--ffn", str(self.ffn), "--heads", str(self.heads),
                   "--batch-tokens", str(self.batch_tokens),
                   "--updates", str(updates), "--report", str(self.report),
                   "--threads", str(threads),
                   "--model", str(self.directory / "marian.npz")]
        return command, lambda lines: marian_points(lines, self.sides_ratio())

    def sides_ratio(self):
        """Source tokens for each target token, end symbols included."""
        import sentencepiece
        pieces = sentencepiece.SentencePieceProcessor(
            str(self.directory / "model" / "source.spm"))
        source, target = (
            sum(len(ids) + 1 for ids in pieces.encode(
                file.read_text(encoding="utf-8").splitlines()))
            for file in self.files)
        return source / target


def interpres_points(log):
    """(tokens, seconds) so far at each report, from the trainer's log."""
    tokens = seconds = 0.0
    points = []
    for line in log.read_text(encoding="utf-8").splitlines():
        event = json.loads(line)
        if event["event"] == "train":
            tokens += event["tokens_per_second"] * (event["seconds"] - seconds)
            seconds = event["seconds"]
            points.append((tokens, seconds))
    return points


def pytorch_points(lines):
    rows = [line.split() for line in lines if line.startswith("update ")]
    return [(float(row[3]), float(row[5])) for row in rows]


def marian_points(lines, sides_ratio):
    """Marian counts target tokens, and times each report apart."""
    points, seconds = [], 0.0
    for line in lines:
        match = MARIAN_REPORT.search(line)
        if match:
            seconds += float(match[2])
            target = int(match[1].replace(",", ""))
            points.append((target * (1 + sides_ratio), seconds))
    return points


def is_report(line):
    return bool(MARIAN_REPORT.search(line)) or line.startswith("update ") and (
        " tok/s " in line or " tokens " in line)


def parameters_of(lines):
    """How many parameters a trainer says that its model has; None: unsaid."""
    for match in map(PARAMETERS.match, lines):
        if match:
            return int(match[match.lastindex])
    return None


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def measure(command, points_of):
    """({rate and per_core: tokens per second and per processor second, memory:
    peak in MB}, parameters of the model or None)."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
    lines, processor = [], []
    for line in process.stdout:
        lines.append(line)
        if is_report(line):
            processor.append(processor_seconds(process.pid))
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit("".join(lines[-20:]) + f"failed: {' '.join(command)}")
    points = points_of(lines)
    if len(points) < 2:
        sys.exit("".join(lines[-20:]) +
                 f"fewer than two reports: {' '.join(command)}")
    tokens = points[-1][0] - points[0][0]
    return {"rate": tokens / (points[-1][1] - points[0][1]),
            "per_core": tokens / (processor[-1] - processor[0]),
            "memory": usage.ru_maxrss * 1024 / 1e6}, parameters_of(lines)


def compare(setting, threads, compute_type):
    """Runs the peers in turns and prints the row of their medians."""
    options = setting.options
    updates = setting.report * (options.reports + 1)
    results = {peer: [] for peer in options.peers}
    for _ in range(options.repetitions):
        for peer in options.peers:
            make = getattr(setting, peer)
            result, setting.parameters[peer] = measure(
                *make(threads, compute_type, updates))
            results[peer].append(result)
    row = [setting.shape, threads, compute_type]
    medians = {peer: {key: statistics.median(r[key] for r in rows)
                      for key in rows[0]} for peer, rows in results.items()}
    for key, form in (("rate", "{:,.0f}"), ("per_core", "{:,.0f}"),
                      ("memory", "{:,.0f}")):
        values = [medians[peer][key] for peer in options.peers]
        row += [form.format(value) for value in values]
        row += [f"{values[0] / value:.2f}" for value in values[1:]]
    print("| " + " | ".join(map(str, row)) + " |", flush=True)


def main():
    options = flags()
    columns = ["shape", "threads", "type"]
    for name in ("tokens/s", "tokens/processor s", "peak MB"):
        columns += [f"{peer} {name}" for peer in options.peers]
        columns += [f"to {peer}" for peer in options.peers[1:]]
    with tempfile.TemporaryDirectory() as scratch:
        settings = [Setting(options, shape, pathlib.Path(scratch))
                    for shape in options.shapes]
        for setting in settings:
            print(f"{setting.shape}: {setting.layers}+{setting.layers} layers, "
                  f"d {setting.width}, ffn {setting.ffn}, {setting.heads} "
                  f"heads, vocabulary {setting.vocabulary:,}, "
                  f"{setting.batch_tokens:,} tokens a side and batch, "
                  f"{setting.text}")
            # The checkpoint has the tokenizer that PyTorch reads.
            measure(*setting.interpres(1, "float32", 2 * setting.report))
        print("| " + " | ".join(columns) + " |")
        print("|" + "---|" * len(columns), flush=True)
        for setting in settings:
            for compute_type in options.types:
                for threads in options.threads:
                    compare(setting, threads, compute_type)
        for setting in settings:
            print(f"{setting.shape}, parameters: " + ", ".join(
                f"{peer} {count:,}"
                for peer, count in setting.parameters.items() if count))


if __name__ == "__main__":
    main()
