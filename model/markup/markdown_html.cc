#include "model/markup/markdown_html.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "model/markup/html_elements.h"

namespace interpres {
namespace {

bool IsTagLetter(char c) {
  return absl::ascii_isalpha(static_cast<unsigned char>(c));
}

bool IsTagChar(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c));
}

// Reads a tag from left to right.
class TagReader {
 public:
  explicit TagReader(std::string_view text) : text_(text) {}

  std::size_t Read();

 private:
  char Char() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool SkipSpace();
  bool ReadAttribute();
  bool ReadValue();

  std::string_view text_;
  std::size_t at_ = 0;
};

bool TagReader::SkipSpace() {
  const std::size_t begin = at_;
  while (IsHtmlSpace(Char())) {
    ++at_;
  }
  return at_ > begin;
}

bool TagReader::ReadValue() {
  const char quote = Char();
  if (quote == '"' || quote == '\'') {
    const std::size_t end = text_.find(quote, at_ + 1);
    at_ = end == text_.npos ? text_.size() : end + 1;
    return end != text_.npos;
  }
  const std::size_t begin = at_;
  at_ = std::min(text_.find_first_of(" \t\n\r\f\"'=<>`", at_), text_.size());
  return at_ > begin;
}

bool TagReader::ReadAttribute() {
  if (!IsTagLetter(Char()) && Char() != '_' && Char() != ':') {
    return false;
  }
  while (IsTagChar(Char()) || Char() == '_' || Char() == ':' || Char() == '.' ||
         Char() == '-') {
    ++at_;
  }
  const std::size_t end = at_;
  SkipSpace();
  if (Char() != '=') {
    at_ = end;
    return true;
  }
  ++at_;
  SkipSpace();
  return ReadValue();
}

std::size_t TagReader::Read() {
  if (Char() != '<') {
    return 0;
  }
  ++at_;
  const bool is_end = Char() == '/';
  at_ += is_end ? 1 : 0;
  if (!IsTagLetter(Char())) {
    return 0;
  }
  while (IsTagChar(Char()) || Char() == '-') {
    ++at_;
  }
  bool has_space = SkipSpace();
  while (!is_end && has_space && Char() != '/' && Char() != '>') {
    if (!ReadAttribute()) {
      return 0;
    }
    has_space = SkipSpace();
  }
  at_ += !is_end && Char() == '/' ? 1 : 0;
  return Char() == '>' ? at_ + 1 : 0;
}

}  // namespace

std::size_t HtmlTagLength(std::string_view text) {
  return TagReader(text).Read();
}

std::size_t AutolinkLength(std::string_view text) {
  constexpr std::size_t kMaxScheme = 32;
  if (text.size() < 2 || text[0] != '<') {
    return 0;
  }
  const std::size_t end = text.find_first_of(" \t\n\r\f<>", 1);
  if (end == text.npos || text[end] != '>') {
    return 0;
  }
  const std::string_view address = text.substr(1, end - 1);
  const std::size_t scheme = address.find_first_not_of(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-");
  const bool is_uri = scheme != address.npos && address[scheme] == ':' &&
                      scheme > 1 && scheme <= kMaxScheme &&
                      IsTagLetter(address[0]);
  const std::size_t at = address.find('@');
  const bool is_mail = at != address.npos && at > 0 &&
                       at + 1 < address.size() &&
                       address.find_first_of("\\/:@", at + 1) == address.npos;
  return is_uri || is_mail ? end + 1 : 0;
}

std::size_t BareAddressLength(std::string_view text) {
  if (!text.starts_with("http://") && !text.starts_with("https://") &&
      !text.starts_with("www.")) {
    return 0;
  }
  std::size_t end = std::min(text.find_first_of(" \t\n\r\f<"), text.size());
  int64_t brackets = std::ranges::count(text.substr(0, end), ')') -
                     std::ranges::count(text.substr(0, end), '(');
  // Punctuation at the end belongs to the sentence.
  while (end > 0) {
    const char last = text[end - 1];
    const bool is_bracket = last == ')' && brackets > 0;
    if (!is_bracket &&
        std::string_view("?!.,:*_~'\"").find(last) == text.npos) {
      break;
    }
    brackets -= is_bracket ? 1 : 0;
    --end;
  }
  return end > std::string_view("https://").size() ? end : 0;
}

}  // namespace interpres
