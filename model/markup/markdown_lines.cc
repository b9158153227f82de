#include "model/markup/markdown_lines.h"

#include <algorithm>
#include <array>

#include "absl/strings/ascii.h"
#include "model/document/characters.h"
#include "model/markup/html_elements.h"
#include "model/markup/markdown_html.h"

namespace interpres {
namespace {

constexpr std::string_view kBlank = " \t";

bool IsDigitChar(char c) { return c >= '0' && c <= '9'; }

std::string_view TrimEnd(std::string_view line) {
  const std::size_t last = line.find_last_not_of(" \t\r");
  return line.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

bool IsSpaceOrEnd(std::string_view line, std::size_t at) {
  return at >= line.size() || kBlank.find(line[at]) != kBlank.npos;
}

std::string LowerName(std::string_view line, std::size_t begin) {
  std::string name;
  while (begin < line.size() &&
         (absl::ascii_isalnum(static_cast<unsigned char>(line[begin])) ||
          line[begin] == '-')) {
    name.push_back(
        absl::ascii_tolower(static_cast<unsigned char>(line[begin])));
    ++begin;
  }
  return name;
}

constexpr std::array<std::string_view, 4> kRawElements = {"pre", "script",
                                                          "style", "textarea"};

// Returns whether the line has the end tag of an element, in any case.
bool HasEndTag(std::string_view line, std::string_view name) {
  std::string end = "</";
  end.append(name).push_back('>');
  return std::search(
             line.begin(), line.end(), end.begin(), end.end(),
             [](char a, char b) {
               return absl::ascii_tolower(static_cast<unsigned char>(a)) == b;
             }) != line.end();
}

}  // namespace

std::optional<CodeFence> ReadCodeFence(std::string_view line) {
  if (line.empty() || (line[0] != '`' && line[0] != '~')) {
    return std::nullopt;
  }
  const char mark = line[0];
  const std::size_t end = std::min(line.find_first_not_of(mark), line.size());
  const bool is_inline = mark == '`' && line.find('`', end) != line.npos;
  if (end < 3 || is_inline) {
    return std::nullopt;
  }
  return CodeFence{.mark = mark, .length = end};
}

bool ClosesCode(std::string_view line, CodeFence fence) {
  const std::size_t end =
      std::min(line.find_first_not_of(fence.mark), line.size());
  return end >= fence.length && TrimEnd(line).size() == end;
}

bool IsThematicBreak(std::string_view line) {
  if (line.empty() || std::string_view("-_*").find(line[0]) == line.npos) {
    return false;
  }
  const auto is_other = [&](char c) {
    return c != line[0] && c != ' ' && c != '\t';
  };
  return std::ranges::count(line, line[0]) >= 3 &&
         std::ranges::none_of(TrimEnd(line), is_other);
}

bool IsSetextUnderline(std::string_view line) {
  line = TrimEnd(line);
  return !line.empty() && (line[0] == '=' || line[0] == '-') &&
         line.find_first_not_of(line[0]) == line.npos;
}

std::optional<ByteSpan> ReadHeading(std::string_view line) {
  constexpr std::size_t kMaxLevel = 6;
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  if (level == 0 || level > kMaxLevel || !IsSpaceOrEnd(line, level)) {
    return std::nullopt;
  }
  std::string_view text = TrimEnd(line);
  // Number signs at the end count only after white space.
  const std::size_t last = text.find_last_not_of('#');
  if (last != text.npos && last + 1 < text.size() &&
      kBlank.find(text[last]) != kBlank.npos) {
    text = TrimEnd(text.substr(0, last));
  }
  const std::size_t begin =
      std::min(line.find_first_not_of(kBlank, level), text.size());
  return ByteSpan{static_cast<int64_t>(begin),
                  static_cast<int64_t>(std::max(begin, text.size()))};
}

std::size_t ListMarkerLength(std::string_view line, bool interrupts) {
  constexpr std::size_t kMaxDigits = 9;
  if (line.empty()) {
    return 0;
  }
  std::size_t length = 0;
  if (std::string_view("-+*").find(line[0]) != line.npos) {
    length = 1;
  } else {
    while (length < line.size() && IsDigitChar(line[length])) {
      ++length;
    }
    if (length == 0 || length > kMaxDigits || length >= line.size() ||
        (line[length] != '.' && line[length] != ')') ||
        (interrupts && line.substr(0, length) != "1")) {
      return 0;
    }
    ++length;
  }
  const bool is_empty =
      line.find_first_not_of(" \t\r", length) == std::string_view::npos;
  return IsSpaceOrEnd(line, length) && !(interrupts && is_empty) ? length : 0;
}

HtmlBlock ReadHtmlBlock(std::string_view line, bool interrupts) {
  if (line.size() < 2 || line[0] != '<') {
    return HtmlBlock::kAbsent;
  }
  if (line.starts_with("<!--")) {
    return HtmlBlock::kComment;
  }
  if (line.starts_with("<![CDATA[")) {
    return HtmlBlock::kCdata;
  }
  if (line[1] == '?') {
    return HtmlBlock::kInstruction;
  }
  if (line[1] == '!') {
    return line.size() > 2 &&
                   absl::ascii_isalpha(static_cast<unsigned char>(line[2]))
               ? HtmlBlock::kDeclaration
               : HtmlBlock::kAbsent;
  }
  const bool is_end = line[1] == '/';
  const std::string name = LowerName(line, is_end ? 2 : 1);
  if (!is_end && std::ranges::find(kRawElements, name) != kRawElements.end()) {
    return HtmlBlock::kRaw;
  }
  const std::size_t end = name.size() + (is_end ? 2 : 1);
  const bool ends_name = IsSpaceOrEnd(line, end) || line[end] == '>' ||
                         line.substr(end).starts_with("/>");
  if (!name.empty() && ends_name && !IsInlineElement(name) &&
      name.find('-') == name.npos) {
    return HtmlBlock::kElement;
  }
  // Any other tag must be the whole line.
  const std::size_t length = interrupts ? 0 : HtmlTagLength(line);
  return length > 0 && TrimEnd(line).size() == length ? HtmlBlock::kElement
                                                      : HtmlBlock::kAbsent;
}

bool EndsHtmlBlock(std::string_view line, HtmlBlock block) {
  switch (block) {
    case HtmlBlock::kRaw:
      return std::ranges::any_of(kRawElements, [&](std::string_view name) {
        return HasEndTag(line, name);
      });
    case HtmlBlock::kComment:
      return line.find("-->") != line.npos;
    case HtmlBlock::kInstruction:
      return line.find("?>") != line.npos;
    case HtmlBlock::kDeclaration:
      return line.find('>') != line.npos;
    case HtmlBlock::kCdata:
      return line.find("]]>") != line.npos;
    default:
      return TrimEnd(line).empty();
  }
}

std::vector<ByteSpan> ReadCells(std::string_view line) {
  line = TrimEnd(line);
  std::vector<ByteSpan> cells;
  std::size_t begin = line.starts_with('|') ? 1 : 0;
  const auto add = [&](std::size_t end) {
    const std::size_t first =
        std::min(line.find_first_not_of(kBlank, begin), end);
    const std::size_t size = TrimEnd(line.substr(first, end - first)).size();
    cells.push_back(
        {static_cast<int64_t>(first), static_cast<int64_t>(first + size)});
    begin = end + 1;
  };
  for (std::size_t i = begin; i < line.size(); ++i) {
    if (line[i] == '\\') {
      ++i;
    } else if (line[i] == '|') {
      add(i);
    }
  }
  if (begin < line.size()) {
    add(line.size());
  }
  return cells;
}

bool IsDelimiterRow(std::string_view line) {
  if (line.find_first_not_of("|-: \t\r") != line.npos ||
      line.find('-') == line.npos) {
    return false;
  }
  const std::vector<ByteSpan> cells = ReadCells(line);
  return std::ranges::all_of(cells, [&](ByteSpan cell) {
    std::string_view dashes = BytesOf(line, cell);
    if (dashes.starts_with(':')) {
      dashes.remove_prefix(1);
    }
    if (dashes.ends_with(':')) {
      dashes.remove_suffix(1);
    }
    return !dashes.empty() && dashes.find_first_not_of('-') == dashes.npos;
  });
}

std::optional<std::string> ReadDefinition(std::string_view line) {
  constexpr std::size_t kMaxLabelLength = 999;
  if (!line.starts_with('[')) {
    return std::nullopt;
  }
  std::size_t end = 1;
  while (end < line.size() && end <= kMaxLabelLength && line[end] != ']' &&
         line[end] != '[') {
    end += line[end] == '\\' ? 2 : 1;
  }
  if (end >= line.size() || line[end] != ']' || end + 1 >= line.size() ||
      line[end + 1] != ':') {
    return std::nullopt;
  }
  const std::string label = NormalizedLabel(line.substr(1, end - 1));
  if (label.empty() || label[0] == '^') {
    return label.size() > 1 ? std::optional(label) : std::nullopt;
  }
  // An address, then nothing or a title in quotes.
  std::string_view rest = TrimEnd(line.substr(end + 2));
  rest.remove_prefix(std::min(rest.find_first_not_of(kBlank), rest.size()));
  const std::size_t address =
      rest.starts_with('<') ? std::min(rest.find('>'), rest.size() - 1) + 1
                            : std::min(rest.find_first_of(kBlank), rest.size());
  std::string_view title = rest.substr(address);
  title.remove_prefix(std::min(title.find_first_not_of(kBlank), title.size()));
  const bool has_title =
      title.size() > 1 &&
      ((title[0] == '(' && title.back() == ')') ||
       ((title[0] == '"' || title[0] == '\'') && title.back() == title[0]));
  return address > 0 && (title.empty() || has_title) ? std::optional(label)
                                                     : std::nullopt;
}

std::string NormalizedLabel(std::string_view label) {
  std::u32string normalized;
  for (const char32_t c : LowerCase(DecodeUtf8(label).code)) {
    if (!IsSpace(c)) {
      normalized.push_back(c);
    } else if (!normalized.empty() && normalized.back() != U' ') {
      normalized.push_back(U' ');
    }
  }
  if (!normalized.empty() && normalized.back() == U' ') {
    normalized.pop_back();
  }
  return EncodeUtf8(normalized);
}

}  // namespace interpres
