"""The Python package of client/python: its installation, its types and its
calls.

usage: client_package_conformance.py BUILD_DIR

Installs the package from the directory into new environments of Python. The
checks of client_package_retries.py, client_package_server.py and
client_package_security.py run there. Needs the package registry.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

from checks import expect_equal, expect_in, run_checks
from server_process import ServerProcess

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = ROOT / "client/python"
TYPE_CHECKER = ("mypy==2.4.1", "types-grpcio==1.85.0.20261028",
                "types-protobuf==7.35.1.20260906")
GENERATED = ("admin_pb2.py", "admin_pb2.pyi", "admin_pb2_grpc.py",
             "translation_pb2.py", "translation_pb2.pyi",
             "translation_pb2_grpc.py")

GOOD_PROGRAM = """
import asyncio
from interpres import AsyncClient, Client, Code, InterpresError, Tls

def translate(client: Client) -> str:
    try:
        one = client.translate("Hello.", to="es", format="html", timeout=2.5)
        several = client.translate(["Hello."], to="es", terms={"a": "b"})
    except InterpresError as error:
        return str(error.code == Code.UNAVAILABLE and error.retry_delay)
    for segment in client.translate_stream("Hello.", to="es"):
        print(segment.text, segment.start)
    return one.text + several[0].text + client.detect("Hello.").language

async def run() -> str:
    async with AsyncClient(tls=Tls(ca="ca.pem"), token="t") as client:
        async for segment in client.translate_stream("Hello.", to="es"):
            print(segment.text)
        return (await client.translate("Hello.", to="es")).text
