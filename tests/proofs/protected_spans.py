#!/usr/bin/env python3
"""Protected spans: what must not change does not change.

usage: protected_spans.py [--sentences N] [--kinds KIND ...] [--beams N ...]
                          [--report] [--scrambled] [--model DIR]
                          [--results FILE] [--minutes N] BUILD_DIR

For each kind of value (numbers of several lengths, dates, UUIDs, addresses,
placeholders and others) and both directions: N sentences (default 1000) with one
random value each are translated, by beams of 1 and 4. The values of the
translations are compared with the sources by regular expressions, not by the
server's own recognisers. A number may have other grouping and decimal marks. The
table has the sentences whose value changed, and the share of the spans that each
step kept, as the server reports it.

--report asks the server to report and not to repair, so that the table shows
what the model does. --scrambled keeps the first layers of the model and moves
the weights within each tensor, so that the model copies nothing.

--results keeps the row of each kind in a file. A later run with the same options
takes these rows from the file, and translates the other kinds. --minutes ends a
run after the first kind that is finished later; the exit status is then 3.

The model must translate from English to Spanish and back. The last line is
`N passed, N failed`: one for each beam and direction without a changed value.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import shutil
import string
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
from server_process import ServerProcess  # noqa: E402

# "@" stands for the value.
FRAMES = {
    "en": ["The ticket costs @ in the new shop.",
           "Please write @ on the first page.",
           "My brother found @ in the old book yesterday.",
           "Do you know what @ means?",
           "She sent @ to the whole class, and nobody answered.",
           "We need @ before the end of the week.",
           "@ was the last thing that he read.",
           "The answer (@) is in the letter.",
           "If you see @, call the teacher.",
           "They talked about @ for two days."],
    "es": ["El billete cuesta @ en la tienda nueva.",
           "Escribe @ en la primera página, por favor.",
           "Mi hermano encontró @ en el libro viejo ayer.",
           "¿Sabes qué significa @?",
           "Ella envió @ a toda la clase y nadie contestó.",
           "Necesitamos @ antes del fin de semana.",
           "@ fue lo último que leyó.",
           "La respuesta (@) está en la carta.",
           "Si ves @, llama al profesor.",
           "Hablaron de @ durante dos días."]}
# Random weights write up to the limit. A short limit saves time.
SCRAMBLED_LENGTH = 24
KINDS = {}  # functions that make a random value
NUMBER_KINDS = {}  # whether the value is a number


def kind(name, is_number=False):
    """Adds a function that makes a random value."""
    def add(make):
        KINDS[name] = make
        NUMBER_KINDS[name] = is_number
        return make
    return add


def digits(dice, count):
    return str(dice.randint(10 ** (count - 1), 10 ** count - 1))


def letters(dice, count, of=string.ascii_lowercase):
    return "".join(dice.choice(of) for _ in range(count))


for length in (2, 3, 4, 6, 8, 10, 12, 16):
    kind(f"{length} digits", True)(
        lambda dice, length=length: digits(dice, length))
kind("decimal", True)(lambda dice: f"{dice.randint(1, 999)}.{dice.randint(1, 99)}")
kind("thousands", True)(lambda dice: f"{dice.randint(1000, 9999999):,}")
kind("ISO date", True)(lambda dice: f"{dice.randint(1900, 2100)}-"
                       f"{dice.randint(1, 12):02}-{dice.randint(1, 28):02}")
kind("date with slashes", True)(
    lambda dice: f"{dice.randint(1, 28)}/{dice.randint(1, 12)}/"
    f"{dice.randint(1900, 2100)}")
kind("time", True)(lambda dice: f"{dice.randint(0, 23)}:{dice.randint(0, 59):02}")
kind("phone", True)(lambda dice: f"+{dice.randint(1, 99)} {digits(dice, 3)} "
                    f"{digits(dice, 3)} {digits(dice, 3)}")
kind("UUID")(lambda dice: "-".join(letters(dice, n, "0123456789abcdef")
                                   for n in (8, 4, 4, 4, 12)))
kind("hash")(lambda dice: "a1" + letters(dice, 38, "0123456789abcdef"))
kind("URL")(lambda dice: f"https://{letters(dice, 7)}.org/{letters(dice, 5)}/"
            f"{letters(dice, 4)}-{digits(dice, 3)}?q={letters(dice, 3)}")
kind("e-mail")(lambda dice: f"{letters(dice, 6)}.{letters(dice, 5)}"
               f"@{letters(dice, 7)}.com")
kind("address with port")(lambda dice: ".".join(
    str(dice.randint(1, 254)) for _ in range(4)) + f":{dice.randint(1024, 65535)}")
kind("path")(lambda dice: f"/{letters(dice, 4)}/{letters(dice, 6)}/"
             f"{letters(dice, 5)}.txt")
kind("version")(lambda dice: f"v{dice.randint(1, 9)}.{dice.randint(0, 30)}."
                f"{dice.randint(0, 30)}")
kind("snake_case")(lambda dice: f"{letters(dice, 5)}_{letters(dice, 6)}")
kind("call()")(lambda dice: f"{letters(dice, 4)}{letters(dice, 5).title()}()")
kind("--flag")(lambda dice: f"--{letters(dice, 5)}-{letters(dice, 4)}")
kind("{name}")(lambda dice: "{" + letters(dice, 6) + "}")
kind("{{name}}")(lambda dice: "{{" + letters(dice, 6) + "}}")
kind("${name}")(lambda dice: "${" + letters(dice, 6) + "}")
kind("%1$s")(lambda dice: f"%{dice.randint(1, 9)}${dice.choice('sd')}")
kind("%(name)s")(lambda dice: f"%({letters(dice, 6)})s")
kind("hashtag")(lambda dice: "#" + letters(dice, 8))
kind("mention")(lambda dice: "@" + letters(dice, 8))
kind("emoji")(lambda dice: dice.choice("😀 🎉 🚀 🐶 🍕 👍🏽 👩‍🚀 🇪🇸".split()))

NUMBER = re.compile(r"\d(?:[\d.,:/\-\u00a0\u202f' ]*\d)?")


def groups(number):
    """The digits of a number, in several parts for a date or a time."""
    parts = re.split(r"[:/\-]", number)
    return [re.sub(r"\D", "", part).lstrip("0") or "0" for part in parts]


def has_value(text, value, is_number):
    if is_number:
        wanted = groups(value)
        return any(groups(found) == wanted for found in NUMBER.findall(text)) or (
            value in text)
    # An emoji may touch a letter, as in "Hello😀".
    edge = r"[A-Za-z0-9_]" if value[-1].isascii() else r"[\u200d]"
    return len(re.findall(rf"(?<!{edge}){re.escape(value)}(?!{edge})", text)) == 1


def is_kept(name):
    """Returns whether the tensor is in the first layer, or in none."""
    layer = re.search(r"\.layers\.(\d+)\.", name)
    return layer is None or layer.group(1) == "0"


def scramble(source, target):
    """Copies a model with one layer a side, because its texts are long.

    Each tensor begins at another of its elements.
    """
    shutil.copytree(source, target)
    card = json.loads((target / "interpres.json").read_text())
    card.pop("golden", None)  # it would not pass the self-test
    (target / "interpres.json").write_text(json.dumps(card))
    config = json.loads((target / "config.json").read_text())
    config.update(encoder_layers=1, decoder_layers=1)
    (target / "config.json").write_text(json.dumps(config))
    path = target / "model.safetensors"
    data = path.read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    tensors = {}
    body = bytearray()
    dice = random.Random(31)
    for name, tensor in json.loads(data[8:8 + size]).items():
        if name == "__metadata__" or not is_kept(name):
            continue
        begin, end = (8 + size + offset for offset in tensor["data_offsets"])
        middle = begin + dice.randrange((end - begin) // 4) * 4
        if len(tensor["shape"]) < 2:
            middle = begin
        offset = len(body)
        body += data[middle:end] + data[begin:middle]
        tensors[name] = tensor | {"data_offsets": [offset, len(body)]}
    header = json.dumps(tensors).encode()
    header += b" " * (-len(header) % 8)
    path.write_bytes(struct.pack("<Q", len(header)) + header + body)


def translate(options, server, lines, source, beam):
    target = "es" if source == "en" else "en"
    command = [str(options.build / "bin" / "interpres"), "translate", "--server",
               server.address, "--from", source, "--to", target, "--json",
               "--beam", str(beam), "--timeout", "3600", "--integrity",
               "report" if options.report else "repair"]
    if options.scrambled:
        command += ["--max-length", str(SCRAMBLED_LENGTH)]
    done = subprocess.run(command, input="\n".join(lines) + "\n",
                          capture_output=True, text=True, check=True)
    return [json.loads(line)["translations"][0]
            for line in done.stdout.splitlines()]


def steps_of(results):
    """Counts the steps that kept the spans of translations."""
    return collections.Counter(
        span["step"].removeprefix("PROTECTION_STEP_").lower()
        for result in results for segment in result["segments"]
        for span in segment.get("protected_spans", []))


def measure(options, server, source, beam, name):
    """Translates the sentences of one kind; returns the row of the table."""
    dice = random.Random(f"{name} {source}")
    values = [KINDS[name](dice) for _ in range(options.sentences)]
    lines = [FRAMES[source][i % len(FRAMES[source])].replace("@", value, 1)
             for i, value in enumerate(values)]
    results = translate(options, server, lines, source, beam)
    steps = steps_of(results)
    changed = 0
    for line, value, result in zip(lines, values, results):
        if not has_value(result["text"], value, NUMBER_KINDS[name]):
            changed += 1
            if changed <= options.examples:
                print(f"changed: {line!r}: {result['text'][:400]!r}",
                      file=sys.stderr)
    return {"changed": changed, "steps": dict(steps)}


class Rows:
    """The rows of this run, and of earlier runs with the same options."""

    def __init__(self, options):
        self.path = options.results
        self.rows = {}
        self.options = [str(options.model.resolve()), options.sentences,
                        options.scrambled, options.report]
        if self.path and self.path.exists():
            for line in self.path.read_text().splitlines():
                key, row = json.loads(line)
                self.rows[tuple(key)] = row

    def key(self, *parts):
        return (*self.options, *parts)

    def get(self, *parts):
        return self.rows.get(self.key(*parts))

    def add(self, row, *parts):
        self.rows[self.key(*parts)] = row
        if self.path:
            with self.path.open("a") as file:
                file.write(json.dumps([self.key(*parts), row]) + "\n")


def print_table(options, rows, source, beam):
    """Prints the rows; returns whether nothing changed."""
    print(f"\n{source}, beam {beam}\n\n| kind | sentences | changed | steps |\n"
          "|---|---|---|---|")
    total = collections.Counter()
    changed = 0
    for name in options.kinds:
        row = rows.get(source, beam, name)
        changed += row["changed"]
        total.update(row["steps"])
        print(f"| {name} | {options.sentences} | {row['changed']} | "
              f"{shares(collections.Counter(row['steps']))} |")
    print(f"| all | {options.sentences * len(options.kinds)} | "
          f"{changed} | {shares(total)} |", flush=True)
    return changed == 0


def shares(steps):
    count = sum(steps.values())
    return ", ".join(f"{name} {100 * number / count:.1f} %"
                     for name, number in steps.most_common())


def run(options, server, rows):
    """Returns for each table whether nothing changed; null if time is up."""
    end = time.monotonic() + 60 * options.minutes
    passed = []
    for beam in options.beams:
        for source in ("en", "es"):
            for name in options.kinds:
                if rows.get(source, beam, name) is None:
                    if time.monotonic() > end:
                        return None
                    rows.add(measure(options, server, source, beam, name),
                             source, beam, name)
            passed.append(print_table(options, rows, source, beam))
    return passed


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sentences", type=int, default=1000)
    parser.add_argument("--kinds", nargs="+", choices=list(KINDS),
                        default=list(KINDS))
    parser.add_argument("--beams", nargs="+", type=int, default=[1, 4])
    parser.add_argument("--examples", type=int, default=3,
                        help="changed sentences to print for each kind")
    parser.add_argument("--report", action="store_true")
    parser.add_argument("--scrambled", action="store_true")
    parser.add_argument("--model", type=pathlib.Path,
                        default=ROOT / "model" / "pretrained" / "en-es")
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("build", type=pathlib.Path)
    options = parser.parse_args()
    rows = Rows(options)
    with tempfile.TemporaryDirectory() as scratch:
        model = options.model
        if options.scrambled:
            model = pathlib.Path(scratch) / "en-es"
            scramble(options.model, model)
        with ServerProcess(options.build / "bin" / "interpres-server",
                           model) as server:
            results = run(options, server, rows)
    if results is None:
        print("more kinds are left; run the command again")
        return 3
    print(f"{sum(results)} passed, {results.count(False)} failed")
    return 0 if all(results) or options.report else 1


if __name__ == "__main__":
    sys.exit(main())
