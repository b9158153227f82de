#!/usr/bin/env python3
"""Bad requests and faults over HTTP, and a witness that must not notice them.

usage: http_faults.py [--seed N] BUILD_DIR

- 1,000 idle connections, each with an answered request, stay open while all else
  happens.
- More than 200 malformed requests to the APIs of Interpres, LibreTranslate, Google
  and DeepL: each gets the status that its row names, or the end of the connection
  where the row says so.
- 50 faults: clients that go during a translation, a stream or a pipeline, heads
  and bodies that stop in the middle, and clients that read nothing.
- 256 translations at the same time.

After each malformed request and each fault, another client's request must get
the same bytes as before. In the end the server must hold no call and no work,
and the idle connections must answer. The last line is `N passed, N failed`.
"""

import argparse
import contextlib
import http.client
import json
import pathlib
import random
import re
import resource
import socket
import sys
import threading
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "conformance"))
# pylint: disable=wrong-import-position
from server_process import ServerProcess  # noqa: E402

IDLE = 1000
BUSY = 256
REQUESTS = 200
FAULTS = 50
MAX_BODY = 5 << 20
WITNESS = json.dumps({"texts": ["The white house is on the hill."],
                      "targetLanguage": "es"}).encode()
LONG = json.dumps({"texts": ["The white house is on the hill. " * 200] * 20,
                   "targetLanguage": "es"}).encode()
ENDED = 0  # the connection ends without a response
ZERO = ("interpres_calls_in_flight", "interpres_streams_in_flight",
        "interpres_queue_texts", "interpres_active_slots",
        "interpres_received_bytes")


