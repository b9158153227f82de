#include "server/google/data_uri.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"

namespace interpres::google_api {
namespace {

constexpr std::string_view kScheme = "data:";
constexpr std::string_view kBase64 = ";base64";

absl::Status Wrong(const char* problem) {
  return absl::InvalidArgumentError(
      std::string("the data: URI ") + problem +
      "; expected data:TYPE,DATA or data:TYPE;base64,DATA (RFC 2397)");
}

int HexValue(char digit) {
  return absl::ascii_isdigit(static_cast<unsigned char>(digit))
             ? digit - '0'
             : absl::ascii_tolower(static_cast<unsigned char>(digit)) - 'a' +
                   10;
}

// Replaces each `%XX` by its byte. Null if an escape has no two digits.
std::optional<std::string> Unescape(std::string_view escaped) {
  std::string bytes;
  bytes.reserve(escaped.size());
  for (std::size_t i = 0; i < escaped.size(); ++i) {
    if (escaped[i] != '%') {
      bytes += escaped[i];
      continue;
    }
    if (i + 2 >= escaped.size() ||
        !absl::ascii_isxdigit(static_cast<unsigned char>(escaped[i + 1])) ||
        !absl::ascii_isxdigit(static_cast<unsigned char>(escaped[i + 2]))) {
      return std::nullopt;
    }
    bytes += static_cast<char>(HexValue(escaped[i + 1]) * 16 +
                               HexValue(escaped[i + 2]));
    i += 2;
  }
  return bytes;
}

}  // namespace

absl::StatusOr<DataUri> ParseDataUri(std::string_view uri) {
  if (!absl::StartsWithIgnoreCase({uri.data(), uri.size()},
                                  {kScheme.data(), kScheme.size()})) {
    return Wrong("has another scheme");
  }
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos) {
    return Wrong("has no comma before its data");
  }
  std::string header = absl::AsciiStrToLower(
      {uri.data() + kScheme.size(), comma - kScheme.size()});
  std::optional<std::string> data = Unescape(uri.substr(comma + 1));
  if (!data) {
    return Wrong("has a % without two hexadecimal digits");
  }
  DataUri parsed = {.media_type = header.substr(0, header.find(';')),
                    .data = *std::move(data)};
  if (std::string_view(header).ends_with(kBase64)) {
    std::string decoded;
    if (!absl::Base64Unescape(parsed.data, &decoded)) {
      return Wrong("has data that is not Base64");
    }
    parsed.data = std::move(decoded);
  }
  return parsed;
}

}  // namespace interpres::google_api
