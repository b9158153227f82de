#include "model/markup/xml_tokenizer.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/base/utf8.h"
#include "model/markup/character_reference.h"

namespace interpres {
namespace {

bool IsXmlSpace(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

// Characters of other scripts are not distinguished.
bool BeginsName(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return absl::ascii_isalpha(byte) || c == '_' || c == ':' || byte >= 0x80;
}

bool ContinuesName(char c) {
  return BeginsName(c) || c == '-' || c == '.' ||
         absl::ascii_isdigit(static_cast<unsigned char>(c));
}

// Returns whether `reference`, such as `&#233;` or `&#xe9;`, refers to a
// character that XML allows.
bool RefersToCharacter(std::string_view reference) {
  const bool is_hex = reference.starts_with("&#x");
  const std::size_t begin = is_hex ? 3 : 2;
  if (reference.size() <= begin || !reference.ends_with(';')) {
    return false;
  }
  const absl::string_view digits =
      AsAbsl(reference.substr(begin, reference.size() - begin - 1));
  uint32_t code = 0;
  const bool is_number = is_hex ? absl::SimpleHexAtoi(digits, &code)
                                : absl::SimpleAtoi(digits, &code);
  const bool is_control =
      code < 0x20 && code != '\t' && code != '\n' && code != '\r';
  const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
  const bool is_none = code == 0xfffe || code == 0xffff || code > 0x10ffff;
  return is_number && !is_control && !is_surrogate && !is_none;
}

bool IsForbidden(char c) {
  return static_cast<unsigned char>(c) < ' ' && !IsXmlSpace(c);
}

}  // namespace

bool IsXmlName(std::string_view name) {
  return !name.empty() && BeginsName(name.front()) &&
         std::ranges::all_of(name, ContinuesName);
}

absl::Status XmlError(int64_t offset, std::string_view found,
                      std::string_view expected) {
  return absl::InvalidArgumentError(
      absl::StrCat("text has ", AsAbsl(found), " at offset ", offset,
                   "; expected ", AsAbsl(expected), "; correct the XML"));
}

absl::Status XmlTokenizer::ErrorHere(std::string_view expected) const {
  if (AtEnd()) {
    return XmlError(at_, "its end", expected);
  }
  const std::string_view rest = text_.substr(at_);
  const std::size_t length = std::max<std::size_t>(1, Utf8SequenceLength(rest));
  const bool is_control = static_cast<unsigned char>(rest[0]) < ' ';
  return XmlError(at_,
                  is_control
                      ? "a control character"
                      : absl::StrCat("`", AsAbsl(rest.substr(0, length)), "`"),
                  expected);
}

bool XmlTokenizer::SkipSpace() {
  const int64_t begin = at_;
  while (IsXmlSpace(Char(at_))) {
    ++at_;
  }
  return at_ > begin;
}

absl::StatusOr<bool> XmlTokenizer::Next(MarkupToken& token) {
  token = MarkupToken();
  if (AtEnd()) {
    return false;
  }
  token.span.begin = at_;
  if (Char(at_) == '<') {
    INTERPRES_ASSIGN_OR_RETURN(token.kind, ReadMarkup(token));
  } else {
    INTERPRES_RETURN_IF_ERROR(ReadText());
  }
  token.span.end = at_;
  return true;
}

absl::Status XmlTokenizer::ReadText() {
  for (; !AtEnd() && Char(at_) != '<'; ++at_) {
    INTERPRES_RETURN_IF_ERROR(CheckTextCharacter());
  }
  return absl::OkStatus();
}

// Checks the character here, which is in text.
absl::Status XmlTokenizer::CheckTextCharacter() const {
  if (Char(at_) == '&') {
    return CheckReference(at_);
  }
  if (Char(at_) == ']' && StartsWith("]]>")) {
    return ErrorHere("`]]&gt;` in text");
  }
  if (IsForbidden(Char(at_))) {
    return ErrorHere("a character that XML allows");
  }
  return absl::OkStatus();
}

absl::Status XmlTokenizer::CheckReference(int64_t at) const {
  int64_t end = at + 1;
  if (Char(end) == '#') {
    const std::string_view rest = text_.substr(at);
    const int64_t length =
        ReadCharacterReference(rest, ReferencePlace::kStrict).length;
    if (RefersToCharacter(rest.substr(0, length))) {
      return absl::OkStatus();
    }
  } else if (BeginsName(Char(end))) {
    while (ContinuesName(Char(end))) {
      ++end;
    }
    if (Char(end) == ';') {
      return absl::OkStatus();
    }
  }
  return XmlError(at, "`&`", "a reference such as `&amp;`");
}

absl::StatusOr<MarkupTokenKind> XmlTokenizer::ReadMarkup(MarkupToken& token) {
  if (StartsWith("<!--")) {
    INTERPRES_RETURN_IF_ERROR(ReadComment());
    return MarkupTokenKind::kComment;
  }
  if (StartsWith("<![CDATA[")) {
    INTERPRES_RETURN_IF_ERROR(ReadSection("]]>", "a CDATA section"));
    return MarkupTokenKind::kCdata;
  }
  if (StartsWith("<?")) {
    INTERPRES_RETURN_IF_ERROR(ReadSection("?>", "a processing instruction"));
    return MarkupTokenKind::kInstruction;
  }
  if (StartsWith("<!DOCTYPE")) {
    INTERPRES_RETURN_IF_ERROR(ReadDoctype());
    return MarkupTokenKind::kDoctype;
  }
  const bool is_end = Char(at_ + 1) == '/';
  INTERPRES_RETURN_IF_ERROR(ReadTag(token));
  return is_end ? MarkupTokenKind::kEndTag : MarkupTokenKind::kStartTag;
}

absl::Status XmlTokenizer::ReadComment() {
  const int64_t begin = at_;
  const std::size_t end = text_.find("--", at_ + 4);
  if (end == std::string_view::npos) {
    return XmlError(begin, "a comment without an end", "`-->`");
  }
  at_ = static_cast<int64_t>(end) + 2;
  if (Char(at_) != '>') {
    return ErrorHere("`>` after `--` in a comment");
  }
  ++at_;
  return absl::OkStatus();
}

absl::Status XmlTokenizer::ReadSection(std::string_view end,
                                       std::string_view what) {
  const std::size_t found = text_.find(end, at_);
  if (found == std::string_view::npos) {
    return XmlError(at_, absl::StrCat(AsAbsl(what), " without an end"),
                    absl::StrCat("`", AsAbsl(end), "`"));
  }
  at_ = static_cast<int64_t>(found + end.size());
  return absl::OkStatus();
}

// Declarations of the document type may have brackets, strings, comments and
// processing instructions.
absl::Status XmlTokenizer::ReadDoctype() {
  const int64_t begin = at_;
  int64_t depth = 0;
  for (; !AtEnd(); ++at_) {
    if (Char(at_) == '>' && depth <= 0) {
      ++at_;
      return absl::OkStatus();
    }
    INTERPRES_RETURN_IF_ERROR(ReadDoctypePart(depth));
  }
  return XmlError(begin, "a document type without an end", "`>`");
}

// Goes to the last character of the comment, the processing instruction, the
// string or the other character that begins here. `depth` is the number of open
// brackets.
absl::Status XmlTokenizer::ReadDoctypePart(int64_t& depth) {
  const char c = Char(at_);
  if (StartsWith("<!--")) {
    INTERPRES_RETURN_IF_ERROR(ReadComment());
    --at_;
  } else if (StartsWith("<?")) {
    INTERPRES_RETURN_IF_ERROR(ReadSection("?>", "a processing instruction"));
    --at_;
  } else if (c == '"' || c == '\'') {
    const std::size_t end = text_.find(c, at_ + 1);
    at_ = static_cast<int64_t>(std::min(end, text_.size()));
  } else if (c == '[' || c == ']') {
    depth += c == '[' ? 1 : -1;
  }
  return absl::OkStatus();
}

absl::Status XmlTokenizer::ReadName(std::string_view what,
                                    std::string_view& name) {
  const int64_t begin = at_;
  if (!BeginsName(Char(at_))) {
    return ErrorHere(what);
  }
  while (ContinuesName(Char(at_))) {
    ++at_;
  }
  name = text_.substr(begin, at_ - begin);
  return absl::OkStatus();
}

absl::Status XmlTokenizer::ReadTag(MarkupToken& token) {
  const bool is_end = Char(at_ + 1) == '/';
  at_ += is_end ? 2 : 1;
  std::string_view name;
  INTERPRES_RETURN_IF_ERROR(ReadName("the name of an element", name));
  token.name = name;
  absl::flat_hash_set<std::string> names;
  bool has_space = SkipSpace();
  while (!is_end && !AtEnd() && Char(at_) != '>' && Char(at_) != '/') {
    if (!has_space) {
      return ErrorHere("white space before an attribute");
    }
    const int64_t begin = at_;
    INTERPRES_RETURN_IF_ERROR(ReadAttribute(token));
    if (!names.insert(token.attributes.back().name).second) {
      return XmlError(begin, "a second attribute of the same name",
                      "one attribute of each name");
    }
    has_space = SkipSpace();
  }
  if (!is_end && Char(at_) == '/') {
    token.self_closing = true;
    ++at_;
  }
  if (Char(at_) != '>') {
    return ErrorHere("`>` at the end of a tag");
  }
  ++at_;
  return absl::OkStatus();
}

absl::Status XmlTokenizer::ReadAttribute(MarkupToken& token) {
  std::string_view name;
  INTERPRES_RETURN_IF_ERROR(
      ReadName("the name of an attribute, `>` or `/>`", name));
  SkipSpace();
  if (Char(at_) != '=') {
    return ErrorHere("`=` after the name of an attribute");
  }
  ++at_;
  SkipSpace();
  const char quote = Char(at_);
  if (quote != '"' && quote != '\'') {
    return ErrorHere("a quotation mark before the value of an attribute");
  }
  const int64_t begin = ++at_;
  for (; !AtEnd() && Char(at_) != quote; ++at_) {
    INTERPRES_RETURN_IF_ERROR(CheckValueCharacter());
  }
  if (AtEnd()) {
    return ErrorHere("a quotation mark after the value of an attribute");
  }
  token.attributes.push_back({.name = std::string(name),
                              .value = {.begin = begin, .end = at_},
                              .quote = quote,
                              .has_value = true});
  ++at_;
  return absl::OkStatus();
}

// Checks the character here, which is in the value of an attribute.
absl::Status XmlTokenizer::CheckValueCharacter() const {
  if (Char(at_) == '&') {
    return CheckReference(at_);
  }
  if (Char(at_) == '<' || IsForbidden(Char(at_))) {
    return ErrorHere("a character that an attribute may have");
  }
  return absl::OkStatus();
}

}  // namespace interpres
