"""The messages and stubs that protoc generates from proto/interpres/v1.

The modules are translation_pb2, translation_pb2_grpc, admin_pb2 and
admin_pb2_grpc.
"""
