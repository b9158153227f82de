#include "server/http/multipart_form.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "model/base/status.h"

namespace interpres {
namespace {

constexpr int64_t kMaxParts = 1000;
constexpr std::size_t kMaxBoundaryLength = 70;  // RFC 2046
constexpr std::string_view kLineEnd = "\r\n";

absl::Status Malformed(std::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat("the body is no multipart/form-data: ", AsAbsl(what)));
}

// Returns the text between the quotation mark that begins `value` and the next
// one, without the backslashes before its characters.
std::string Unquote(std::string_view value) {
  std::string unquoted;
  for (std::size_t i = 1; i < value.size() && value[i] != '"'; ++i) {
    if (value[i] == '\\' && i + 1 < value.size()) {
      ++i;
    }
    unquoted.push_back(value[i]);
  }
  return unquoted;
}

// Returns the length of the value that begins `text`: up to a semicolon that no
// quotation marks enclose, or all of the text.
std::size_t ValueLength(std::string_view text) {
  bool is_quoted = false;
  std::size_t i = 0;
  for (; i < text.size() && (is_quoted || text[i] != ';'); ++i) {
    if (text[i] == '"') {
      is_quoted = !is_quoted;
    } else if (text[i] == '\\' && is_quoted) {
      ++i;
    }
  }
  return std::min(i, text.size());
}

// Returns the value of a parameter of a header: NAME=value or NAME="value".
// Returns null if the header lacks the parameter. Reads each byte twice at
// most, because the header may be as large as the body.
std::optional<std::string> HeaderParameter(std::string_view header,
                                           std::string_view name) {
  header.remove_prefix(ValueLength(header));
  while (!header.empty()) {
    header.remove_prefix(1);  // the semicolon
    const std::string_view parameter = header.substr(0, ValueLength(header));
    header.remove_prefix(parameter.size());
    const std::size_t sign = parameter.find('=');
    if (sign == parameter.npos ||
        !absl::EqualsIgnoreCase(
            absl::StripAsciiWhitespace(AsAbsl(parameter.substr(0, sign))),
            AsAbsl(name))) {
      continue;
    }
    const std::string_view value = parameter.substr(sign + 1);
    return value.starts_with('"')
               ? Unquote(value)
               : std::string(absl::StripAsciiWhitespace(AsAbsl(value)));
  }
  return std::nullopt;
}

// Returns the name of a part from its headers, or null.
std::optional<std::string> NameOf(std::string_view headers) {
  constexpr std::string_view kDisposition = "content-disposition:";
  while (!headers.empty()) {
    const std::size_t end = headers.find(kLineEnd);
    const std::string_view line = headers.substr(0, end);
    headers = end == headers.npos ? std::string_view()
                                  : headers.substr(end + kLineEnd.size());
    if (absl::StartsWithIgnoreCase(AsAbsl(line), AsAbsl(kDisposition))) {
      return HeaderParameter(line, "name");
    }
  }
  return std::nullopt;
}

// Adds one part: its headers, an empty line, its value.
absl::Status ReadPart(std::string_view part, Parameters& parameters) {
  const std::size_t empty_line = part.find("\r\n\r\n");
  if (empty_line == part.npos) {
    return Malformed("a part has no empty line after its headers");
  }
  const std::optional<std::string> name = NameOf(part.substr(0, empty_line));
  if (!name || name->empty()) {
    return Malformed(
        "a part has no name; send Content-Disposition: form-data; "
        "name=\"NAME\"");
  }
  parameters.Add(*name, std::string(part.substr(empty_line + 4)));
  return absl::OkStatus();
}

}  // namespace

absl::Status ReadMultipart(std::string_view content_type, std::string_view body,
                           Parameters& parameters) {
  const std::optional<std::string> boundary =
      HeaderParameter(content_type, "boundary");
  if (!boundary || boundary->empty() || boundary->size() > kMaxBoundaryLength) {
    return Malformed("the header Content-Type has no boundary");
  }
  // Each delimiter begins a line. The first one may begin the body.
  const std::string delimiter = absl::StrCat("\r\n--", *boundary);
  const std::string_view first = std::string_view(delimiter).substr(2);
  std::size_t begin = 0;
  if (!body.starts_with(first)) {
    begin = body.find(delimiter);
    if (begin == body.npos) {
      return Malformed("the boundary does not occur");
    }
    begin += kLineEnd.size();
  }
  begin += first.size();
  for (int64_t parts = 0;; ++parts) {
    if (body.substr(begin).starts_with("--")) {
      return absl::OkStatus();
    }
    if (parts == kMaxParts) {
      return Malformed(absl::StrCat("it has more than ", kMaxParts, " parts"));
    }
    // White space may follow a boundary.
    const std::size_t line_end = body.find(kLineEnd, begin);
    const std::size_t end =
        line_end == body.npos ? body.npos : body.find(delimiter, line_end);
    if (end == body.npos) {
      return Malformed("the last boundary is missing");
    }
    // A part without headers begins with its empty line.
    INTERPRES_RETURN_IF_ERROR(
        ReadPart(body.substr(line_end + kLineEnd.size(),
                             end < line_end + kLineEnd.size()
                                 ? 0
                                 : end - line_end - kLineEnd.size()),
                 parameters));
    begin = end + delimiter.size();
  }
}

}  // namespace interpres
