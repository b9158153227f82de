#include "model/checkpoint/flat_yaml.h"

#include <cmath>
#include <optional>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/base/utf8.h"
#include "model/checkpoint/json_document.h"

namespace interpres {
namespace {

std::string_view TrimmedRight(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \r");
  return last == std::string_view::npos ? "" : text.substr(0, last + 1);
}

std::string_view Trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string_view::npos ? ""
                                         : TrimmedRight(text.substr(first));
}

// Returns a plain scalar without the comment behind it.
std::string_view WithoutComment(std::string_view text) {
  if (text.starts_with('"') || text.starts_with('\'')) {
    return text;
  }
  return TrimmedRight(text.substr(0, text.find(" #")));
}

// Returns what an escape of one letter stands for.
std::optional<char> ShortEscape(char letter) {
  switch (letter) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'r':
      return '\r';
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case '0':
      return '\0';
    case '"':
    case '\\':
    case '/':
    case ' ':
      return letter;
    default:
      return std::nullopt;
  }
}

// Returns the number of hex digits of an escape. 0 means that the letter begins
// no such escape.
std::size_t HexDigits(char letter) {
  switch (letter) {
    case 'x':
      return 2;
    case 'u':
      return 4;
    case 'U':
      return 8;
    default:
      return 0;
  }
}

// Appends what the escape at the start of `text`, behind its backslash, stands
// for. Returns the length of the escape, or 0 if it is malformed.
std::size_t AppendEscape(std::string_view text, std::string& out) {
  if (text.empty()) {
    return 0;
  }
  const std::size_t digits = HexDigits(text[0]);
  if (digits == 0) {
    const std::optional<char> character = ShortEscape(text[0]);
    if (!character.has_value()) {
      return 0;
    }
    out.push_back(*character);
    return 1;
  }
  uint32_t code = 0;
  const std::string_view hex = text.substr(1, digits);
  if (hex.size() != digits || !absl::SimpleHexAtoi(AsAbsl(hex), &code) ||
      code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
    return 0;
  }
  AppendUtf8(code, out);
  return digits + 1;
}

absl::Status BadScalar(std::string_view text) {
  return absl::InvalidArgumentError(
      absl::StrCat(Quoted(text),
                   " is not a scalar of YAML; expected a plain, a 'single' or "
                   "a \"double\" quoted one"));
}

absl::StatusOr<std::string> ParseDoubleQuoted(std::string_view text) {
  std::string out;
  const std::string_view inner = text.substr(1, text.size() - 2);
  for (std::size_t i = 0; i < inner.size(); ++i) {
    if (inner[i] == '"') {
      return BadScalar(text);
    }
    if (inner[i] != '\\') {
      out.push_back(inner[i]);
      continue;
    }
    const std::size_t length = AppendEscape(inner.substr(i + 1), out);
    if (length == 0) {
      return BadScalar(text);
    }
    i += length;
  }
  return out;
}

absl::StatusOr<std::string> ParseSingleQuoted(std::string_view text) {
  std::string out;
  const std::string_view inner = text.substr(1, text.size() - 2);
  for (std::size_t i = 0; i < inner.size(); ++i) {
    out.push_back(inner[i]);
    if (inner[i] != '\'') {
      continue;
    }
    if (i + 1 == inner.size() || inner[i + 1] != '\'') {
      return BadScalar(text);
    }
    ++i;
  }
  return out;
}

}  // namespace

// Reads the lines one after another.
class FlatYaml::Parser {
 public:
  explicit Parser(std::string_view file) { yaml_.file_ = std::string(file); }

  absl::Status Add(std::string_view line) {
    ++number_;
    line = TrimmedRight(line);
    const std::string_view content = Trimmed(line);
    if (content.empty() || content.front() == '#' || content == "---" ||
        content == "...") {
      return absl::OkStatus();
    }
    if (content.starts_with("- ") || content == "-") {
      return AddItem(Trimmed(content.substr(1)));
    }
    return line.front() == ' ' ? AddContinuation(content) : AddKey(content);
  }

  FlatYaml Finish() && { return std::move(yaml_); }

 private:
  absl::Status Bad(std::string_view content, std::string_view expected) const {
    return absl::InvalidArgumentError(
        absl::StrCat(yaml_.file_, ": line ", number_, " is ", Quoted(content),
                     "; expected ", AsAbsl(expected)));
  }

  absl::Status AddKey(std::string_view content) {
    std::size_t colon = content.find(": ");
    if (colon == std::string_view::npos && content.ends_with(':')) {
      colon = content.size() - 1;
    }
    const std::string_view key = Trimmed(content.substr(0, colon));
    if (colon == std::string_view::npos || key.empty() ||
        std::string_view("\"'[]{}&*!|>%@?").find(key[0]) !=
            std::string_view::npos) {
      return Bad(content, "KEY: VALUE");
    }
    const auto [entry, added] = yaml_.entries_.emplace(key, Entry());
    if (!added) {
      return Bad(content, "each key once");
    }
    last_ = &entry->second;
    const std::string_view value = Trimmed(content.substr(colon + 1));
    return value.empty() ? absl::OkStatus() : AddValue(value);
  }

  // The value of the last key, which has none yet.
  absl::Status AddValue(std::string_view value) {
    if (value.front() == '[') {
      return AddFlowList(WithoutComment(value));
    }
    if (std::string_view("{&*!|>@`").find(value[0]) != std::string_view::npos) {
      last_->kind = Kind::kOther;
      return absl::OkStatus();
    }
    return AddScalar(value);
  }

