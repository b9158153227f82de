#!/usr/bin/env python3
"""Markup of HTML that comes back, beside Bergamot with the same model.

usage: markup_peers.py --bergamot DIR [--model MODEL] BUILD_DIR

Trains a toy model in the format of Firefox (marian_toys.py) for some minutes. Its
translation renames every word, so the right place of each element is known: around
the new names of the words that the element had. Both engines translate the same
pieces of HTML in int8, with beam 1 and without a shortlist:

  regular    three inline elements at random words of a sentence, 1000 pieces
  defective  elements that are never closed, end tags in the wrong order, and
             lone `<`, 20 pieces

The table has the pieces that keep the tags of the source, byte for byte and each
once; the pieces with an element twice; those that the engine refuses; and the
inline elements that hold exactly the right words. The elements count only in
pieces in which both engines translate every word rightly.

Needs the environment of `tests/conformance/run.sh marian`, whose Python must run
this script. --model keeps the toy for the next run. DIR has Bergamot's unpacked
wheel and a link `python` to a Python for which there is a wheel; engine_speed.sh
--tables peers makes one.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
import marian_toys  # noqa: E402
from bergamot_conformance import SHAPES, train, write_model  # noqa: E402
from server_process import ServerProcess  # noqa: E402

REGULAR = 1000
ELEMENTS = 3  # in a regular piece
TEXTS = 100  # of a request
TAG = re.compile(r"</?[a-z]+[^<>]*>")
NAMES = ("a", "b", "i", "em", "strong", "u", "span", "small", "sub", "q")
# {0}, {1}, ... are words.
DEFECTIVE = (
    "<p>{0} <b>{1} {2}<p>{3} {4}</p>",
    "<div>{0} <b>{1} {2}</div>",
    "{0} <b>{1} <i>{2}</b> {3}</i> {4}",
    "{0} </b>{1} {2}",
    "{0} < {1} {2}",
    "{0} <{1} {2}",
    "{0} & {1} <b>{2}</b>",
    "<ul><li>{0} {1}<li>{2} {3}</ul>",
    "<select><option>{0}<option>{1} {2}</select>",
    "<table><tr><td>{0} {1}<td>{2}</table>",
    "<dl><dt>{0}<dd>{1} {2}</dl>",
    "{0} <br>{1} <hr> {2}",
    "{0} <img src=x> {1} {2}",
    "<p>{0}. <b>{1}. {2} {3}</b></p>",
    "<p>{0} {1}</p></p>{2}",
    "<span>{0} <!-- {1} --> {2}</span>",
    "{0} <input disabled> {1} {2}",
    "<b><b>{0}</b> {1}</b> {2}",
    "<i></i>{0} {1} <b></b>{2}",
    "<p class='a>b'>{0} {1}</p>",
)


def words_of(text):
    return re.findall(r"\w+", TAG.sub(" ", text))


def regular_pieces(drawn):
    """Sentences with elements around one or two words each."""
    for source, _ in marian_toys.sentences(20 * REGULAR, seed=11):
        words = source.split()
        if len(words) < 3 * ELEMENTS:
            continue
        names = drawn.sample(NAMES, ELEMENTS)
        for third, name in enumerate(names):
            first = 3 * third + drawn.randrange(2)
            last = first + drawn.randrange(2)
            words[first] = f"<{name}>{words[first]}"
            words[last] = f"{words[last]}</{name}>"
        yield f"<p>{' '.join(words)}</p>"


def defective_pieces(drawn, words):
    return [piece.format(*drawn.sample(words, 5)) for piece in DEFECTIVE]


def tags(text):
    return collections.Counter(TAG.findall(text))


def insides(text):
    """{name: words} of the inline elements."""
    return {name: words_of(inside) for name in NAMES for inside in re.findall(
        rf"<{name}>(.*?)</{name}>", text)}


def make_model(directory):
    train(directory, SHAPES["tiny"], updates=4000)
    write_model(directory)
    (directory / "metadata.json").write_text(
        '{"sourceLanguage": "en", "targetLanguage": "es"}')


def request_html(server, pieces):
    request = urllib.request.Request(
        f"{server.http_url}/v1/translate", method="POST",
        headers={"Content-Type": "application/json"},
        data=json.dumps({"texts": pieces, "format": "TEXT_FORMAT_HTML",
                         "source_language": "en", "target_language": "es",
                         "options": {"beam_size": 1}}).encode())
    with urllib.request.urlopen(request) as answer:
        return [result["translations"]["hypotheses"][0]["text"]
                for result in json.load(answer)["results"]]


def interpres(build, model, pieces):
    with ServerProcess(build / "bin/interpres-server", model,
                       "--compute-type", "int8", "--http-address",
                       "127.0.0.1:0") as server:
        found = []
        for begin in range(0, len(pieces), TEXTS):
            found += request_html(server, pieces[begin:begin + TEXTS])
    return found


def bergamot(folder, model, pieces):
    run = subprocess.run(
        [folder / "python", ROOT / "tests/benchmarks/peers/bergamot_html.py",
         folder, model], input=json.dumps(pieces), text=True,
        stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout)


def is_right(source, found, renamed):
    """Whether every word has its translation, in any order."""
    return found is not None and sorted(words_of(found)) == sorted(
        renamed[word] for word in words_of(source))


def count_elements(pairs, renamed):
    """(elements that hold the right words, elements) of (source, translation)."""
    verdicts = [
        sorted(insides(found).get(name, [])) == sorted(
            renamed[word] for word in words)
        for source, found in pairs for name, words in insides(source).items()]
    return sum(verdicts), len(verdicts)


def print_row(kind, engine, pairs, elements):
    """`pairs` are (source, translation)."""
    answered = [pair for pair in pairs if pair[1] is not None]
    equal = sum(tags(source) == tags(found) for source, found in answered)
    twice = sum(any(tags(found)[tag] > count
                    for tag, count in tags(source).items())
                for source, found in answered)
    print(f"| {kind} | {engine} | {equal} | {twice} | "
          f"{len(pairs) - len(answered)} | {elements} |")


def compare(kind, pieces, translations, renamed):
    """Prints the rows of a kind. `translations` are {engine: translations}. Null
    `renamed` means that the places are not judged."""
    both = [i for i, piece in enumerate(pieces) if renamed and all(
        is_right(piece, found[i], renamed) for found in translations.values())]
    for engine, found in translations.items():
        elements = ""
        if renamed:
            right, total = count_elements(
                [(pieces[i], found[i]) for i in both], renamed)
            elements = f"{right} of {total}"
        print_row(kind, engine, list(zip(pieces, found, strict=True)), elements)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--bergamot", type=pathlib.Path, required=True)
    parser.add_argument("--model", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    options = parser.parse_args()
    drawn = random.Random(3)
    renamed = marian_toys.dictionary()
    kinds = [("regular", list(regular_pieces(drawn))[:REGULAR], renamed),
             ("defective", defective_pieces(drawn, sorted(renamed)), None)]
    with tempfile.TemporaryDirectory() as scratch:
        model = options.model or pathlib.Path(scratch) / "tiny"
        if not model.exists():
            make_model(model)
        print("| pieces | engine | tags equal | an element twice | refused | "
              "elements with the right words |\n|---|---|---|---|---|---|")
        for kind, pieces, known in kinds:
            compare(kind, pieces, {
                "Interpres": interpres(options.build, model, pieces),
                "Bergamot": bergamot(options.bergamot, model, pieces)}, known)


if __name__ == "__main__":
    main()
