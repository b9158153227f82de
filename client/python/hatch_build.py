"""Generates the package interpres.v1 from proto/ while pip builds the package.

The generated code goes into the wheel, and not into the source tree. The source
distribution has a copy of the .proto files.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any, Iterator

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FILES = ("interpres/v1/admin.proto", "interpres/v1/translation.proto")


def roots(project: Path) -> Iterator[Path]:
    """The directories that may contain proto/, in order of preference.

    Older versions of pip copy the project to a temporary directory. Then the
    clone is found through the directory in which the user has called pip.
    """
    if "INTERPRES_ROOT" in os.environ:
        yield Path(os.environ["INTERPRES_ROOT"]).resolve()
    yield project
    yield from project.parents[1:2]
    directory = Path(os.environ.get("PWD", os.curdir)).resolve()
    yield directory
    yield from directory.parents


def find_root(project: Path) -> Path:
    """Returns the first directory that contains all .proto files."""
    for root in roots(project):
        if all((root / "proto" / file).is_file() for file in FILES):
            return root
    raise FileNotFoundError(
        f"no directory proto/ at {project}; expected {FILES[0]} in proto/; "
        "run pip in a clone of the repository, or set INTERPRES_ROOT to it")


def generate(root: Path, directory: Path) -> Path:
    """Writes the code to `directory`. Returns the directory of interpres.v1."""
    from grpc_tools import protoc
    google = Path(protoc.__file__).parent / "_proto"
    arguments = ["protoc", f"-I{root / 'proto'}", f"-I{google}"]
    arguments += [f"--{kind}_out={directory}"
                  for kind in ("python", "pyi", "grpc_python")]
    if protoc.main([*arguments, *FILES]) != 0:
        raise RuntimeError(f"protoc failed on {root / 'proto'}; read its "
                           "message above")
    return directory / "interpres" / "v1"


class ProtoHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds generated code to a wheel, and proto/ to a source distribution."""

    scratch: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        project = Path(self.root).resolve()
        root = find_root(project)
        included = build_data["force_include"]
        licence = root / "LICENSE"
        if self.target_name == "sdist":
            for file in FILES:
                included[str(root / "proto" / file)] = f"proto/{file}"
            included[str(licence)] = "LICENSE"
            return
        self.scratch = Path(tempfile.mkdtemp())
        code = generate(root, self.scratch)
        if version == "editable":
            shutil.copytree(code, project / "src/interpres/v1",
                            dirs_exist_ok=True)
            return
        for module in sorted(code.iterdir()):
            included[str(module)] = f"interpres/v1/{module.name}"
        included[str(licence)] = "interpres/LICENSE"

    def finalize(self, version: str, build_data: dict[str, Any],
                 artifact_path: str) -> None:
        if self.scratch is not None:
            shutil.rmtree(self.scratch)
