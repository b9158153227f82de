#include "server/http/json_message.h"

#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/util/json_util.h>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/base/utf8.h"
#include "model/base/within_memory.h"
#include "server/base/out_of_memory.h"

namespace interpres {
namespace {

absl::Status Parse(std::string_view text, google::protobuf::Message& message) {
  if (const auto offset = FindInvalidUtf8(text)) {
    return absl::InvalidArgumentError(
        absl::StrCat("the body is not valid UTF-8 at offset ", *offset,
                     "; send the text in UTF-8"));
  }
  // A client that sends bad JSON must not fill the log.
  const google::protobuf::LogSilencer silence;
  const auto status = google::protobuf::util::JsonStringToMessage(
      {text.data(), text.size()}, &message);
  if (status.ok()) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "the body is no ", message.GetDescriptor()->name(), " in JSON: ",
      absl::string_view(status.message().data(), status.message().size())));
}

}  // namespace

absl::Status ParseJson(std::string_view text,
                       google::protobuf::Message& message) {
  return WithinMemory(OutOfMemory(), [&] { return Parse(text, message); });
}

absl::StatusOr<std::string> ToJson(const google::protobuf::Message& message,
                                   JsonEnums enums) {
  return WithinMemory(OutOfMemory(), [&]() -> absl::StatusOr<std::string> {
    std::string text;
    google::protobuf::util::JsonPrintOptions options;
    options.always_print_enums_as_ints = enums == JsonEnums::kNumbers;
    const auto status =
        google::protobuf::util::MessageToJsonString(message, &text, options);
    if (!status.ok()) {
      return absl::InternalError(absl::StrCat(
          "the response has no JSON: ",
          absl::string_view(status.message().data(), status.message().size())));
    }
    return text;
  });
}

}  // namespace interpres
