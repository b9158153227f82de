"""Translates pieces of HTML with Bergamot and a model of Firefox.

usage: PYTHON bergamot_html.py PACKAGE MODEL < PIECES

PACKAGE is the folder of an unpacked wheel, and PYTHON has a version for which
Bergamot has a wheel (3.7 to 3.10). PIECES is a JSON array of strings. Prints a
JSON array with the translations; null stands for a piece that Bergamot refuses.
"""

import json
import pathlib
import sys

from bergamot_peer import load_package
from firefox_files import bergamot_config

LONGEST = 256  # words of a piece


def main():
    package, folder = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    bergamot = load_package(package)
    service = bergamot.Service(bergamot.ServiceConfig(
        numWorkers=1, cacheSize=0, logLevel="off"))
    model = service.modelFromConfig(
        bergamot_config(folder, LONGEST) +
        "ssplit-mode: paragraph\nalignment: soft\n")
    options = bergamot.ResponseOptions()
    options.HTML = options.alignment = True
    options.qualityScores = False  # they would be elements

    def translate(piece):
        texts = bergamot.VectorString()
        texts.append(piece)
        try:
            return list(service.translate(model, texts, options))[0].target.text
        except Exception as error:  # pylint: disable=broad-except
            print(f"{piece!r}: {error}", file=sys.stderr)
            return None

    print(json.dumps([translate(piece) for piece in json.load(sys.stdin)]))


if __name__ == "__main__":
    main()
