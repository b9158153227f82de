"""Compares our messages of Google's interface with the messages of Google's
package: names, numbers and types of the fields, and the methods.

usage: descriptors.py PROTO_DIR
"""

import pathlib
import subprocess
import sys
import tempfile

from google.api_core import operation  # noqa: F401 (registers Operation)
from google.cloud import translate_v3  # noqa: F401 (registers the messages)
from google.cloud.translate_v3.services.translation_service import transports
from google.longrunning import operations_pb2  # noqa: F401
from google.protobuf import descriptor_pb2, descriptor_pool

SOURCES = ("google/cloud/translate/v3/translation_service.proto",
           "google/longrunning/operations.proto")
PACKAGES = ("google.cloud.translation.v3", "google.longrunning")
# Enumerations of the package have their values in a wrapper of Python.
THEIRS = descriptor_pool.Default()


def read_ours(proto):
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run(["protoc", f"-I{proto}", "--include_imports",
                        f"--descriptor_set_out={file.name}", *SOURCES],
                       check=True, cwd=proto)
        files = descriptor_pb2.FileDescriptorSet.FromString(file.read())
    pool = descriptor_pool.DescriptorPool()
    for source in files.file:
        pool.Add(source)
    return [pool.FindFileByName(source.name) for source in files.file
            if source.package in PACKAGES]


def fields_of(message):
    """{name: everything that the wire depends on}."""
    return {field.name: (
        field.number, field.type, field.is_repeated,
        field.message_type and field.message_type.full_name,
        field.enum_type and field.enum_type.full_name,
        field.containing_oneof and field.containing_oneof.name)
        for field in message.fields}


def problems_of_message(ours):
    try:
        theirs = THEIRS.FindMessageTypeByName(ours.full_name)
    except KeyError:
        yield f"{ours.full_name}: the package has no such message"
        return
    if fields_of(ours) != fields_of(theirs):
        yield (f"{ours.full_name}: {fields_of(ours)}, and the package has "
               f"{fields_of(theirs)}")
    for enum in ours.enum_types:
        expected = THEIRS.FindEnumTypeByName(enum.full_name)
        values = [(v.name, v.number) for v in enum.values]
        if values != [(v.name, v.number) for v in expected.values]:
            yield f"{enum.full_name} differs: {values}"
    for nested in ours.nested_types:
        yield from problems_of_message(nested)


def problems_of_method(method):
    """The package calls the method by its path and reads these messages."""
    base = transports.TranslationServiceGrpcTransport
    words = "".join(f"_{c.lower()}" if c.isupper() else c
                    for c in method.name).lstrip("_")
    if not hasattr(base, words):
        yield f"{method.full_name}: the package has no {words}"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    proto = pathlib.Path(sys.argv[1]).resolve()
    problems, messages, methods = [], 0, 0
    for file in read_ours(proto):
        for message in file.message_types_by_name.values():
            messages += 1
            problems.extend(problems_of_message(message))
        for service in file.services_by_name.values():
            for method in service.methods:
                methods += 1
                problems.extend(problems_of_method(method))
    print("\n".join(problems)
          or f"{messages} messages and {methods} methods agree")
    return 1 if problems or messages < 30 or methods < 13 else 0


if __name__ == "__main__":
    sys.exit(main())