def post(path, body, *headers, kind="application/json", length=None):
    """The bytes of a POST request."""
    lines = [f"POST {path} HTTP/1.1", "Host: x", f"Content-Type: {kind}",
             f"Content-Length: {len(body) if length is None else length}",
             *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def get(path, *headers, version="1.1"):
    lines = [f"GET {path} HTTP/{version}", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n"


def bad_http():
    """(status, bytes): what is not HTTP, or not for this server."""
    host = "Host: x"
    yield 400, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"
    yield 400, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    for line in ("GET", "GET /", "GET / HTTP", "GET / HTTP/1.", "GET / FTP/1.1",
                 "GET / HTTP/3.0", " / HTTP/1.1", "G@T / HTTP/1.1",
                 "GET  HTTP/1.1", "GET /\x01 HTTP/1.1", "GET x HTTP/1.1"):
        yield 400, f"{line}\r\n{host}\r\n\r\n".encode()
    for path in ("/%", "/%0", "/%zz", "/%00", "/a%"):
        yield 400, get(path, host)
    yield 400, get("/")
    yield 400, get("/", host, host)
    for header in ("no colon", ": empty", "a b: c", "a\x00: b", "Content-Length",
                   "Content-Length: x", "Content-Length: -1",
                   "Content-Length: 1\r\nContent-Length: 2",
                   "Content-Length: 1\r\nTransfer-Encoding: chunked",
                   "Content-Length: 99999999999999999999999"):
        yield 400, f"POST /translate HTTP/1.1\r\n{host}\r\n{header}\r\n\r\n" \
            .encode()
    for timeout in ("0", "-1", "x", "1s", "nan", "1e-400", "0x", "1 2", ","):
        yield 400, get("/v1/models", host, f"X-Request-Timeout: {timeout}")
    yield 417, post("/v1/translate", b"", "Expect: magic")
    yield 501, get("/v1/models", host, "Transfer-Encoding: gzip")
    for name in ("A", "Cookie", "Host2"):
        yield 431, get("/v1/models", host, f"{name}: " + "a" * 20000)
    yield 431, get("/" + "a" * 20000, host)
    yield 431, get("/v1/models", host, *(f"h{i}: x" for i in range(3000)))
    for chunk in (b"z\r\n", b"-1\r\n", b"5\r\nhelloXX\r\n", b";\r\n"):
        yield 400, (b"POST /translate HTTP/1.1\r\nHost: x\r\n"
                    b"Transfer-Encoding: chunked\r\n\r\n" + chunk)
    yield 413, (b"POST /translate HTTP/1.1\r\nHost: x\r\n"
                b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % (MAX_BODY + 1)
                + b"a" * (MAX_BODY + 1))
    for length in (MAX_BODY + 1, 1 << 31, 1 << 40):
        yield 413, post("/v1/translate", b"", length=length)
        yield 413, post("/translate", b"q=a", length=length)
    yield 413, post("/translate", b"a" * (MAX_BODY + 1))


def bad_routes():
    host = "Host: x"
    for path in ("/v1", "/v1/translate//", "/v1/translate:batch", "/V1/models",
                 "/translate/x", "/metrics", "/..", "/v1/../v1/models",
                 "//v1/models", "/v1/models%2fx", "*x".replace("*", "/")):
        yield 404, get(path, host)
    for path in ("/v1/translate", "/v1/translate/", "/v1/translate:stream",
                 "/v1/detect", "/translate", "/detect", "/suggest"):
        yield 405, get(path, host)
    for path in ("/v1/models", "/languages", "/readyz", "/openapi.json"):
        yield 405, post(path, b"{}")
    for method in ("PUT", "DELETE", "PATCH", "TRACE", "BREW", "GET", "HEAD",
                   "post", "PROPFIND"):
        yield 405, f"{method} /v1/translate HTTP/1.1\r\n{host}\r\n\r\n".encode()
    for kind in ("text/plain", "multipart/form-data", "", "application/xml",
                 "application/x-www-form-urlencoded"):
        yield 415, post("/v1/translate", WITNESS, kind=kind)


def bad_json():
    bodies = [b"", b"{", b"[]", b"null", b"1", b"\"a\"", b"{'texts': 1}",
              b"{\"texts\"}", b"{} {}", b"\xff\xfe", b"{\"texts\": [\"\xff\"]}",
              b"{\"texts\": [\"\\ud800\"]}", b"{\"texts\": [1e999]}",
              b"[" * 100000, b"{\"a\":" * 100000, b"{\"texts\": 5}",
              b"{\"texts\": {}}", b"{\"texts\": []}", b"{\"unknown\": 1}",
              b"{\"texts\": [\"a\"], \"format\": \"TEXT_FORMAT_PDF\"}",
              b"{\"texts\": [\"a\"], \"options\": []}",
              b"{\"texts\": [\"a\"], \"options\": {\"beamSize\": 0}}",
              b"{\"texts\": [\"a\"], \"options\": {\"beamSize\": 1e9}}",
              b"{\"texts\": [\"a\"], \"options\": {\"beamSize\": \"x\"}}",
              b"{\"texts\": [\"a\"], \"options\": {\"lengthPenalty\": \"NaN\"}}",
              b"{\"texts\": [\"a\"], \"targetLanguage\": \"no code\"}",
              b"{\"texts\": [" + b"\"a\"," * 300 + b"\"a\"]}"]
    for body in bodies:
        for path in ("/v1/translate", "/v1/translate:stream"):
            yield 400, post(path, body)
    for body in bodies[:19]:
        yield 400, post("/v1/detect", body)
    for body in bodies[:13]:
        yield 400, post("/translate", body)


def bad_forms():
    form = "application/x-www-form-urlencoded"
    for body in (b"", b"q", b"q=", b"q=%", b"q=%zz", b"q=%ff&source=en&target=es",
                 b"q=a", b"q=a&source=en", b"q=a&source=zz&target=es",
                 b"q=a&source=en&target=zz", b"q=a&source=en&target=es&format=x",
                 b"q=a&source=en&target=es&alternatives=x",
                 b"q=a&source=en&target=es&alternatives=9999", b"&" * 20000):
        yield 400, post("/translate", body, kind=form)
    multipart = "multipart/form-data; boundary=x"
    for body in (b"--x", b"--x\r\n\r\n\r\n--x--", b"--y--", b"--x\r\n--x--",
                 b"--x\r\nContent-Disposition: form-data; name=q\r\n\r\na"):
        yield 400, post("/translate", body, kind=multipart)
    yield 400, post("/translate", b"--x--", kind="multipart/form-data")
    yield 400, post("/translate", b"<q/>", kind="text/xml")


def bad_google():
    """Versions 3 and 2."""
    host = "Host: x"
    project = "/v3/projects/p/locations/global"
    for path in ("/v3", "/v3/", "/v3/projects/p/nothing"):
        yield 404, get(path, host)
    for path in (f"{project}:nothing", f"{project}/models"):
        yield 501, get(path, host)
    for query in ("a%AF=3", "filter=%ff", "pageSize=x", "pageSize=1&pageSize.a=2",
                  "nothing=1", "%00=1", "pageToken=%F0%9F"):
        yield 400, get(f"{project}/glossaries?{query}", host)
    for body in (b"", b"{", b"[]", b"{\"contents\": 5}", b"{\"contents\": []}",
                 b"{\"contents\": [\"\xff\"]}", b"{\"contents\": [\"a\"]}",
                 b"{\"contents\": [\"a\"], \"mimeType\": \"x\", "
                 b"\"targetLanguageCode\": \"es\"}",
                 b"{\"contents\": [\"a\"], \"targetLanguageCode\": \"no code\"}",
                 b"[" * 100000):
        yield 400, post(f"{project}:translateText", body)
        yield 400, post(f"{project}:detectLanguage", body)
    yield 413, post(f"{project}:translateText", b"", length=MAX_BODY + 1)
    v2 = "/language/translate/v2"
    for query in ("", "q=a", "target=es", "q=%ff&target=es", "%ff=1&target=es",
                  "q=a&target=es&format=pdf", "q=a&target=no+code"):
        yield 400, get(f"{v2}?{query}", host)
    for body in (b"", b"{", b"[]", b"{\"q\": {}, \"target\": \"es\"}", b"1"):
        yield 400, post(v2, body)
        yield 400, post(f"{v2}/detect", body)
    yield 404, get(f"{v2}/nothing", host)
    yield 413, post(v2, b"", length=MAX_BODY + 1)


def bad_deepl():
    host = "Host: x"
    form = "application/x-www-form-urlencoded"
    for path in ("/v2", "/v2/", "/v2/document", "/v2/write", "/v3/glossaries"):
        yield 404, get(path, host)
    yield 405, get("/v2/translate", host)
    yield 400, get("/v2/glossaries/x/y/z", host)
    for body in (b"", b"text=a", b"target_lang=ES", b"text=%ff&target_lang=ES",
                 b"%ff=a&text=a&target_lang=ES", b"text=a&target_lang=ZZ",
                 b"text=a&target_lang=ES&tag_handling=pdf",
                 b"text=a&target_lang=ES&split_sentences=7"):
        yield 400, post("/v2/translate", body, kind=form)
    for body in (b"", b"{", b"[]", b"{\"text\": {}, \"target_lang\": \"ES\"}",
                 b"[" * 100000):
        yield 400, post("/v2/translate", body)
    yield 413, post("/v2/translate", b"", length=MAX_BODY + 1)


class Stage:
    """The server under test and what went wrong."""

    def __init__(self, server):
        self.port = int(server.http_url.rpartition(":")[2])
        self.metrics_url = server.metrics_url
        self.passed = 0
        self.failed = 0
        self.expected = self.witness()

    def count(self, good, text):
        self.passed += good
        self.failed += not good
        if not good:
            print("FAIL", text)

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def witness(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port,
                                                timeout=120)
        with contextlib.closing(connection):
            connection.request("POST", "/v1/translate", WITNESS,
                               {"Content-Type": "application/json"})
            answer = connection.getresponse()
            return answer.status, answer.read()

    def status_of(self, request):
        """The status of the first response, ENDED without one."""
        with self.connect() as client:
            with contextlib.suppress(OSError):
                client.sendall(request)
            answer = b""
            with contextlib.suppress(OSError):
                while b"\r\n" not in answer:
                    part = client.recv(65536)
                    if not part:
                        break
                    answer += part
        found = re.match(rb"HTTP/1\.1 (\d{3}) ", answer)
        return int(found[1]) if found else ENDED

    def refuse(self, number, status, request):
        got = self.status_of(request)
        self.count(got == status and self.witness() == self.expected,
                   f"request {number}: {got} instead of {status}: "
                   f"{request[:100]!r}")

    def fault(self, generator):
        """One client that goes, or waits, at a bad moment."""
        whole = post("/v1/translate", LONG)
        ready = get("/readyz", "Host: x")
        request = generator.choice([
            whole, post("/v1/translate:stream", LONG), ready + whole + ready,
            whole[:generator.randrange(len(whole))],
            post("/v1/translate", b"", "Expect: 100-continue", length=100),
            ready * 50,
            get("/openapi.json", "Host: x") * 200])  # more than the client reads
        client = self.connect()
        client.sendall(request)
        time.sleep(generator.random() * 0.2)
        if generator.random() < 0.3:
            client.shutdown(socket.SHUT_WR)
        elif generator.random() < 0.3:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                              b"\1\0\0\0\0\0\0\0")  # a reset
        client.close()
        self.count(self.witness() == self.expected, f"after {request[:60]!r}")

    def ask_all(self, clients):
        for client in clients:
            client.sendall(get("/readyz", "Host: x"))
        for client in clients:
            self.count(b" 200 " in client.recv(65536), "an idle connection")

    def translate_together(self):
        answers = [None] * BUSY

        def ask(index):
            answers[index] = self.witness()
        threads = [threading.Thread(target=ask, args=(index,))
                   for index in range(BUSY)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for answer in answers:
            self.count(answer == self.expected, f"together: {answer}")

    def await_idle(self):
        deadline = time.monotonic() + 60
        while True:
            with urllib.request.urlopen(self.metrics_url) as page:
                text = page.read().decode()
            left = {name: value for name, value in re.findall(
                r"^(\w+)(?:\{[^}]*\})? (\S+)$", text, re.MULTILINE)
                if name in ZERO and float(value) != 0}
            if not left or time.monotonic() > deadline:
                self.count(not left, f"the server still holds {left}")
                return
            time.sleep(0.2)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("build", type=pathlib.Path)
    arguments = parser.parse_args()
    generator = random.Random(arguments.seed)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    rows = [*bad_http(), *bad_routes(), *bad_json(), *bad_forms(), *bad_google(),
            *bad_deepl()]
    assert len(rows) >= REQUESTS, len(rows)
    generator.shuffle(rows)
    with ServerProcess(arguments.build / "bin/interpres-server",
                       ROOT / "model/pretrained/en-es",
                       "--http-address", "127.0.0.1:0", "--max-texts", "256",
                       "--cache-bytes", "0") as server:
        stage = Stage(server)
        idle = [stage.connect() for _ in range(IDLE)]
        stage.ask_all(idle)
        for number, (status, request) in enumerate(rows):
            stage.refuse(number, status, request)
        for _ in range(FAULTS):
            stage.fault(generator)
        stage.translate_together()
        stage.ask_all(idle)
        for client in idle:
            client.close()
        stage.await_idle()
    print(f"{stage.passed} passed, {stage.failed} failed")
    sys.exit(stage.failed > 0)


if __name__ == "__main__":
    main()
