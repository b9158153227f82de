#!/usr/bin/env python3
"""Checks the wording of pages, comments, messages and test names.

usage: words.py [PATH...]

Finds phrases that are hard to read (the message says what to write instead),
pages and sentences that are too long, and pages without a purpose. A paragraph
that contains `words: ok` may keep its phrases. Prints the length of the
sentences: of each page, and of all comments together. Without a PATH the paths
of CLEAN are checked. With --self-test, checks that each defect is found.
"""

import ast
import contextlib
import io
import math
import os
import re
import sys
import tempfile
import tokenize

import repository

# Files and directories without findings. To keep a directory clean, add a line.
CLEAN = (
    "CONTRIBUTING.md",
    "README.md",
    "client",
    "cmake",
    "deploy",
    "docs",
    "model",
    "proto",
    "server",
    "tests",
)

# The strings of these files are words of a language, not messages.
WORD_LISTS = ("model/document/germanic_words.cc",)

# A regular expression (case does not count) -> what to write instead.
PHRASES = {
    r"\b(?:no|some)body\b|\bwh(?:o|at)ever\b":
        "the person or the part, for example `no client`, `the caller`",
    r"\bthere (?:is|are|was|were) none\b|\b(?:that is|are) none\b":
        "the noun again, for example `no model matches`",
    r"(?:\b(?:null|0|empty|nil)|-1)[:;,] (?:none|nothing|never|nowhere|all)\b":
        "a sentence, for example `Null means no limit.`",
    r"\bat once\b": "`immediately` or `concurrently`",
    r"\bserves? on\b": "`keeps serving`",
    r"\bgo(?:es)? on from\b": "`continues from`",
    r"\bno more\b(?! than)": "`no longer`",
    r"\bof which\b": "two sentences",
    r"\banew\b": "`again` or `new`",
    r"\blikewise\b": "`also`, or the statement again",
    r"\bthe one's\b|\bof those that\b|\bth(?:at|ose) of\b": "the noun again",
    r"\btold\b(?! apart)": "`by default`, or who passes what",
    r"\bthe most\b": "`maximum`",
    r"\bso many\b": "the number",
    r"\bturn(?:s|ed)? away\b": "`reject` or `refuse`",
    r"\bnot kept\b": "`discarded` or `rejected`",
    r"\bof its own\b": "`separate`, or `its` and the noun",
    r"(?-i:\bWhat) (?:is|was|are|the|it|a|one|comes|goes)\b":
        "the noun first",
}
MAX_PAGE_WORDS = 30  # of the sentence at the 90th percentile
MAX_COMMENT_WORDS = 25
MAX_PAGE_COLUMNS = 120  # outside tables
MAX_PAGE_LINES = 199
MAX_LINES_OF = {"README.md": 150}
EXEMPT = "words: ok"

SLASHES = (".cc", ".h", ".proto", ".go", ".js", ".java")
HASHES = (".sh", ".cmake", ".yml", ".yaml", ".toml", "CMakeLists.txt",
          "Dockerfile")
ITEM = re.compile(r"\s*(?:[-*]|\d+\.)\s+")
SPAN = re.compile(r"`[^`]*`")
LINK = re.compile(r"\[([^\]]*)\]\([^)\s]*\)")
ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|al|vs|approx)\.(?= )")
END = re.compile(r"(?<=[.!?])[\"')]*\s+")
WORD = re.compile(r"[^\W_]")
TEST_NAME = re.compile(r"^TEST(?:_F|_P)?\(\s*\w+,\s*(\w+)\)", re.MULTILINE)
# Comments, characters and raw strings are tokens too, because they may contain
# quotation marks.
TOKEN = re.compile(
    r"""//[^\n]*|'(?:\\.|[^'\\\n])'|R"(?P<mark>\w*)\(.*?\)(?P=mark)"|"""
    r""""(?P<text>(?:\\.|[^"\\\n])*)\"""", re.DOTALL)


class Text:
    """The paragraphs of one file: lists of (line number, line)."""

    def __init__(self):
        self.paragraphs = [[]]

    def add(self, number, line):
        self.paragraphs[-1].append((number, line))

    def end(self):
        if self.paragraphs[-1]:
            self.paragraphs.append([])


