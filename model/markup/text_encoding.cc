#include "model/markup/text_encoding.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "model/base/utf8.h"

namespace interpres {
namespace {

bool IsAlnum(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c));
}

bool IsPlainSpace(char c) { return c == ' ' || c == '\n' || c == '\t'; }

std::string_view MarkupEscape(char c, TextEncoding encoding) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return encoding == TextEncoding::kMarkup ||
                     encoding == TextEncoding::kSingleQuoted
                 ? ""
                 : "&quot;";
    case '\'':
      return encoding == TextEncoding::kSingleQuoted ? "&#39;" : "";
    default:
      return "";
  }
}

// Returns the escape of a character of Markdown between its neighbours.
std::string_view MarkdownEscape(char before, char c, char after) {
  switch (c) {
    case '\\':
      return "\\\\";
    case '`':
      return "\\`";
    case '*':
      return IsPlainSpace(before) && IsPlainSpace(after) ? "" : "\\*";
    case '_':
      return (IsPlainSpace(before) && IsPlainSpace(after)) ||
                     (IsAlnum(before) && IsAlnum(after))
                 ? ""
                 : "\\_";
    case '[':
      return "\\[";
    case ']':
      return "\\]";
    case '~':
      return before == '~' || after == '~' ? "\\~" : "";
    case '<':
      return IsPlainSpace(after) ? "" : "\\<";
    case '&':
      return IsAlnum(after) || after == '#' ? "&amp;" : "";
    case '!':
      return after == '[' ? "\\!" : "";
    default:
      return "";
  }
}

}  // namespace

TextEncoder::TextEncoder(TextEncoding encoding,
                         const std::vector<Spelling>& spellings)
    : encoding_(encoding) {
  for (const auto& [text, bytes] : spellings) {
    const bool is_plain =
        text.size() == 1 && (IsAlnum(text[0]) || IsPlainSpace(text[0]));
    if (is_plain || text.empty()) {
      continue;
    }
    // Without its semicolon a reference could change before other letters.
    std::string spelling(bytes);
    if (spelling.starts_with('&') && !spelling.ends_with(';')) {
      spelling.push_back(';');
    }
    spellings_.try_emplace(std::string(text), std::move(spelling));
  }
}

const std::string* TextEncoder::FindSpelling(std::string_view character) const {
  if (spellings_.empty()) {
    return nullptr;
  }
  const auto found = spellings_.find(std::string(character));
  return found == spellings_.end() ? nullptr : &found->second;
}

std::string_view TextEncoder::EscapeOf(std::string_view text,
                                       std::size_t at) const {
  const char c = text[at];
  switch (encoding_) {
    case TextEncoding::kPlain:
      return "";
    case TextEncoding::kCdata:
      // `]]>` would end the section, also with brackets before the text.
      return c == '>' && text.substr(0, at).ends_with(at < 2 ? "" : "]]")
                 ? "]]><![CDATA[>"
                 : "";
    case TextEncoding::kMarkdown:
    case TextEncoding::kMarkdownCell: {
      // Markup may stand beside the text.
      const char left = at > 0 ? text[at - 1] : '\0';
      const char right = at + 1 < text.size() ? text[at + 1] : '\0';
      return c == '|' && encoding_ == TextEncoding::kMarkdownCell
                 ? "\\|"
                 : MarkdownEscape(left, c, right);
    }
    default:
      return MarkupEscape(c, encoding_);
  }
}

std::string TextEncoder::Encode(std::string_view text) const {
  std::string bytes;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length =
        std::max<std::size_t>(1, Utf8SequenceLength(text.substr(i)));
    const std::string_view character = text.substr(i, length);
    const std::string* spelling = FindSpelling(character);
    if (spelling != nullptr) {
      bytes += *spelling;
      i += length;
      continue;
    }
    const std::string_view escape = EscapeOf(text, i);
    bytes += escape.empty() ? character : escape;
    i += length;
  }
  return bytes;
}

std::string EscapeBlockStart(std::string_view text) {
  std::size_t digits = 0;
  while (digits < text.size() &&
         absl::ascii_isdigit(static_cast<unsigned char>(text[digits]))) {
    ++digits;
  }
  constexpr std::string_view kMarks = "#>+-=~|:";
  const bool is_number = digits > 0 && digits < text.size() &&
                         (text[digits] == '.' || text[digits] == ')');
  std::string bytes(text);
  if (is_number || (!text.empty() && kMarks.find(text[0]) != kMarks.npos)) {
    bytes.insert(digits, 1, '\\');
  }
  return bytes;
}

}  // namespace interpres
