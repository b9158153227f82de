"""The evaluation sets, and the scores of translations by interpres-train."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

DATA = pathlib.Path(os.environ.get(
    "INTERPRES_DATA",
    pathlib.Path(__file__).resolve().parents[2].parent / "shared" / "data"))


def read_lines(stem, language):
    """Returns the lines of a set of DATA. Ends the program without it."""
    path = DATA / f"{stem}.{language}"
    if not path.exists():
        sys.exit(f"no {path}; set INTERPRES_DATA")
    return path.read_text("utf-8").splitlines()


def score(build, hypotheses, references):
    """Returns BLEU and chrF2 of the lines. build: the build directory."""
    with tempfile.TemporaryDirectory() as scratch:
        names = []
        for name, lines in (("h", hypotheses), ("r", references)):
            path = pathlib.Path(scratch) / name
            path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
            names.append(path)
        out = subprocess.run(
            [build / "bin" / "interpres-train", "score", "--hypothesis",
             names[0], "--reference", names[1]],
            check=True, stdout=subprocess.PIPE, text=True).stdout
    return [float(re.search(rf"{name} +([\d.]+)", out).group(1))
            for name in ("BLEU", "chrF2")]
