"""Runs of interpres-train for the tests of its command line."""

import pathlib
import resource
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
from checks import expect_equal, expect_in, run_checks  # noqa: E402,F401

PAIRS = (
    ("The baker sells fresh bread every morning.",
     "El panadero vende pan fresco cada mañana."),
    ("My sister plays the violin on Sundays.",
     "Mi hermana toca el violín los domingos."),
    ("Where is the nearest pharmacy?", "¿Dónde está la farmacia más cercana?"),
    ("The children are building a castle of sand.",
     "Los niños construyen un castillo de arena."),
    ("We have no time for another story.",
     "No tenemos tiempo para otra historia."),
    ("An old clock hangs above the door.",
     "Un reloj antiguo cuelga sobre la puerta."),
    ("Please give me a glass of cold water.",
     "Por favor, dame un vaso de agua fría."),
    ("The mountain was covered with snow.",
     "La montaña estaba cubierta de nieve."),
    ("Does your neighbour speak Italian?", "¿Tu vecino habla italiano?"),
    ("They painted the kitchen yellow.", "Pintaron la cocina de amarillo."),
    ("I lost my keys near the fountain.",
     "Perdí mis llaves cerca de la fuente."),
    ("The soup is too hot for the baby.",
     "La sopa está demasiado caliente para el bebé."),
)

# A run that takes longer hangs: with ThreadSanitizer on busy cores, minutes.
LONGEST_SECONDS = 600

LANGUAGES = {"source-language": "en", "target-language": "es"}
# A model of 26,000 parameters: an update takes milliseconds.
SMALL = {
    "d-model": 32, "ffn": 64, "heads": 4, "encoder-layers": 1,
    "decoder-layers": 1, "max-tokens": 64, "max-positions": 128,
    "batch-tokens": 200, "warmup": 5, "shards": 2, "threads": 2,
    "log-every": 5, "save-every": 10, "validate-every": 10,
    "average-last": 2, "max-updates": 20, "vocab-size": 160,
    # This text has no 256 pieces of bytes to spare.
    "no-byte-fallback": True,
}
# Changes of these flags with which a model learns PAIRS by heart.
LEARN_BY_HEART = {
    "d_model": 64, "ffn": 128, "encoder_layers": 2, "decoder_layers": 2,
    "batch_tokens": 600, "learning_rate": 3e-3, "warmup": 50,
    "decay": "linear", "label_smoothing": 0, "max_updates": 300,
    "save_every": 300, "average_last": 1, "validate_every": 100,
}


class TrainRuns:
    """A directory with a corpus, and interpres-train in it."""

    def __init__(self, build, scratch):
        self.program = build / "bin" / "interpres-train"
        self.scratch = scratch
        self.write("train.en", "".join(f"{en}\n" for en, _ in PAIRS))
        self.write("train.es", "".join(f"{es}\n" for _, es in PAIRS))
        self.write("dev.en", "".join(f"{en}\n" for en, _ in PAIRS[:3]))
        self.write("dev.es", "".join(f"{es}\n" for _, es in PAIRS[:3]))

    def write(self, name, text):
        path = self.scratch / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    @staticmethod
    def flags(**changes):
        """The flags of a small run. None takes one away, True is a switch, a
        tuple has several values."""
        flags = {"train-source": "train.en", "train-target": "train.es",
                 **LANGUAGES, **SMALL, "bidirectional": True}
        flags.update({key.replace("_", "-"): value
                      for key, value in changes.items()})
        words = []
        for key, value in flags.items():
            if value is not None:
                words.append(f"--{key}")
                values = value if isinstance(value, tuple) else (value,)
                words += [] if value is True else map(str, values)
        return words

    def run(self, *arguments, **options):
        """Runs to the end; the result has returncode, stdout and stderr."""
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
                   **options}
        return subprocess.run([self.program, *map(str, arguments)], text=True,
                              cwd=self.scratch, timeout=LONGEST_SECONDS, check=False,
                              **options)

    def train(self, **changes):
        return self.run("train", *self.flags(**changes))

    def train_on_a_full_disk(self, kilobytes, **changes):
        """No file can grow beyond this size, and writing more is an error."""
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (kilobytes * 1024,) * 2)

        return self.run("train", *self.flags(**changes), preexec_fn=limit)

    def succeed(self, **changes):
        result = self.train(**changes)
        expect_equal(result.returncode, 0, result.stderr)
        return result

    def start(self, program=(), env=None, **changes):
        """A run at work, whose output is to be read; `program` starts it."""
        return subprocess.Popen(
            [*(program or [self.program]), "train", *self.flags(**changes)],
            text=True, cwd=self.scratch, env=env, stderr=subprocess.PIPE)

    def stop(self, words, signal_number=signal.SIGTERM, program=(), env=None,
             **changes):
        """Signals a run once it has printed `words`; (exit code, output)."""
        with self.start(program, env, **changes) as process:
            lines = []
            for line in process.stderr:
                lines.append(line)
                if words in line:
                    process.send_signal(signal_number)
                    break
            lines += process.stderr
            return process.wait(timeout=LONGEST_SECONDS), "".join(lines)

    def refuse(self, arguments, exit_code, *parts, **options):
        """Expects the exit code and every part in the message."""
        result = self.run(*arguments, **options)
        expect_equal(result.returncode, exit_code, result.stderr)
        for part in parts:
            expect_in(part, result.stderr, "message")
        return result

    def checkpoint(self, name):
        """The bytes of every file of a checkpoint."""
        files = sorted((self.scratch / name).iterdir())
        return {file.name: file.read_bytes() for file in files}


def expect_same_checkpoint(runs, got, expected):
    ours, theirs = runs.checkpoint(got), runs.checkpoint(expected)
    expect_equal(sorted(ours), sorted(theirs), "files")
    assert "model.safetensors" in ours, sorted(ours)
    expect_same_files(runs, got, expected, ours)


def expect_same_files(runs, got, expected, names):
    ours, theirs = runs.checkpoint(got), runs.checkpoint(expected)
    for name in names:
        assert ours[name] == theirs[name], (
            f"{got}/{name} differs from {expected}'s")


def run_all(checks_of, usage):
    """Runs every method check_... of `checks_of`, made of a TrainRuns."""
    if len(sys.argv) != 2:
        sys.exit(usage)
    with tempfile.TemporaryDirectory() as directory:
        checks = checks_of(TrainRuns(pathlib.Path(sys.argv[1]).resolve(),
                                     pathlib.Path(directory)))
        run_checks([(name, getattr(checks, name)) for name in dir(checks)
                    if name.startswith("check_")])
