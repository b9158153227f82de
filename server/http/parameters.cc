#include "server/http/parameters.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/base/utf8.h"
#include "server/http/json_object.h"
#include "server/http/multipart_form.h"
#include "server/http/request_target.h"

namespace interpres {
namespace {

constexpr std::size_t kMaxShownBytes = 60;  // of a request, in a message

absl::Status TooMany() {
  return absl::InvalidArgumentError(
      absl::StrCat("the request has more than ", kMaxParameters,
                   " parameters; send the texts in several requests"));
}

// Returns the beginning of bytes of a request, for a message in ASCII.
std::string Shown(std::string_view bytes) {
  return absl::CHexEscape(AsAbsl(bytes.substr(0, kMaxShownBytes)));
}

// Checks the name or a value, `part`, of the parameter `name`.
absl::Status CheckPartIsUtf8(std::string_view part, std::string_view text,
                             std::string_view name) {
  const std::optional<std::size_t> offset = FindInvalidUtf8(text);
  if (!offset) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("the ", AsAbsl(part), " of the parameter \"", Shown(name),
                   "\" is not UTF-8 at offset ", *offset,
                   "; expected UTF-8; convert the text"));
}

absl::Status CheckParameterIsUtf8(std::string_view name,
                                  const std::vector<std::string>& values) {
  INTERPRES_RETURN_IF_ERROR(CheckPartIsUtf8("name", name, name));
  for (const std::string& value : values) {
    INTERPRES_RETURN_IF_ERROR(CheckPartIsUtf8("value", value, name));
  }
  return absl::OkStatus();
}

std::string_view Trim(std::string_view text) {
  const absl::string_view trimmed = absl::StripAsciiWhitespace(AsAbsl(text));
  return {trimmed.data(), trimmed.size()};
}

// Returns the type without its parameters, in lower case.
std::string MediaType(std::string_view content_type) {
  return absl::AsciiStrToLower(
      AsAbsl(Trim(content_type.substr(0, content_type.find(';')))));
}

absl::Status ReadBody(const HttpRequest& request, std::string_view example,
                      Parameters& parameters) {
  const std::string_view content_type = request.Header("content-type");
  const std::string type = MediaType(content_type);
  if (request.body.empty()) {
    return absl::OkStatus();
  }
  if (type == "application/json" ||
      (type.empty() && Trim(request.body).starts_with('{'))) {
    const absl::Status read = ReadJsonObject(request.body, parameters);
    return read.ok() ? read
                     : absl::InvalidArgumentError(absl::StrCat(
                           read.message(), "; send an object such as ",
                           AsAbsl(example)));
  }
  if (type == "multipart/form-data") {
    return ReadMultipart(content_type, request.body, parameters);
  }
  if (type.empty() || type == "application/x-www-form-urlencoded") {
    return ReadForm(request.body, parameters);
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "the header Content-Type is \"", Shown(content_type),
      "\"; expected application/json, application/x-www-form-urlencoded or "
      "multipart/form-data"));
}

}  // namespace

const Parameter* Parameters::Find(const std::string& name) const {
  const auto found = parameters_.find(name);
  return found == parameters_.end() ? nullptr : &found->second;
}

std::string_view Parameters::First(const std::string& name) const {
  const Parameter* found = Find(name);
  return found == nullptr || found->values.empty()
             ? std::string_view()
             : std::string_view(found->values.front());
}

void Parameters::Add(const std::string& name, std::string value) {
  parameters_[name].values.push_back(std::move(value));
}

void Parameters::AddMissing(Parameters other) {
  parameters_.merge(other.parameters_);
}

absl::Status ReadForm(std::string_view text, Parameters& parameters) {
  int64_t count = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('&');
    const std::string_view field = text.substr(0, end);
    text = end == text.npos ? std::string_view() : text.substr(end + 1);
    if (field.empty()) {
      continue;
    }
    if (++count > kMaxParameters) {
      return TooMany();
    }
    const std::size_t sign = field.find('=');
    std::optional<std::string> name =
        PercentDecode(field.substr(0, sign), /*plus_is_space=*/true);
    std::optional<std::string> value =
        PercentDecode(sign == field.npos ? "" : field.substr(sign + 1), true);
    if (!name || !value) {
      return absl::InvalidArgumentError(absl::StrCat(
          "the percent-encoding of the parameter \"",
          Shown(field.substr(0, sign)),
          "\" is malformed; expected two hexadecimal digits after each %"));
    }
    parameters.Add(*name, *std::move(value));
  }
  return absl::OkStatus();
}

absl::StatusOr<Parameters> ReadParameters(const HttpRequest& request,
                                          std::string_view example) {
  Parameters parameters;
  INTERPRES_RETURN_IF_ERROR(ReadBody(request, example, parameters));
  Parameters query;
  INTERPRES_RETURN_IF_ERROR(ReadForm(request.query, query));
  parameters.AddMissing(std::move(query));
  INTERPRES_RETURN_IF_ERROR(parameters.CheckUtf8());
  return parameters;
}

absl::Status Parameters::CheckUtf8() const {
  for (const auto& [name, parameter] : parameters_) {
    INTERPRES_RETURN_IF_ERROR(CheckParameterIsUtf8(name, parameter.values));
  }
  return absl::OkStatus();
}

}  // namespace interpres
