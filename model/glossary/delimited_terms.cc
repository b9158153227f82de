#include "model/glossary/delimited_terms.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/base/utf8.h"
#include "model/document/sentence_language.h"

namespace interpres {
namespace {

// Returns the content without its byte order mark, or an error for a byte that
// is not UTF-8.
absl::StatusOr<std::string_view> Utf8Content(std::string_view content) {
  const std::optional<std::size_t> invalid = FindInvalidUtf8(content);
  if (invalid) {
    const auto before = content.substr(0, *invalid);
    return absl::InvalidArgumentError(absl::StrFormat(
        "line %d: byte %d of the glossary is not UTF-8; save the glossary as "
        "UTF-8",
        1 + std::ranges::count(before, '\n'), *invalid));
  }
  if (content.starts_with(kUtf8ByteOrderMark)) {
    content.remove_prefix(kUtf8ByteOrderMark.size());
  }
  return content;
}

absl::Status WrongColumns(std::size_t columns, const char* expected, int line) {
  return absl::InvalidArgumentError(
      absl::StrFormat("line %d: the line has %d columns; expected %s", line,
                      columns, expected));
}

// Whether `code` is the language, or one of both has no region.
bool IsLanguage(std::string_view code, std::string_view language) {
  const std::string subtag = LanguageSubtag(language);
  return absl::EqualsIgnoreCase(AsAbsl(code), AsAbsl(language)) ||
         (LanguageSubtag(code) == subtag &&
          (code.size() == subtag.size() || language.size() == subtag.size()));
}

absl::Status CheckLanguage(const char* side, std::string_view expected,
                           const std::string& column, int line) {
  const std::string found(absl::StripAsciiWhitespace(column));
  if (found.empty() || IsLanguage(found, expected)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "line %d: the %s language is \"%s\"; expected \"%s\", the language of "
      "the glossary; put other pairs of languages into other glossaries",
      line, side, Shown(found), AsAbsl(expected)));
}

// Returns an error unless the row has 2 columns, or 4 with the codes of the
// glossary's languages in the last two.
absl::Status CheckCsvColumns(const std::vector<std::string>& columns,
                             const TermLanguages& languages, int line) {
  if (columns.size() == 2) {
    return absl::OkStatus();
  }
  if (columns.size() != 4) {
    return WrongColumns(columns.size(),
                        "2, a term, one comma and its translation, or 4, "
                        "with the codes of both languages behind them",
                        line);
  }
  INTERPRES_RETURN_IF_ERROR(
      CheckLanguage("source", languages.source, columns[2], line));
  return CheckLanguage("target", languages.target, columns[3], line);
}

// Reads the rows of a CSV text.
class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : text_(text) {}

  bool done() const { return at_ == text_.size(); }
  // The line on which the next row begins.
  int line() const { return line_; }

  // Returns the columns of the next row. REQUIRES: !done().
  absl::StatusOr<std::vector<std::string>> Next() {
    std::vector<std::string> columns;
    do {
      INTERPRES_ASSIGN_OR_RETURN(columns.emplace_back(), Column());
    } while (Skip(","));
    if (!Skip("\r\n") && !Skip("\n") && !done()) {
      return Error("a character follows the closing quotation mark");
    }
    ++line_;
    return columns;
  }

 private:
  bool Skip(std::string_view wanted) {
    if (!text_.substr(at_).starts_with(wanted)) {
      return false;
    }
    at_ += wanted.size();
    return true;
  }

  absl::StatusOr<std::string> Column() {
    if (Skip("\"")) {
      return Quoted();
    }
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_of(",\n", begin), text_.size());
    if (at_ < text_.size() && text_[at_] == '\n' && at_ > begin &&
        text_[at_ - 1] == '\r') {
      --at_;
    }
    const std::string_view column = text_.substr(begin, at_ - begin);
    if (column.find('"') != std::string_view::npos) {
      return Error("a quotation mark stands inside a column without them");
    }
    return std::string(column);
  }

  // Reads up to the closing quotation mark.
  absl::StatusOr<std::string> Quoted() {
    std::string column;
    const int begin = line_;
    while (true) {
      const std::size_t end = text_.find('"', at_);
      if (end == std::string_view::npos) {
        line_ = begin;
        return Error("the quotation mark has no closing one");
      }
      const std::string_view part = text_.substr(at_, end - at_);
      line_ += static_cast<int>(std::ranges::count(part, '\n'));
      column += part;
      at_ = end + 1;
      if (!Skip("\"")) {
        return column;
      }
      column += '"';
    }
  }

  absl::Status Error(const char* problem) const {
    return absl::InvalidArgumentError(absl::StrFormat(
        "line %d: %s; expected a column such as \"a, b\" or \"a \"\"b\"\"\", "
        "with quotation marks around it",
        line_, problem));
  }

  const std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

}  // namespace

absl::StatusOr<std::vector<Term>> ParseTsvTerms(std::string_view content,
                                                const GlossaryLimits& limits) {
  INTERPRES_ASSIGN_OR_RETURN(std::string_view rest, Utf8Content(content));
  TermCollector terms(limits);
  for (int line = 1; !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view text = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (text.ends_with('\r')) {
      text.remove_suffix(1);
    }
    if (text.empty()) {
      continue;
    }
    const auto tabs = static_cast<std::size_t>(std::ranges::count(text, '\t'));
    if (tabs != 1) {
      return WrongColumns(tabs + 1, "2, a term, one tab and its translation",
                          line);
    }
    const std::size_t tab = text.find('\t');
    INTERPRES_RETURN_IF_ERROR(
        terms.Add(text.substr(0, tab), text.substr(tab + 1), line));
  }
  return std::move(terms).Take();
}

absl::StatusOr<std::vector<Term>> ParseCsvTerms(std::string_view content,
                                                const TermLanguages& languages,
                                                const GlossaryLimits& limits) {
  INTERPRES_ASSIGN_OR_RETURN(const std::string_view text, Utf8Content(content));
  CsvReader reader(text);
  TermCollector terms(limits);
  while (!reader.done()) {
    const int line = reader.line();
    INTERPRES_ASSIGN_OR_RETURN(const std::vector<std::string> columns,
                               reader.Next());
    if (columns.size() == 1 && columns[0].empty()) {
      continue;
    }
    INTERPRES_RETURN_IF_ERROR(CheckCsvColumns(columns, languages, line));
    INTERPRES_RETURN_IF_ERROR(terms.Add(columns[0], columns[1], line));
  }
  return std::move(terms).Take();
}

std::string WriteTsvTerms(const std::vector<Term>& terms) {
  std::string text;
  for (const Term& term : terms) {
    absl::StrAppend(&text, term.source, "\t", term.target, "\n");
  }
  return text;
}

}  // namespace interpres
