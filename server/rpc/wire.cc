#include "server/rpc/wire.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/unknown_field_set.h>
#include <grpcpp/impl/codegen/proto_utils.h>
#include <grpcpp/support/proto_buffer_reader.h>
#include <grpcpp/support/proto_buffer_writer.h>
#include <grpcpp/support/status.h>

#include <map>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/text/utf8.h"

namespace interpres {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::UnknownField;
using google::protobuf::UnknownFieldSet;

// A field of the message under examination.
struct FieldPlace {
  const FieldDescriptor* field;
  std::string path;  // `texts[3]`
};

absl::Status CheckStrings(const UnknownFieldSet& fields,
                          const Descriptor& descriptor,
                          const std::string& prefix);

absl::Status CheckField(const FieldPlace& place, const std::string& bytes) {
  if (place.field->type() == FieldDescriptor::TYPE_STRING) {
    const std::optional<size_t> offset = FindInvalidUtf8(bytes);
    return offset.has_value()
               ? absl::InvalidArgumentError(absl::StrFormat(
                     "%s is not valid UTF-8: the byte 0x%02x at offset %d does "
                     "not belong there; send the text in UTF-8",
                     place.path, static_cast<unsigned char>(bytes[*offset]),
                     *offset))
               : absl::OkStatus();
  }
  if (place.field->type() == FieldDescriptor::TYPE_MESSAGE) {
    UnknownFieldSet inner;
    if (inner.ParseFromString(bytes)) {
      return CheckStrings(inner, *place.field->message_type(),
                          absl::StrCat(place.path, "."));
    }
  }
  return absl::OkStatus();
}

// Walks the fields by the descriptor, since the typed parser gave up.
absl::Status CheckStrings(const UnknownFieldSet& fields,
                          const Descriptor& descriptor,
                          const std::string& prefix) {
  std::map<int, int> seen;  // field number -> elements before this one
  for (int i = 0; i < fields.field_count(); ++i) {
    const UnknownField& unknown = fields.field(i);
    const FieldDescriptor* field =
        descriptor.FindFieldByNumber(unknown.number());
    if (field == nullptr ||
        unknown.type() != UnknownField::TYPE_LENGTH_DELIMITED) {
      continue;
    }
    const int index = seen[unknown.number()]++;
    FieldPlace place = {.field = field,
                        .path = absl::StrCat(prefix, field->name())};
    if (field->is_repeated()) {
      absl::StrAppend(&place.path, "[", index, "]");
    }
    absl::Status status = CheckField(place, unknown.length_delimited());
    if (!status.ok()) {
      return status;
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ParseMessage(const grpc::ByteBuffer& bytes,
                          google::protobuf::Message& message) {
  // Whoever sends bytes that are not UTF-8 must not fill the log.
  const google::protobuf::LogSilencer silence;
  // The readers consume their buffer; its slices are shared, not copied.
  grpc::ByteBuffer typed(bytes);
  {
    grpc::ProtoBufferReader reader(&typed);
    if (reader.status().ok() && message.ParseFromZeroCopyStream(&reader)) {
      return absl::OkStatus();
    }
  }
  grpc::ByteBuffer untyped(bytes);
  UnknownFieldSet fields;
  grpc::ProtoBufferReader reader(&untyped);
  if (reader.status().ok() && fields.ParseFromZeroCopyStream(&reader)) {
    absl::Status status = CheckStrings(fields, *message.GetDescriptor(), "");
    if (!status.ok()) {
      return status;
    }
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "the request is not a serialised ", message.GetDescriptor()->full_name(),
      ": generate the client from the server's translation.proto"));
}

std::optional<uint64_t> FindVarint(const grpc::ByteBuffer& bytes, int number) {
  grpc::ByteBuffer untyped(bytes);
  UnknownFieldSet fields;
  grpc::ProtoBufferReader reader(&untyped);
  if (!reader.status().ok() || !fields.ParseFromZeroCopyStream(&reader)) {
    return std::nullopt;
  }
  uint64_t value = 0;
  for (int i = 0; i < fields.field_count(); ++i) {
    const UnknownField& field = fields.field(i);
    if (field.number() == number && field.type() == UnknownField::TYPE_VARINT) {
      value = field.varint();
    }
  }
  return value;
}

absl::Status SerializeMessage(const google::protobuf::Message& message,
                              grpc::ByteBuffer& bytes) {
  bool own_buffer = false;
  const grpc::Status status = grpc::GenericSerialize<grpc::ProtoBufferWriter,
                                                     google::protobuf::Message>(
      message, &bytes, &own_buffer);
  return status.ok() ? absl::OkStatus()
                     : absl::InternalError(absl::StrCat(
                           "the response could not be serialised: ",
                           status.error_message()));
}

}  // namespace interpres
