#!/usr/bin/env python3
"""Checks that no two C++ types of the product have one qualified name.

Two types of one name break the one-definition rule in every program that links
both, and the compiler does not report it. Counts definitions of classes,
structs, unions and enums. Does not count forward declarations, specialisations,
and types in unnamed namespaces or in functions. With --self-test, checks that
duplicates are found.
"""

import os
import re
import sys
import tempfile

import repository

# Comments and literals: they may hold braces and keywords.
NO_CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<end>[^()\s]*)\(.*?\)(?P=end)"'
    r'|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
PREPROCESSOR = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.MULTILINE)
NAMESPACE = re.compile(r"(?:inline\s+)?namespace\b(?P<name>[\s\w:]*)$")
# An attribute, a macro or a template list may stand around the keyword.
TYPE = re.compile(
    r"(?:^|[\s>])(?:enum\s+(?:class|struct)|enum|class|struct|union)\s+"
    r"(?:\[\[.*?\]\]\s*|alignas\s*\([^)]*\)\s*|[A-Z][A-Z0-9_]+\s*\([^)]*\)\s*)*"
    r"(?P<name>\w+(?:\s*::\s*\w+)*)\s*(?:final\s*)?(?::(?!:).*)?$", re.DOTALL)
TEMPLATE = re.compile(r"template\s*<")
HIDDEN = "?"  # the scope of a function, and an unnamed namespace


def blank(match):
    """The same number of lines, without anything in them."""
    return "\n" * match.group().count("\n") or " "


def without_templates(head):
    """`head` without its template parameter lists."""
    while match := TEMPLATE.search(head):
        depth, end = 1, match.end()
        while depth and end < len(head):
            depth += {"<": 1, ">": -1}.get(head[end], 0)
            end += 1
        head = head[:match.start()] + " " + head[end:]
    return head


def scope_of(head):
    """The scope that a brace after `head` opens: (is it a type, name)."""
    head = without_templates(head).strip()
    namespace = NAMESPACE.match(head)
    if namespace:
        return False, re.sub(r"\s", "", namespace["name"]) or HIDDEN
    found = TYPE.search(head)
    if found and "(" not in head[:found.start()]:
        return True, re.sub(r"\s", "", found["name"])
    return False, HIDDEN


def definitions(text):
    """Yields (line, qualified name) of the types that `text` defines."""
    text = PREPROCESSOR.sub(blank, NO_CODE.sub(blank, text))
    scopes, head, line = [], "", 1
    for part in re.split(r"([{};])", text):
        if part == "{":
            is_type, name = scope_of(head)
            scopes.append(name)
            if is_type and HIDDEN not in scopes:
                yield line, "::".join(scopes)
        elif part == "}" and scopes:
            scopes.pop()
        line += part.count("\n")
        head = "" if part in ("{", "}", ";") else part
    if scopes:
        yield line, f"(unbalanced braces after {'::'.join(scopes)})"


def check(root):
    """A duplicate is a problem of the path that sorts behind the other."""
    problems, places = [], {}
    for path in repository.files(root):
        if (path.split("/")[0] not in repository.PRODUCT
                or not path.endswith((".h", ".cc"))):
            continue
        for line, name in definitions(repository.read(root, path)):
            if name.startswith("("):
                problems.append(f"{path}:{line}: {name}")
            elif name in places:
                problems.append(f"{path}:{line}: {name} is defined in "
                                f"{places[name]} too; rename one of them")
            else:
                places[name] = f"{path}:{line}"
    return problems


SELF_TEST = {  # path -> (source, part of the expected problem or None)
    "model/a/first.h": (
        "namespace interpres {\n"
        "struct Shape {\n  enum class Kind { kOne };\n"
        "  bool Is() const { return true; }\n};\n"
        "class Forward;\nenum class Mode : int;\n"
        "template <typename T, int N = sizeof(T)>\nstruct Rows { T t[N]; };\n"
        "template <>\nstruct Rows<bool> {};\n"
        "class [[nodiscard]] Lock final : public Base<Shape> {\n"
        "  class Impl;\n};\n"
        "}  // namespace interpres\n", None),
    "model/b/second.h": (
        '/* struct Shape { */ #define X {\n'
        "namespace interpres {\n// struct Shape {\n"
        "struct Shape { int x = 1'000; };\n}\n",
        "b/second.h:4: interpres::Shape is defined in model/a/first.h:2 too"),
    "model/b/nested.h": (
        "namespace interpres {\nclass Other {\n  enum class Kind { kTwo };\n"
        "};\n}\n", None),
    "model/b/hidden.cc": (
        "namespace interpres {\nnamespace {\nstruct Shape {};\n}\n"
        "int F() {\n  struct Shape { int x; };\n  return Shape{1}.x;\n}\n"
        "}\n", None),
    "model/b/elsewhere.h": (
        "namespace interpres::deep {\nstruct Shape {};\n}\n"
        "struct Shape { const char* s = \"struct Shape {\"; char c = '{'; };\n",
        None),
    "model/b/split.h": (
        "namespace interpres { namespace deep {\n\nstruct Shape {};\n}}\n",
        "split.h:3: interpres::deep::Shape"),
    "server/x/alias.h": (
        "namespace interpres {\ntemplate <class Shape> void F(Shape s) {}\n"
        "struct Shape* g(struct Shape h) { return nullptr; }\n}\n", None),
    "server/x/class.cc": (
        "namespace interpres {\nclass Lock::Impl { };\n}\n", None),
    "server/y/class.cc": (
        "namespace interpres {\nclass\nLock::Impl : public X<int>\n{ };\n}\n",
        "class.cc:4: interpres::Lock::Impl"),
    "server/y/rows.h": (
        "namespace interpres {\ntemplate <typename T>\nstruct Rows {};\n}\n",
        "interpres::Rows"),
    "client/kind.cc": ("enum class Kind : int { kOne };\n", None),
    "client/kind.h": ("union Kind { int x; };\n", "client/kind.cc:1"),
    "client/broken.h": ("namespace interpres {\n", "unbalanced"),
    "tests/shape.h": ("namespace interpres {\nstruct Shape {};\n}\n", None),
}


def self_test():
    with tempfile.TemporaryDirectory() as root:
        for path, (source, _) in SELF_TEST.items():
            full = os.path.join(root, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as stream:
                stream.write(source)
        problems = check(root)
    for path, (_, expected) in SELF_TEST.items():
        found = [p for p in problems if p.startswith(path + ":")]
        repository.expect(
            not found if expected is None
            else len(found) == 1 and expected in found[0],
            f"{path}: expected {expected}, got {found}")
    return 0


if __name__ == "__main__":
    ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
    sys.exit(self_test() if "--self-test" in sys.argv
             else repository.report("type names", check(ROOT)))
