#!/usr/bin/env python3
"""Checks every #include of the product against cmake/layers.txt.

Includes go downward only, and each third-party library stays behind the
directory that adapts it. With --self-test, checks that violations are found.
"""

import os
import sys
import tempfile

import repository

# Prefix of the header -> the directories that may include it. A directory
# stands for its own files only, `model/kernels` also for those below it.
WALLS = {
    "hwy/": ("model/kernels",),
    "oneapi/dnnl/": ("model/kernels",),
    "dnnl": ("model/kernels",),
    "omp.h": ("model/kernels",),
    "sentencepiece": ("model/tokenizer",),
    "unicode/": ("model/document", "model/language"),
    "expat.h": ("model/glossary",),
    "libstemmer.h": ("model/document",),
    "cld2/": ("model/language",),
    "mpi.h": ("model/training",),
    "nlohmann/": ("model/checkpoint", "server/http"),
    "boost/": ("server/http",),
    "xxhash.h": ("model/checkpoint", "model/language", "model/training",
                 "server/page", "server/registry"),
    "zip.h": ("model/checkpoint",),
    "zlib.h": ("model/checkpoint", "server/http"),
    "zstd.h": ("model/checkpoint",),
    "prometheus/": ("server/metrics",),
    "spdlog/": ("server/base",),
    "openssl/": ("server/security",),
    "grpcpp/": ("server/grpc", "server", "client"),
    "grpc/": ("server/grpc", "server", "client"),
    "google/protobuf/": ("server/google", "server/grpc", "server/http",
                         "server/service", "server", "client"),
    "CLI/": ("server", "client", "model/trainer"),
    "gtest/": (),
    "gmock/": (),
    "benchmark/": (),
}
# Directories whose subdirectories are modules of their own.
SHALLOW = ("server",)


def parse_layers(text):
    """`directory: allowed ...` lines -> {directory: set of directories}."""
    layers = {}
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if line:
            name, _, allowed = line.partition(":")
            layers[name.strip()] = set(allowed.split())
    return layers


def check_table(layers):
    """The table must name only layers above the line: then it has no cycle."""
    problems, seen = [], set()
    for name, allowed in layers.items():
        for other in sorted(allowed - seen):
            problems.append(f"cmake/layers.txt: {name} may include {other}, "
                            "which is not listed above it")
        seen.add(name)
    return problems


def layer_of(layers, path):
    """The layer with the longest name that `path` lies in, or None."""
    folder = os.path.dirname(path)
    while folder and folder not in layers:
        folder = os.path.dirname(folder)
    return folder or None


def wall_problem(path, header):
    """Why `path` may not include the third-party `header`, or None."""
    for prefix, allowed in WALLS.items():
        if not header.startswith(prefix):
            continue
        folder = os.path.dirname(path)
        inside = any(folder == home or
                     (home not in SHALLOW and folder.startswith(home + "/"))
                     for home in allowed)
        if not inside:
            return (f"<{header}> belongs to "
                    f"{', '.join(allowed) or 'the tests'} only")
    return None


def generated_by(protos, header):
    """Whether `header` is generated from one of the .proto files."""
    stem = header.replace(".grpc.pb.h", "").replace(".pb.h", "")
    return header.endswith(".pb.h") and f"proto/{stem}.proto" in protos


def target_layer(layers, paths, protos, header):
    """The layer of an included header of ours; None for third-party ones."""
    if header.startswith("tests/"):
        return "tests"
    if generated_by(protos, header):
        return "proto"
    if header in paths or header.split("/")[0] in repository.PRODUCT:
        return layer_of(layers, header)
    return None


def check_includes(root, layers):
    problems = []
    paths = set(repository.files(root))
    protos = {path for path in paths if path.endswith(".proto")}
    for path in sorted(paths):
        if (path.split("/")[0] not in repository.PRODUCT
                or not path.endswith((".h", ".cc"))):
            continue
        own = layer_of(layers, path)
        if own is None:
            problems.append(f"{path}: its directory is not in layers.txt")
            continue
        for line, header in repository.includes(repository.read(root, path)):
            other = target_layer(layers, paths, protos, header)
            reason = None
            if header.endswith(".cc"):
                reason = "only headers are included"
            elif other is None:
                reason = wall_problem(path, header)
            elif other != own and other not in layers[own]:
                reason = f"layer {own} may not include from {other}"
            if reason:
                problems.append(f"{path}:{line}: {reason} ({header})")
    return problems


def check(root):
    layers = parse_layers(repository.read(root, "cmake/layers.txt"))
    return check_table(layers) + check_includes(root, layers)


SELF_TEST = {  # path -> (source, part of the expected problem or None)
    "model/base/good.h": ('#include "absl/status/status.h"\n', None),
    "model/kernels/good.cc": (
        '#include "model/base/good.h"\n#include "hwy/highway.h"\n', None),
    "model/base/upward.h": ('#include "model/kernels/x.h"\n',
                            "may not include from model/kernels"),
    "model/base/json.cc": ('#include <nlohmann/json.hpp>\n',
                           "belongs to model/checkpoint"),
    "model/kernels/deep/good.cc": ('#include "oneapi/dnnl/dnnl.hpp"\n', None),
    "server/app.cc": ('#include <grpcpp/grpcpp.h>\n'
                      '#include "interpres/v1/translation.pb.h"\n', None),
    "server/base/rpc.cc": ('#include <grpcpp/grpcpp.h>\n',
                           "belongs to server/grpc"),
    "server/base/pb.cc": ('#include "interpres/v1/translation.pb.h"\n',
                          "may not include from proto"),
    "client/model.cc": ('# include "model/base/good.h"\n',
                        "layer client may not include from model/base"),
    "model/base/source.cc": ('#include "model/base/json.cc"\n',
                             "only headers are included"),
    "model/base/testing.cc": ('#include "tests/testing/x.h"\n',
                              "may not include from tests"),
    "model/unlisted/x.cc": ("int x;\n", "not in layers.txt"),
}


def self_test():
    with tempfile.TemporaryDirectory() as root:
        sources = {path: source for path, (source, _) in SELF_TEST.items()}
        sources["proto/interpres/v1/translation.proto"] = ""
        sources["cmake/layers.txt"] = (
            "proto:\nmodel/base:\nmodel/kernels: model/base\n"
            "server/base: model/base\nserver: proto server/base\n"
            "client: proto\n")
        for path, source in sources.items():
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
    cycle = check_table(parse_layers("a: b\nb: a\n"))
    repository.expect(len(cycle) == 1, f"a cycle must be found, got {cycle}")
    return 0


if __name__ == "__main__":
    ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
    sys.exit(self_test() if "--self-test" in sys.argv
             else repository.report("layering", check(ROOT)))
