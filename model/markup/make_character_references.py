#!/usr/bin/env python3
"""Writes the table of the named character references of HTML.

usage: make_character_references.py > character_reference_table.cc

The names and their code points come from html.entities of Python, which has
them from the HTML standard. The format is explained in
character_reference_table.h.
"""

import html.entities
import os

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
COLUMNS = 76

HEAD = """\
// Written by make_character_references.py; change the script and not this file.

#include "model/markup/character_reference_table.h"

namespace interpres {

// clang-format off
const char* const kCharacterReferences =
"""
TAIL = """\
// clang-format on

}  // namespace interpres
"""


def entries():
    """Yields one entry for each name, in the order of the names."""
    table, last = html.entities.html5, ""
    for key in sorted(name for name in table if name.endswith(";")):
        name = key[:-1]
        shared = len(os.path.commonprefix([name, last]))
        code = "-".join(f"{ord(c):x}" for c in table[key])
        mark = "!" if name in table else "="
        yield f"{DIGITS[shared]}{name[shared:]}{mark}{code} "
        last = name


def main():
    lines, line = [], ""
    for entry in entries():
        if len(line) + len(entry) > COLUMNS:
            lines.append(line)
            line = ""
        line += entry
    lines.append(line)
    body = "\n".join(f'"{line}"' for line in lines)
    print(HEAD + body + ";\n" + TAIL, end="")


if __name__ == "__main__":
    main()
