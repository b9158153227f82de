#include "server/grpc/wire.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/unknown_field_set.h>
#include <google/protobuf/wire_format_lite.h>
#include <grpcpp/impl/codegen/proto_utils.h>
#include <grpcpp/support/proto_buffer_reader.h>
#include <grpcpp/support/proto_buffer_writer.h>
#include <grpcpp/support/status.h>

#include <map>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "interpres/v1/translation.pb.h"
#include "model/base/utf8.h"
#include "model/base/within_memory.h"
#include "server/base/out_of_memory.h"

namespace interpres {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::UnknownField;
using google::protobuf::UnknownFieldSet;
using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

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

// Finds the defect by means of the descriptor, because the typed parser does
// not report it.
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

absl::Status Parse(const grpc::ByteBuffer& bytes,
                   google::protobuf::Message& message) {
  // A client that sends bytes that are not UTF-8 must not fill the log.
  const google::protobuf::LogSilencer silence;
  // Copies the buffer, because the readers consume it. The copy shares the
  // slices.
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

// Reads the fields of a message one by one and skips their content.
class VarintScanner {
 public:
  VarintScanner(CodedInputStream& input, int64_t max_fields)
      : input_(input), fields_left_(max_fields) {}

  // See FindVarint. Reads to the end of the input, or to its limit.
  std::optional<uint64_t> Find(std::span<const int> path) {
    uint64_t value = 0;
    while (const uint32_t tag = input_.ReadTag()) {
      if (--fields_left_ < 0 || !Visit(tag, path, value)) {
        return std::nullopt;
      }
    }
    return input_.ConsumedEntireMessage() ? std::optional(value) : std::nullopt;
  }

 private:
  // Returns false if the field is malformed.
  bool Visit(uint32_t tag, std::span<const int> path, uint64_t& value) {
    const bool is_next = WireFormatLite::GetTagFieldNumber(tag) == path.front();
    const WireFormatLite::WireType type = WireFormatLite::GetTagWireType(tag);
    if (is_next && path.size() == 1 &&
        type == WireFormatLite::WIRETYPE_VARINT) {
      return input_.ReadVarint64(&value);
    }
    if (is_next && path.size() > 1 &&
        type == WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
      return VisitMessage(path.subspan(1), value);
    }
    return WireFormatLite::SkipField(&input_, tag);
  }

  bool VisitMessage(std::span<const int> path, uint64_t& value) {
    uint32_t size = 0;
    if (!input_.ReadVarint32(&size)) {
      return false;
    }
    const CodedInputStream::Limit limit =
        input_.PushLimit(static_cast<int>(size));
    const std::optional<uint64_t> found = Find(path);
    const bool is_whole = input_.BytesUntilLimit() == 0;
    input_.PopLimit(limit);
    value = found.value_or(0);
    return found.has_value() && is_whole;
  }

  CodedInputStream& input_;
  int64_t fields_left_;
};

}  // namespace

absl::Status ParseMessage(const grpc::ByteBuffer& bytes,
                          google::protobuf::Message& message) {
  return WithinMemory(OutOfMemory(), [&] { return Parse(bytes, message); });
}

std::optional<uint64_t> FindVarint(const grpc::ByteBuffer& bytes,
                                   std::span<const int> path,
                                   int64_t max_fields) {
  grpc::ByteBuffer shared(bytes);
  grpc::ProtoBufferReader reader(&shared);
  if (!reader.status().ok()) {
    return std::nullopt;
  }
  CodedInputStream input(&reader);
  return VarintScanner(input, max_fields).Find(path);
}

Priority PeekPriority(const grpc::ByteBuffer& bytes,
                      std::span<const int> path) {
  // Protocol Buffers write fields in the order of their numbers, so all texts
  // precede the priority. This is many times the default of --max-texts.
  constexpr int64_t kMaxFields = 4096;
  const std::optional<uint64_t> priority = FindVarint(bytes, path, kMaxFields);
  return priority.has_value() && *priority != v1::PRIORITY_BATCH
             ? Priority::kInteractive
             : Priority::kBatch;
}

absl::Status SerializeMessage(const google::protobuf::Message& message,
                              grpc::ByteBuffer& bytes) {
  return WithinMemory(OutOfMemory(), [&] {
    bool own_buffer = false;
    const grpc::Status status =
        grpc::GenericSerialize<grpc::ProtoBufferWriter,
                               google::protobuf::Message>(message, &bytes,
                                                          &own_buffer);
    return status.ok() ? absl::OkStatus()
                       : absl::InternalError(absl::StrCat(
                             "the response could not be serialised: ",
                             status.error_message()));
  });
}

}  // namespace interpres
