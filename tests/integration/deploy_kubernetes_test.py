#!/usr/bin/env python3
"""The Kubernetes manifests and the compose file fit together and fit the
programs: every file, variable, port and label that they name exists, and the
probes of the TLS components succeed against a server with the variables of the
same components.

usage: deploy_kubernetes_test.py BIN_DIR
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
BASE = ROOT / "deploy/kubernetes"
EXAMPLE = ROOT / "deploy/kubernetes-example"
COMPONENTS = sorted(path.parent for path in
                    BASE.glob("components/*/kustomization.yaml"))
APPLIED_ALONE = {"training-job.yaml"}
sys.path.insert(0, str(ROOT / "tests/conformance"))
from server_process import ServerProcess  # noqa: E402

BINARIES = pathlib.Path(sys.argv.pop(1)) if len(sys.argv) > 1 else None


def load(path):
    return list(yaml.safe_load_all(path.read_text(encoding="utf-8")))


def kustomization(folder):
    return load(folder / "kustomization.yaml")[0]


def manifests():
    """Every object of the base and the components, with its file."""
    for path in sorted(BASE.rglob("*.yaml")):
        if path.name != "kustomization.yaml":
            for manifest in load(path):
                yield path, manifest


def of_kind(kind):
    return [manifest for path, manifest in manifests()
            if manifest["kind"] == kind and path.name not in APPLIED_ALONE]


def containers(manifest):
    return manifest["spec"]["template"]["spec"].get("containers", [])


def variables(folder):
    """The environment that a component gives to the container."""
    container = containers(load(folder / "deployment.yaml")[0])[0]
    return {entry["name"]: entry["value"] for entry in container["env"]}


def known_variables():
    """The variables in the help of the server and of the client."""
    names = set()
    for command in (["interpres-server"], ["interpres", "health"]):
        text = subprocess.run([BINARIES / command[0], *command[1:], "--help"],
                              check=True, capture_output=True,
                              text=True).stdout
        names |= set(re.findall(r"\(Env:(\w+)\)", text))
    return names


class Manifests(unittest.TestCase):
    def test_kustomizations_name_every_file(self):
        for folder in (BASE, EXAMPLE, *COMPONENTS):
            listed = kustomization(folder)
            named = listed.get("resources", []) + [
                patch["path"] for patch in listed.get("patches", [])
                if "path" in patch]
            for name in named + listed.get("components", []):
                self.assertTrue((folder / name).exists(), f"{folder}: {name}")
            present = {path.name for path in folder.glob("*.yaml")}
            self.assertEqual(
                present - {"kustomization.yaml"} - APPLIED_ALONE,
                {name for name in named if name.endswith(".yaml")}, folder)

    def test_the_example_shows_every_component(self):
        text = (EXAMPLE / "kustomization.yaml").read_text(encoding="utf-8")
        shown = re.findall(r"^  (?:# )?- \.\./kubernetes/components/(\S+)$",
                           text, re.MULTILINE)
        self.assertEqual(sorted(shown), [path.name for path in COMPONENTS])
        self.assertGreater(len(shown), 5)

    def test_images_are_those_of_the_containers(self):
        for folder in (BASE, EXAMPLE):
            names = {image["name"] for image in kustomization(folder)["images"]}
            used = {container["image"].split(":")[0]
                    for deployment in of_kind("Deployment")
                    for container in containers(deployment)
                    if "image" in container}
            self.assertEqual(names, used)

    def test_variables_are_options(self):
        known = known_variables()
        self.assertIn("INTERPRES_TLS_CLIENT_CA", known)
        named = set().union(*(config["data"]
                              for config in of_kind("ConfigMap")))
        for folder in COMPONENTS:
            if (folder / "deployment.yaml").exists():
                named |= set(variables(folder))
        self.assertGreater(len(named), 10)
        self.assertEqual(named - known, set())

    def test_ports_and_labels_exist(self):
        base = load(BASE / "deployment.yaml")[0]
        ports = {port["name"] for port in containers(base)[0]["ports"]}
        labels = base["spec"]["template"]["metadata"]["labels"]
        services = {service["metadata"]["name"]: service
                    for service in of_kind("Service")}
        for service in services.values():
            self.assertEqual(service["spec"]["selector"], labels)
            for port in service["spec"]["ports"]:
                self.assertIn(port["targetPort"], ports)
        monitor, = of_kind("PodMonitor")
        self.assertEqual(monitor["spec"]["selector"]["matchLabels"], labels)
        for endpoint in monitor["spec"]["podMetricsEndpoints"]:
            self.assertIn(endpoint["port"], ports)
        policy, = of_kind("NetworkPolicy")
        self.assertEqual(policy["spec"]["podSelector"]["matchLabels"], labels)
        allowed = {port["port"] for rule in policy["spec"]["ingress"]
                   for port in rule["ports"]}
        self.assertEqual(allowed, ports)
        ingress, = of_kind("Ingress")
        for rule in ingress["spec"]["rules"]:
            for path in rule["http"]["paths"]:
                backend = path["backend"]["service"]
                self.assertIn(backend["port"]["name"], {
                    port["name"] for port in
                    services[backend["name"]]["spec"]["ports"]})

    def test_volumes_are_mounted_where_the_variables_point(self):
        for folder in COMPONENTS:
            if not (folder / "deployment.yaml").exists():
                continue
            patch = load(folder / "deployment.yaml")[0]
            pod = patch["spec"]["template"]["spec"]
            mounts = pod["containers"][0].get("volumeMounts", [])
            self.assertEqual(
                {mount["name"] for mount in mounts},
                {volume["name"] for volume in pod.get("volumes", [])}, folder)
            if folder.name == "mutual-tls":  # uses the volume of tls
                mounts = [{"mountPath": "/etc/interpres/tls"}]
            for name, value in variables(folder).items():
                if value.startswith("/"):
                    self.assertTrue(any(
                        value == mount["mountPath"] or
                        value.startswith(mount["mountPath"] + "/")
                        for mount in mounts), f"{folder}: {name}")

    def test_compose_has_no_obsolete_key(self):
        compose, = load(ROOT / "docker-compose.yml")
        self.assertNotIn("version", compose)
        self.assertIn("server", compose["services"])

    @unittest.skipUnless(shutil.which("kubectl"), "needs kubectl")
    def test_kustomize_builds_every_component(self):
        with tempfile.TemporaryDirectory() as scratch:
            shutil.copytree(ROOT / "deploy", f"{scratch}/deploy")
            example = pathlib.Path(scratch, "deploy", EXAMPLE.name,
                                   "kustomization.yaml")
            text = example.read_text(encoding="utf-8")
            example.write_text(text.replace("  # - ../", "  - ../"),
                               encoding="utf-8")
            built = subprocess.run(
                ["kubectl", "kustomize", str(example.parent)], check=True,
                capture_output=True, text=True).stdout
        kinds = [document["kind"] for document in yaml.safe_load_all(built)]
        for kind in ("PodMonitor", "NetworkPolicy", "Ingress",
                     "PersistentVolumeClaim"):
            self.assertIn(kind, kinds)
        self.assertIn("image: registry.example.org/interpres:", built)
        self.assertNotIn("grpc:\n", built, "a gRPC probe, although TLS is on")


def openssl(folder, *arguments):
    subprocess.run(["openssl", *arguments], cwd=folder, check=True,
                   capture_output=True)


def write_secret(folder):
    """tls.crt, tls.key and ca.crt, as the component tls asks for them."""
    openssl(folder, "req", "-x509", "-newkey", "ec", "-pkeyopt",
            "ec_paramgen_curve:P-256", "-nodes", "-keyout", "ca.key", "-out",
            "ca.crt", "-subj", "/CN=test authority", "-days", "1")
    openssl(folder, "req", "-newkey", "ec", "-pkeyopt",
            "ec_paramgen_curve:P-256", "-nodes", "-keyout", "tls.key", "-out",
            "tls.csr", "-subj", "/CN=interpres")
    pathlib.Path(folder, "extensions").write_text(
        "subjectAltName = DNS:interpres\n"
        "extendedKeyUsage = serverAuth, clientAuth\n", encoding="utf-8")
    openssl(folder, "x509", "-req", "-in", "tls.csr", "-CA", "ca.crt",
            "-CAkey", "ca.key", "-CAcreateserial", "-out", "tls.crt", "-days",
            "1", "-extfile", "extensions")


class Probes(unittest.TestCase):
    """The commands of the probes, outside a container: with the paths and the
    port of this machine."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name
        write_secret(self.folder)
        pathlib.Path(self.folder, "tokens").write_text("0123456789abcdef\n",
                                                       encoding="utf-8")
        self.model = os.path.join(self.folder, "model")
        subprocess.run([BINARIES / "interpres-write-tiny-model", self.model],
                       check=True)

    def environment(self, *components):
        names = {}
        for component in components:
            names |= variables(BASE / "components" / component)
        mounted = re.compile("^/etc/interpres/(tls|tokens)")
        return {name: mounted.sub(self.folder, value)
                for name, value in names.items()}

    def probe(self, address, environment):
        patch = load(BASE / "components/tls/deployment.yaml")[0]
        container = containers(patch)[0]
        probes = [container[name] for name in
                  ("startupProbe", "readinessProbe", "livenessProbe")]
        commands = {tuple(probe["exec"]["command"]) for probe in probes}
        self.assertEqual(len(commands), 1)
        for probe in probes:
            self.assertIsNone(probe["grpc"], "kustomize must remove it")
        command = ["127.0.0.1:50051" == word and address or word
                   for word in commands.pop()]
        self.assertIn(address, command)
        command[0] = BINARIES / command[0]
        return subprocess.run(command, env=environment, check=False,
                              capture_output=True).returncode

    def serve(self, environment):
        os.environ.update(environment)
        try:
            return ServerProcess(BINARIES / "interpres-server", self.model,
                                 "--workers", "1")
        finally:
            for name in environment:
                del os.environ[name]

    def check(self, *components):
        environment = self.environment(*components)
        with self.serve(environment) as server:
            self.assertEqual(self.probe(server.address, environment), 0)
            self.assertNotEqual(self.probe(server.address, {}), 0,
                                "a probe without TLS")
        self.assertNotIn("unknown", "".join(server.log))
        return environment

    def test_tls_and_tokens(self):
        self.check("tls", "tokens")

    def test_mutual_tls(self):
        environment = self.check("tls", "mutual-tls", "tokens")
        with self.serve(environment) as server:
            del environment["INTERPRES_CLIENT_CERTIFICATE"]
            del environment["INTERPRES_CLIENT_KEY"]
            self.assertNotEqual(self.probe(server.address, environment), 0,
                                "a probe without a client certificate")


if __name__ == "__main__":
    if BINARIES is None:
        sys.exit(__doc__)
    unittest.main()
