"""Translates its arguments with an Interpres server.

    pip install grpcio grpcio-tools
    python -m grpc_tools.protoc -Iproto --python_out=. --grpc_python_out=. \
        proto/interpres/v1/translation.proto
    python client/examples/translate.py es "Good morning." "How are you?"

Run it in the root of the repository, or put the two generated files where
Python finds them.
"""

import os
import sys

import grpc

sys.path.insert(0, os.getcwd())
from interpres.v1 import translation_pb2, translation_pb2_grpc  # noqa: E402


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: translate.py TARGET_LANGUAGE TEXT...")
    server = os.environ.get("INTERPRES_SERVER", "127.0.0.1:50051")
    with grpc.insecure_channel(server) as channel:
        stub = translation_pb2_grpc.TranslationServiceStub(channel)
        request = translation_pb2.TranslateRequest(
            target_language=sys.argv[1], texts=sys.argv[2:],
            options=translation_pb2.TranslateOptions(beam_size=4))
        try:
            # Give every call a deadline: after it, the server drops the work.
            response = stub.Translate(request, timeout=30)
        except grpc.RpcError as error:
            sys.exit(f"{error.code().name}: {error.details()}")
    for result in response.results:
        if result.WhichOneof("outcome") == "error":
            print(f"error: {result.error.message}", file=sys.stderr)
        else:
            print(result.translations.hypotheses[0].text)


if __name__ == "__main__":
    main()