def page_text(source):
    """The text of a page without code blocks. A table is not a paragraph."""
    text, tables, fence = Text(), Text(), False
    for number, line in enumerate(source.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fence = not fence
            text.end()
        elif fence:
            continue
        elif line.startswith("|"):
            tables.add(number, line)
            tables.end()
        elif line.startswith("#") or not line.strip():
            text.end()
        else:
            if ITEM.match(line):
                text.end()
            text.add(number, ITEM.sub("", line))
    return text, tables


def add_comment(text, number, body):
    """Adds a line of a comment; an indented one is an example."""
    if not body.strip() or body.startswith("   "):
        text.end()
        return
    if ITEM.match(body):
        text.end()
    text.add(number, ITEM.sub("", body))


def marked_comments(source, mark):
    """The comments that begin with `mark` after white space."""
    text, last = Text(), 0
    pattern = re.compile(rf"(?:^|\s){mark}(?![!/])\s?(.*)$")
    for number, line in enumerate(source.splitlines(), 1):
        found = pattern.search(line)
        if not found or (mark == "#" and line[:found.start()].strip()):
            continue
        if number != last + 1 or line[:found.start()].strip():
            text.end()
        add_comment(text, number, found.group(1))
        last = number
    return text


def python_comments(source):
    """Comments and documentation strings of Python code."""
    text, last = Text(), 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT or token.string.startswith("#!"):
            continue
        if token.start[0] != last + 1:
            text.end()
        last = token.start[0]
        add_comment(text, last, token.string[1:].removeprefix(" "))
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            continue
        lines = (ast.get_docstring(node) or "").splitlines()
        text.end()
        for number, line in enumerate(lines, node.body[0].lineno
                                      if lines else 0):
            if line.startswith("usage:"):
                continue
            add_comment(text, number, line)
    return text


def messages(source):
    """The string literals of C++ code; neighbours are one paragraph."""
    text, end = Text(), 0
    for found in TOKEN.finditer(source):
        if found.group("text") is None:
            continue
        line_begin = source.rfind("\n", 0, found.start()) + 1
        if source[line_begin:].startswith("#include"):
            continue
        if source[end:found.start()].strip():
            text.end()
        end = found.end()
        text.add(source.count("\n", 0, found.start()) + 1,
                 found.group("text").replace("\\n", " "))
    return text


def test_names(source):
    """The names of the tests as words: `EndsWithoutADelay` is `Ends at once`."""
    text = Text()
    for found in TEST_NAME.finditer(source):
        words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ",
                       found.group(1))
        text.add(source.count("\n", 0, found.start(1)) + 1,
                 words[:1] + words[1:].lower())
        text.end()
    return text


def strings(path, source):
    """The texts of code that people read outside the code."""
    if not path.endswith((".cc", ".h")) or path in WORD_LISTS:
        return Text()
    return test_names(source) if path.startswith("tests/") else messages(source)


def comments(path, source):
    if path.endswith(".py"):
        return python_comments(source)
    if path.endswith(SLASHES):
        return marked_comments(source, "//")
    if path.endswith(HASHES):
        return marked_comments(source, "#")
    return Text()


def join(paragraph):
    """(text, offset of each line in it); a code span counts as one word."""
    text, offsets = "", []
    for _, line in paragraph:
        offsets.append(len(text))
        text += line.strip() + " "
    blank = SPAN.sub(lambda span: "x" * len(span.group()), text)
    return blank, offsets


def phrase_problems(path, paragraph):
    text, offsets = join(paragraph)
    if any(EXEMPT in line for _, line in paragraph):
        return
    for pattern, instead in PHRASES.items():
        for found in re.finditer(pattern, text, re.IGNORECASE):
            line = max(i for i, offset in enumerate(offsets)
                       if offset <= found.start())
            yield (f"{path}:{paragraph[line][0]}: \"{found.group()}\" is hard "
                   f"to read; write {instead}")


def sentence_lengths(text):
    """The number of words of each sentence."""
    lengths = []
    for paragraph in text.paragraphs:
        joined = LINK.sub(r"\1", join(paragraph)[0]).replace("*", "")
        joined = ABBREVIATION.sub("", joined)
        lengths += [sum(1 for word in sentence.split() if WORD.search(word))
                    for sentence in END.split(joined)]
    return [length for length in lengths if length]


def percentile(lengths, share):
    return sorted(lengths)[math.ceil(share * len(lengths)) - 1]


def length_problems(name, lengths, maximum):
    """Prints the length of the sentences; yields a problem if it is too big."""
    if not lengths:
        return
    middle, high = percentile(lengths, 0.5), percentile(lengths, 0.9)
    print(f"{name}: {len(lengths)} sentences, p50 {middle} words, p90 {high}")
    if high > maximum:
        yield (f"{name}: a tenth of the sentences has more than {maximum} "
               f"words (p90 {high}); write one idea a sentence")


def shape_problems(path, source):
    """The length and the beginning of a page."""
    lines = source.splitlines()
    maximum = MAX_LINES_OF.get(path, MAX_PAGE_LINES)
    if len(lines) > maximum:
        yield f"{path}: {len(lines)} lines; expected {maximum}; make two pages"
    begin = [line for line in lines if line.strip()][:2]
    if len(begin) < 2 or not begin[0].startswith("# ") or not re.match(
            r"[\w*`\[]", begin[1]):
        yield (f"{path}:1: no purpose; write after the title who reads the "
               "page and for what")
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_PAGE_COLUMNS and not line.startswith("|"):
            yield (f"{path}:{number}: {len(line)} columns; expected "
                   f"{MAX_PAGE_COLUMNS}; wrap the line")


