"""Checks a running server against its OpenAPI document.

The first check needs schemathesis, the others jsonschema_rs, which comes with
schemathesis.
"""

import json
import os
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

import jsonschema_rs

from checks import expect_equal
from openapi_examples import JSON, examples

# Without positive_data_acceptance: a language that the server lacks follows
# the schema and gets 404. Without negative_data_rejection: JSON of Protocol
# Buffers accepts more than one writing of a value.
CHECKS = ("not_a_server_error,status_code_conformance,"
          "content_type_conformance,response_schema_conformance,"
          "unsupported_method")
# Every other operation needs a token if the server has tokens.
PUBLIC_PATHS = {"/frontend/settings", "/health", "/healthz", "/languages",
                "/openapi.json", "/readyz"}


def run_schemathesis(url, token=None):
    """Requests that follow the document, and requests that do not."""
    command = [os.path.join(os.path.dirname(sys.executable), "schemathesis"),
               "run", url + "/openapi.json", "--max-examples", "40",
               "--checks", CHECKS, "--seed", "1", "--request-timeout", "60"]
    if token:
        command += ["--header", f"Authorization: Bearer {token}"]
    # It leaves files in its directory.
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run(command, cwd=scratch, text=True,
                              capture_output=True, timeout=1200, check=False)
    print(done.stdout[-2000:])
    expect_equal(done.returncode, 0, done.stdout[-6000:] + done.stderr)


def ask(url, method, headers, body=None):
    """(status, content type, body) of a request."""
    request = urllib.request.Request(url, method=method, data=body,
                                     headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return (answer.status, answer.headers["Content-Type"],
                    answer.read())
    except urllib.error.HTTPError as error:
        return error.code, error.headers["Content-Type"], error.read()


def ask_without_fields(url, method, headers):
    """(status, body) of a request, whose body is an empty JSON object."""
    has_body = method in ("POST", "PATCH")
    status, _, body = ask(
        url, method,
        {"Content-Type": JSON, **headers} if has_body else headers,
        b"{}" if has_body else None)
    return status, body


def document_of(url):
    return json.loads(ask(url + "/openapi.json", "GET", {})[2])


def operations(document):
    """(method, path, operation) of each operation of the document."""
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield method.upper(), path, operation


def closed(schema):
    """The schema, whose objects have no other properties than its own.

    google.protobuf.Any has the properties of another message.
    """
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: closed(part) for key, part in schema.items()}
    properties = schema.get("properties")
    if schema.get("type") == "object" and properties and (
            "@type" not in properties):
        result["additionalProperties"] = False
    return result


def validator(document, response):
    """The validator of the JSON of a response of the document."""
    schema = response["content"][JSON]["schema"]
    return jsonschema_rs.Draft4Validator(
        closed({**schema, "components": document["components"]}))


def refusal_status(path):
    """The status that the API of the path has for a wrong token."""
    deepl_or_libre = path.startswith("/v2/") or path in ("/translate",
                                                         "/detect")
    return 403 if deepl_or_libre else 401


def check_tokens_are_needed(url):
    """Each API refuses requests without a valid token, in its own form."""
    document = document_of(url)
    secured = 0
    for method, path, operation in operations(document):
        where = f"{method} {path}"
        if path in PUBLIC_PATHS:
            assert "security" not in operation, where
            expect_equal(ask_without_fields(url + path, method, {})[0], 200,
                         where)
            continue
        assert "security" in operation, where
        secured += 1
        target = url + path.replace("{", "").replace("}", "")
        for headers in ({}, {"Authorization": "Bearer a-wrong-key-of-tests"}):
            status, body = ask_without_fields(target, method, headers)
            expect_equal(status, refusal_status(path), f"{where} {body}")
            errors = operation["responses"]["default"]
            validator(document, errors).validate(json.loads(body))
    assert secured > 30, secured


def check_answers(url, token):
    """Each operation succeeds, and its answer has the documented schema."""
    document = document_of(url)
    seen = set()
    for example in examples():
        where = f"{example.method} {example.target}"
        status, content_type, body = ask(
            url + example.target, example.method,
            {**example.headers, "Authorization": f"Bearer {token}"},
            example.body)
        operation = document["paths"][example.path][example.method.lower()]
        responses = operation["responses"]
        assert str(status) in responses, (where, status, body)
        content = responses[str(status)].get("content", {})
        if JSON in content:
            validator(document, responses[str(status)]).validate(
                json.loads(body))
        expect_equal(content_type, next(iter(content), None), where)
        seen.add((example.method, example.path))
    missing = {(method, path) for method, path, _ in operations(document)
               } - seen - {("POST", "/v1/translate:stream")}
    assert not missing, missing