  absl::Status AddScalar(std::string_view value) {
    auto scalar = ParseScalar(WithoutComment(value));
    if (!scalar.ok()) {
      return Bad(value, "a scalar");
    }
    last_->items.push_back(*std::move(scalar));
    return absl::OkStatus();
  }

  absl::Status AddFlowList(std::string_view value) {
    if (!value.ends_with(']')) {
      return Bad(value, "a list that ends on its line");
    }
    last_->kind = Kind::kList;
    std::string_view rest = Trimmed(value.substr(1, value.size() - 2));
    while (!rest.empty()) {
      const std::size_t comma = rest.find(',');
      INTERPRES_RETURN_IF_ERROR(AddScalar(Trimmed(rest.substr(0, comma))));
      rest = comma == std::string_view::npos ? ""
                                             : Trimmed(rest.substr(comma + 1));
    }
    return absl::OkStatus();
  }

  absl::Status AddItem(std::string_view value) {
    if (last_ == nullptr ||
        (last_->kind == Kind::kScalar && !last_->items.empty())) {
      return Bad(value, "an item below a key without a value");
    }
    if (last_->kind == Kind::kOther) {
      return absl::OkStatus();
    }
    last_->kind = Kind::kList;
    // A map or a list in a list.
    if (value.empty() || value.ends_with(':') || value.starts_with("- ") ||
        std::string_view("[{&*!|>@`").find(value[0]) !=
            std::string_view::npos) {
      last_->kind = Kind::kOther;
      return absl::OkStatus();
    }
    return AddScalar(value);
  }

  // An indented line that is no item.
  absl::Status AddContinuation(std::string_view content) {
    if (last_ == nullptr) {
      return Bad(content, "a key without spaces before it");
    }
    const bool is_map =
        content.find(": ") != std::string_view::npos || content.ends_with(':');
    if (is_map && content.front() != '"' && content.front() != '\'') {
      last_->kind = Kind::kOther;
    }
    if (last_->kind == Kind::kOther) {
      return absl::OkStatus();
    }
    if (last_->kind == Kind::kList || !last_->items.empty()) {
      return Bad(content, "a value on one line");
    }
    return AddValue(content);
  }

  FlatYaml yaml_;
  Entry* last_ = nullptr;
  int64_t number_ = 0;  // of the line
};

absl::StatusOr<FlatYaml> FlatYaml::Parse(std::string_view text,
                                         std::string_view file) {
  if (const auto offset = FindInvalidUtf8(text); offset.has_value()) {
    return absl::InvalidArgumentError(absl::StrCat(
        AsAbsl(file), ": byte ", *offset, " is not UTF-8; expected YAML"));
  }
  Parser parser(file);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    INTERPRES_RETURN_IF_ERROR(parser.Add(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::move(parser).Finish();
}

absl::StatusOr<std::string> FlatYaml::ParseScalar(std::string_view text) {
  for (const char quote : {'"', '\''}) {
    if (!text.starts_with(quote)) {
      continue;
    }
    if (text.size() < 2 || text.back() != quote) {
      return BadScalar(text);
    }
    return quote == '"' ? ParseDoubleQuoted(text) : ParseSingleQuoted(text);
  }
  return std::string(text);
}

absl::Status FlatYaml::Unexpected(std::string_view key, std::string_view found,
                                  std::string_view expected) const {
  return absl::InvalidArgumentError(absl::StrCat(
      file_, ": ", AsAbsl(key), " is ", AsAbsl(found), "; ", AsAbsl(expected)));
}

absl::StatusOr<const std::string*> FlatYaml::Scalar(
    std::string_view key) const {
  const auto found = entries_.find(key);
  if (found == entries_.end()) {
    return nullptr;
  }
  const Entry& entry = found->second;
  if (entry.kind != Kind::kScalar) {
    return Unexpected(key, "a list or a map", "expected one value");
  }
  return entry.items.empty() ? nullptr : &entry.items.front();
}

absl::StatusOr<std::string> FlatYaml::String(std::string_view key,
                                             std::string_view absent) const {
  INTERPRES_ASSIGN_OR_RETURN(const std::string* value, Scalar(key));
  return value == nullptr ? std::string(absent) : *value;
}

absl::StatusOr<bool> FlatYaml::Boolean(std::string_view key,
                                       bool absent) const {
  INTERPRES_ASSIGN_OR_RETURN(const std::string* value, Scalar(key));
  if (value == nullptr) {
    return absent;
  }
  if (*value == "true" || *value == "false") {
    return *value == "true";
  }
  return Unexpected(key, Quoted(*value), "expected true or false");
}

absl::StatusOr<int64_t> FlatYaml::Integer(std::string_view key,
                                          int64_t absent) const {
  INTERPRES_ASSIGN_OR_RETURN(const std::string* value, Scalar(key));
  int64_t number = absent;
  if (value != nullptr && !absl::SimpleAtoi(*value, &number)) {
    return Unexpected(key, Quoted(*value), "expected an integer");
  }
  return number;
}

absl::StatusOr<double> FlatYaml::Number(std::string_view key,
                                        double absent) const {
  INTERPRES_ASSIGN_OR_RETURN(const std::string* value, Scalar(key));
  double number = absent;
  if (value != nullptr &&
      (!absl::SimpleAtod(*value, &number) || !std::isfinite(number))) {
    return Unexpected(key, Quoted(*value), "expected a number");
  }
  return number;
}

absl::StatusOr<std::vector<std::string>> FlatYaml::List(
    std::string_view key) const {
  const auto found = entries_.find(key);
  if (found == entries_.end()) {
    return std::vector<std::string>();
  }
  if (found->second.kind == Kind::kOther) {
    return Unexpected(key, "a map or nested", "expected a list of values");
  }
  return found->second.items;
}

}  // namespace interpres
