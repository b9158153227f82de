#include "model/base/port_number.h"

#include <charconv>
#include <cstddef>
#include <system_error>

namespace interpres {
namespace {

constexpr std::size_t kMaxDigits = 5;

}  // namespace

std::optional<int> ParsePort(std::string_view text) {
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  const bool is_number = error == std::errc() && stop == end;
  if (!is_number || text.front() == '-' || text.size() > kMaxDigits ||
      number > kMaxPort) {
    return std::nullopt;
  }
  return number;
}

}  // namespace interpres
