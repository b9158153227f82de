#include "server/http/request_target.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "model/base/status.h"

namespace interpres {
namespace {

// REQUIRES: `digit` is a hexadecimal digit.
int HexValue(char digit) {
  constexpr int kTen = 10;
  if (absl::ascii_isdigit(digit)) {
    return digit - '0';
  }
  return absl::ascii_tolower(digit) - 'a' + kTen;
}

// Removes the scheme and the host of a whole address. Returns the path, which
// is "/" if the address has no path.
std::string_view PathOf(std::string_view target) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (absl::StartsWithIgnoreCase(AsAbsl(target), AsAbsl(scheme))) {
      const std::size_t end = target.find_first_of("/?", scheme.size());
      return end == target.npos ? "/" : target.substr(end);
    }
  }
  return target;
}

}  // namespace

std::optional<std::string> PercentDecode(std::string_view text,
                                         bool plus_is_space) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus_is_space) {
      decoded.push_back(' ');
    } else if (text[i] != '%') {
      decoded.push_back(text[i]);
    } else if (i + 2 < text.size() && absl::ascii_isxdigit(text[i + 1]) &&
               absl::ascii_isxdigit(text[i + 2])) {
      decoded.push_back(static_cast<char>(HexValue(text[i + 1]) * 16 +
                                          HexValue(text[i + 2])));
      i += 2;
    } else {
      return std::nullopt;
    }
  }
  return decoded;
}

bool ParseTarget(std::string_view target, HttpRequest& request) {
  if (target == "*") {
    request.path = "*";
    return true;
  }
  const std::string_view whole = PathOf(target);
  const std::string_view local = whole.substr(0, whole.find('#'));
  const std::size_t mark = local.find('?');
  const std::string_view path = local.substr(0, mark);
  std::optional<std::string> decoded = PercentDecode(path, false);
  if (!decoded || decoded->find('\0') != decoded->npos ||
      (!path.empty() && path.front() != '/') || (path.empty() && mark != 0)) {
    return false;
  }
  // The path of an address may be absent.
  request.path = path.empty() ? std::string(1, '/') : *std::move(decoded);
  request.query =
      mark == local.npos ? std::string_view() : local.substr(mark + 1);
  return true;
}

}  // namespace interpres