def check(root, wanted):
    """The problems of the files at and below the paths of `wanted`."""
    problems, lengths, seen = [], [], set()
    for path in repository.files(root):
        places = [place for place in wanted
                  if path == place or path.startswith(place.rstrip("/") + "/")]
        if not places:
            continue
        seen.update(places)
        if path.endswith(".md"):
            source = repository.read(root, path)
            text, tables = page_text(source)
            problems += shape_problems(path, source)
            problems += length_problems(path, sentence_lengths(text),
                                        MAX_PAGE_WORDS)
            paragraphs = text.paragraphs + tables.paragraphs
        elif path.endswith((".py",) + SLASHES + HASHES):
            source = repository.read(root, path)
            text = comments(path, source)
            lengths += sentence_lengths(text)
            paragraphs = text.paragraphs + strings(path, source).paragraphs
        else:
            continue
        for paragraph in paragraphs:
            problems += phrase_problems(path, paragraph)
    problems += length_problems("comments", lengths, MAX_COMMENT_WORDS)
    return problems + [f"{place}: no such file or directory"
                       for place in wanted if place not in seen]


LONG = "one " * (MAX_PAGE_WORDS + 1)
PAGE = "# Title\n\nThis page is for readers.\n\n"
SELF_TEST = {  # path -> (content, part of the expected problem or None)
    "docs/good.md": (
        PAGE + "A [link](a.md) and `at once` in code.\n\n```\nat once\n```\n",
        None),
    "docs/phrase.md": (PAGE + "The pages go at\nonce.\n",
                       "phrase.md:5: \"at once\" is hard to read; write `imm"),
    "docs/capital.md": (PAGE + "Nobody knows.\n", "\"Nobody\""),
    "docs/what.md": (PAGE + "This is what it is.\n", None),
    "docs/what2.md": (PAGE + "What it is.\n", "\"What it\""),
    "docs/item.md": (PAGE + "- The first.\n- The one of which.\n",
                     "item.md:6: \"of which\""),
    "docs/table.md": (PAGE + "| a | the most |\n" + "| x" * 99 + " |\n",
                      "table.md:5: \"the most\""),
    "docs/exempt.md": (PAGE + "The word `x` anew. <!-- words: ok -->\n", None),
    "docs/long.md": (PAGE + LONG + ".\n", f"p90 {MAX_PAGE_WORDS + 1}"),
    "docs/short.md": (PAGE + "Short. " * 9 + LONG.replace(" ", "\n") + ".\n",
                      None),
    "docs/columns.md": (PAGE + "x" * (MAX_PAGE_COLUMNS + 1) + "\n",
                        "columns.md:5: 121 columns"),
    "docs/lines.md": (PAGE + "-\n" * MAX_PAGE_LINES, "203 lines"),
    "docs/purpose.md": ("# Title\n\n## Next\n\nText.\n", "no purpose"),
    "README.md": (PAGE + "-\n" * 150, "154 lines; expected 150"),
    "src/ignored.cc": ("int x;  // None, at once.\n", None),
    "proto/good.proto": ('string s = 1;  // At 1.\nx = "http://at once";\n',
                         None),
    "proto/bad.cc": ("int x;\n\n// The parts go at\n// once.\n",
                     "bad.cc:3: \"at once\""),
    "proto/null.h": ("// Null: none.\n", "write a sentence"),
    "proto/bad.py": ('"""Runs.\n\nIt goes on from here.\n"""\nx = 1  # anew\n',
                     "bad.py:3: \"goes on from\""),
    "proto/bad.sh": ("#!/bin/sh\n# Nothing.\necho at once # at once\n", None),
    "proto/CMakeLists.txt": ("# A part of its own.\n", "of its own"),
    "proto/message.cc": ('Error("the parts go "\n      "at\\nonce");\n',
                         "message.cc:2: \"at once\""),
    "proto/include.cc": ('#include "at once.h"\nchar c = \'"\';  // a\n', None),
    "tests/bad_test.cc": ("TEST(A, EndsAtOnce) {\n", "\"at once\""),
    "tests/good_test.cc": ('TEST(A, ReadsANewFile) { Read("at once"); }\n', None),
}
LONG_COMMENT = "// " + "one " * (MAX_COMMENT_WORDS + 1) + ".\n//\n"


def problems_of(contents):
    """The problems of a tree with these files. Prints nothing."""
    with tempfile.TemporaryDirectory() as root:
        for path, content in contents.items():
            full = os.path.join(root, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as stream:
                stream.write(content)
        with contextlib.redirect_stdout(io.StringIO()):
            return check(root, ("docs/", "proto", "tests", "README.md", "gone"))


def self_test():
    problems = problems_of({path: content
                            for path, (content, _) in SELF_TEST.items()})
    for path, (_, expected) in SELF_TEST.items():
        found = [p for p in problems if p.startswith(path + ":")]
        repository.expect(
            not found if expected is None
            else any(expected in problem for problem in found),
            f"{path}: expected {expected}, got {found}")
    repository.expect("gone: no such file or directory" in problems, problems)
    few = problems_of({"proto/a.h": "// Short.\n" * 20 + LONG_COMMENT})
    many = problems_of({"proto/a.h": "// Short.\n" * 20 + LONG_COMMENT * 5})
    repository.expect(not any("p90" in problem for problem in few), few)
    repository.expect(any("comments: a tenth" in problem for problem in many),
                      many)
    return 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(self_test())
    ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
    sys.exit(repository.report("words", check(ROOT, sys.argv[1:] or CLEAN)))