"""
BAD_LINES = (
    'client.translate("Hello.")',
    'client.translate("Hello.", to=5)',
    'client.translate("Hello.", to="es", format="pdf")',
    'client.translate("Hello.", to="es", beam=4)',
    'client.translate(["Hello."], to="es").text',
    'client.translate(5, to="es")',
    'client.detect("Hello.").text',
    'Client(tls="ca.pem")',
)


class Environment:
    """An environment of Python in a new directory."""

    def __init__(self, directory):
        subprocess.run([sys.executable, "-m", "venv", directory], check=True)
        self.python = directory / "bin/python"
        self.packages = next(directory.glob("lib/python*/site-packages"))

    def run(self, *arguments, cwd=HERE, code=0):
        """The output of Python in `cwd`. The exit code must be `code`."""
        done = subprocess.run(
            [self.python, *arguments], cwd=cwd, text=True,
            env={**os.environ, "PWD": str(cwd), "PYTHONPATH": str(HERE),
                 "GRPC_VERBOSITY": "ERROR"},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=500,
            check=False)
        expect_equal(done.returncode, code, f"{arguments}\n{done.stdout}")
        return done.stdout

    def pip(self, *arguments, cwd=HERE):
        return self.run("-m", "pip", *arguments, "--quiet",
                        "--disable-pip-version-check", cwd=cwd)


class Package:
    """The checks of the package, in order. `scratch` is an empty directory."""

    def __init__(self, scratch, build):
        self.scratch = scratch
        self.build = build.resolve()
        self.environment = Environment(scratch / "environment")

    def check_install_from_a_fresh_clone(self):
        package = fresh_clone(self.scratch / "clone") / "client/python"
        before = sorted(package.rglob("*"))
        self.environment.pip("install", str(package), cwd=self.scratch)
        expect_equal(sorted(package.rglob("*")), before, "source files")
        installed = self.environment.packages / "interpres"
        for name in (*(f"v1/{name}" for name in GENERATED), "py.typed",
                     "LICENSE"):
            assert (installed / name).is_file(), f"no {name} is installed"

    def check_no_generated_code_is_committed(self):
        generated = [name for name in tracked_files("client/python")
                     if "_pb2" in name]
        expect_equal(generated, [], "generated files")

    def check_version(self):
        listed = self.environment.run("-m", "pip", "show", "interpres")
        version = re.search(r"VERSION (\S+)",
                            (ROOT / "CMakeLists.txt").read_text().split(
                                "project(")[1])[1]
        expect_in(f"Version: {version}\n", listed, "pip show")

    def check_source_distribution(self):
        self.environment.pip("install", "build")
        self.environment.run("-m", "build", "--outdir", self.scratch / "dist",
                             PACKAGE)
        archive = next((self.scratch / "dist").glob("*.tar.gz"))
        with tarfile.open(archive) as opened:
            names = {name.partition("/")[2] for name in opened.getnames()}
        for name in ("LICENSE", "README.md", "hatch_build.py", "PKG-INFO",
                     "proto/interpres/v1/admin.proto",
                     "proto/interpres/v1/translation.proto",
                     "src/interpres/py.typed"):
            expect_in(name, names, "files of the source distribution")
        # `build` has made the wheel from the source distribution.
        self.wheel_is_complete(next((self.scratch / "dist").glob("*.whl")))

    def wheel_is_complete(self, wheel):
        listed = self.environment.run("-m", "zipfile", "-l", wheel)
        for name in GENERATED:
            expect_in(f"interpres/v1/{name}", listed, "files of the wheel")

    def copy(self, name):
        """A copy of the package without proto/ beside it, as old pips make."""
        copy = self.scratch / name / "python"
        shutil.copytree(PACKAGE, copy)
        return copy

    def check_build_of_a_copy(self):
        wheels = self.scratch / "wheels"
        self.environment.pip("wheel", "--no-deps", "--wheel-dir", str(wheels),
                             str(self.copy("copy")), cwd=ROOT / "docs")
        self.wheel_is_complete(next(wheels.glob("*.whl")))

    def check_build_without_proto(self):
        self.environment.pip("install", "hatchling")
        output = self.environment.run(
            "-c", "import hatch_build, pathlib\n"
            "hatch_build.find_root(pathlib.Path.cwd())",
            cwd=self.copy("alone"), code=1)
        expect_in("expected interpres/v1/admin.proto in proto/; run pip in a "
                  "clone of the repository, or set INTERPRES_ROOT", output,
                  "error")

    def check_types_of_a_program(self):
        self.environment.pip("install", TYPE_CHECKER[0])
        program = self.scratch / "program.py"
        program.write_text(GOOD_PROGRAM)
        self.environment.run("-m", "mypy", "--strict", program,
                             cwd=self.scratch)
        program.write_text("from interpres import Client\nclient = Client()\n"
                           + "".join(f"{line}\n" for line in BAD_LINES))
        output = self.environment.run("-m", "mypy", "--strict", program,
                                      cwd=self.scratch, code=1)
        for number in range(3, 3 + len(BAD_LINES)):
            expect_in(f"program.py:{number}: error", output, "mypy")

    def check_types_of_the_package(self):
        self.environment.pip("install", *TYPE_CHECKER, "hatchling")
        for target in (("-p", "interpres"), (PACKAGE / "hatch_build.py",)):
            self.environment.run(
                "-m", "mypy", "--config-file", PACKAGE / "pyproject.toml",
                "--strict", *target, cwd=self.scratch)

    def check_examples_of_the_readme(self):
        readme = (PACKAGE / "README.md").read_text()
        program = re.search(r"```python\n(.*?)```", readme, re.DOTALL)[1]
        with ServerProcess(self.build / "bin/interpres-server",
                           ROOT / "model/pretrained/en-es") as server:
            expect_in("localhost:50051", program, "program")
            output = self.environment.run("-c", program.replace(
                "localhost:50051", server.address))
        expect_equal(output.splitlines()[0], "Buenos días.", "first line")
        expect_equal(output.splitlines()[-1], "es", "last line")

    def check_program_of_the_page(self):
        programs = Environment(self.scratch / "page").python.parent
        done = subprocess.run(
            [sys.executable, HERE / "pages_conformance.py", self.build,
             "python"], text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, check=False,
            env={**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"})
        expect_equal(done.returncode, 0, done.stdout)

    def run_script(self, name):
        print(self.environment.run(HERE / name, self.build), end="")

    def check_retries(self):
        self.run_script("client_package_retries.py")

    def check_retries_with_the_oldest_dependencies(self):
        project = (PACKAGE / "pyproject.toml").read_text()
        oldest = [f"{name}=={version}" for name, version in re.findall(
            r'^  "([\w-]+)>=([\d.]+)', project, re.MULTILINE)]
        expect_equal(len(oldest), 3, f"dependencies {oldest}")
        environment = Environment(self.scratch / "oldest")
        environment.pip("install", str(PACKAGE), *oldest)
        environment.run(HERE / "client_package_retries.py", self.build)

    def check_server(self):
        self.run_script("client_package_server.py")

    def check_security(self):
        self.run_script("client_package_security.py")


def tracked_files(*paths):
    """The files that git tracks or would track."""
    return subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard",
         *paths], cwd=ROOT, check=True, capture_output=True,
        text=True).stdout.rstrip("\0").split("\0")


def fresh_clone(directory):
    """The part of a clone that pip needs."""
    for name in tracked_files("client/python", "proto", "LICENSE"):
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, directory / name)
    return directory


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as scratch:
        package = Package(pathlib.Path(scratch), pathlib.Path(sys.argv[1]))
        run_checks([(check.__name__, check) for check in (
            package.check_install_from_a_fresh_clone,
            package.check_no_generated_code_is_committed,
            package.check_version,
            package.check_retries,
            package.check_retries_with_the_oldest_dependencies,
            package.check_server,
            package.check_security,
            package.check_examples_of_the_readme,
            package.check_program_of_the_page,
            package.check_types_of_a_program,
            package.check_types_of_the_package,
            package.check_source_distribution,
            package.check_build_of_a_copy,
            package.check_build_without_proto)])


if __name__ == "__main__":
    main()
