#include "model/markup/inline_scanner.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "model/base/status.h"
#include "model/markup/character_reference.h"
#include "model/markup/html_elements.h"
#include "model/markup/html_tokenizer.h"
#include "model/markup/markdown_html.h"
#include "model/markup/markdown_lines.h"
#include "model/markup/translate_attribute.h"

namespace interpres {
namespace {

using InlineKind = InlineMark::Kind;

constexpr int64_t kMaxLabel = 999;

bool IsPunctuation(char c) {
  return absl::ascii_ispunct(static_cast<unsigned char>(c));
}

// Returns whether the element of an HTML tag is copied.
bool IsCopied(std::string_view text, const MarkupToken& tag) {
  return !StatedTranslation(text, tag).value_or(!IsCopiedElement(tag.name));
}

}  // namespace

InlineScanner::InlineScanner(std::string_view text,
                             const absl::flat_hash_set<std::string>& labels)
    : text_(text), labels_(labels), emphasis_(text) {
  for (std::size_t at = text.find('`'); at != text.npos;) {
    const std::size_t end =
        std::min(text.find_first_not_of('`', at), text.size());
    backticks_[static_cast<int64_t>(end - at)].push_back(
        static_cast<int64_t>(at));
    at = text.find('`', end);
  }
  FindEndTags();
  const std::size_t last = text.rfind(')');
  last_bracket_ = last == text.npos ? -1 : static_cast<int64_t>(last);
}

void InlineScanner::Add(InlineKind kind, int64_t length, std::string text) {
  marks_.push_back({.kind = kind,
                    .span = {.begin = at_, .end = at_ + length},
                    .text = std::move(text)});
  at_ += length;
}

bool InlineScanner::AddUntil(std::string_view end, InlineKind kind) {
  if (absent_.contains(std::string(end))) {
    return false;
  }
  const std::size_t found = text_.find(end, at_);
  if (found == text_.npos) {
    absent_.insert(std::string(end));
    return false;
  }
  Add(kind, static_cast<int64_t>(found + end.size()) - at_);
  return true;
}

// `</name>`, with white space after the name.
void InlineScanner::FindEndTags() {
  for (std::size_t at = text_.find("</"); at != text_.npos;
       at = text_.find("</", at)) {
    const std::size_t name = at + 2;
    at = name;
    while (at < text_.size() &&
           (absl::ascii_isalnum(static_cast<unsigned char>(text_[at])) ||
            text_[at] == '-')) {
      ++at;
    }
    const std::size_t close = text_.find_first_not_of(" \t\n\f\r", at);
    if (at > name && close != text_.npos && text_[close] == '>') {
      end_tags_[absl::AsciiStrToLower(AsAbsl(text_.substr(name, at - name)))]
          .push_back(static_cast<int64_t>(close) + 1);
    }
    at = std::min(close, text_.size());
  }
}

bool InlineScanner::AddUntilEndTag(const std::string& name,
                                   InlineMark::Kind kind) {
  const std::vector<int64_t>& ends = end_tags_[name];
  const auto next = std::ranges::upper_bound(ends, at_);
  if (next == ends.end()) {
    return false;
  }
  Add(kind, *next - at_);
  return true;
}

void InlineScanner::ReadEscape() {
  const char next = Char(at_ + 1);
  if (next == '\n') {
    Add(InlineKind::kBreak, 2);
  } else if (IsPunctuation(next)) {
    Add(InlineKind::kSpelled, 2, std::string(1, next));
  } else {
    ++at_;
  }
}

// Code ends at the next run of as many backticks.
void InlineScanner::ReadCode() {
  const auto end = static_cast<int64_t>(
      std::min(text_.find_first_not_of('`', at_), text_.size()));
  const int64_t length = end - at_;
  const std::vector<int64_t>& runs = backticks_[length];
  const auto next = std::ranges::upper_bound(runs, at_);
  if (next == runs.end()) {
    at_ = end;
  } else {
    Add(InlineKind::kObject, *next + length - at_);
  }
}

// Reads a tag by the rules of HTML. A copied element is an object.
void InlineScanner::ReadTag(std::size_t length) {
  const auto size = static_cast<int64_t>(length);
  HtmlTokenizer tokenizer(text_, {.begin = at_, .end = at_ + size});
  MarkupToken tag;
  tokenizer.Next(tag);
  if (tag.name == "br") {
    Add(InlineKind::kBreak, size);
  } else if (tag.kind == MarkupTokenKind::kEndTag) {
    Add(InlineKind::kClose, size, "<" + tag.name);
  } else if (tag.self_closing || IsVoidElement(tag.name)) {
    Add(InlineKind::kStandalone, size);
  } else if (!IsCopied(text_, tag) ||
             !AddUntilEndTag(std::string(tag.name), InlineKind::kObject)) {
    Add(InlineKind::kOpen, size, "<" + tag.name);
  }
}

bool InlineScanner::ReadHtml(std::string_view rest) {
  if (rest.starts_with("<!--")) {
    return AddUntil("-->", InlineKind::kStandalone);
  }
  if (rest.starts_with("<?")) {
    return AddUntil("?>", InlineKind::kStandalone);
  }
  if (rest.starts_with("<![CDATA[")) {
    return AddUntil("]]>", InlineKind::kStandalone);
  }
  if (rest.starts_with("<!")) {
    return absl::ascii_isalpha(static_cast<unsigned char>(Char(at_ + 2))) &&
           AddUntil(">", InlineKind::kStandalone);
  }
  return false;
}

void InlineScanner::ReadAngleBracket() {
  const std::string_view rest = text_.substr(at_);
  if (const std::size_t length = AutolinkLength(rest); length > 0) {
    Add(InlineKind::kObject, static_cast<int64_t>(length));
  } else if (const std::size_t tag = HtmlTagLength(rest); tag > 0) {
    ReadTag(tag);
  } else if (!ReadHtml(rest)) {
    ++at_;
  }
}

void InlineScanner::ReadReference() {
  CharacterReference reference =
      ReadCharacterReference(text_.substr(at_), ReferencePlace::kStrict);
  if (reference.length > 0) {
    Add(InlineKind::kSpelled, reference.length, std::move(reference.text));
  } else {
    ++at_;
  }
}

// An address stands after white space or at the start of a line.
void InlineScanner::ReadAddress() {
  const char before = at_ > 0 ? text_[at_ - 1] : ' ';
  const bool can_begin =
      IsHtmlSpace(before) ||
      std::string_view("*_~(").find(before) != std::string_view::npos;
  const std::size_t length =
      can_begin ? BareAddressLength(text_.substr(at_)) : 0;
  if (length > 0) {
    Add(InlineKind::kObject, static_cast<int64_t>(length));
  } else {
    ++at_;
  }
}

// Two spaces before the end of a line are a line break.
void InlineScanner::ReadLineEnd() {
  int64_t begin = at_;
  while (begin > 0 && text_[begin - 1] == ' ' &&
         (marks_.empty() || marks_.back().span.end < begin)) {
    --begin;
  }
  if (at_ - begin >= 2) {
    const int64_t end = at_ + 1;
    at_ = begin;
    Add(InlineKind::kBreak, end - begin);
  } else {
    ++at_;
  }
}

void InlineScanner::OpenBracket(int64_t length) {
  brackets_.push_back({.begin = at_,
                       .end = at_ + length,
                       .is_image = length > 1,
                       .mark_count = marks_.size(),
                       .run_count = emphasis_.run_count(),
                       .pair_count = emphasis_.pairs().size()});
  at_ += length;
}

int64_t InlineScanner::SkipSpace(int64_t at) const {
  while (IsHtmlSpace(Char(at))) {
    ++at;
  }
  return at;
}

// Returns the end of the address of a link whose `<` is at `at`. -1 if it is no
// address.
int64_t InlineScanner::EndOfAngleDestination(int64_t at) const {
  const auto size = static_cast<int64_t>(text_.size());
  for (int64_t i = at + 1; i < size; ++i) {
    const char c = text_[i];
    if (c == '\\' && IsPunctuation(Char(i + 1))) {
      ++i;
    } else if (c == '\n' || c == '<' || c == '>') {
      return c == '>' ? i + 1 : -1;
    }
  }
  return -1;
}

// Returns the end of the address of a link. -1 if it is no address.
int64_t InlineScanner::EndOfDestination(int64_t at) const {
  if (Char(at) == '<') {
    return EndOfAngleDestination(at);
  }
  constexpr int kMaxDepth = 32;
  const auto size = static_cast<int64_t>(text_.size());
  int depth = 0;
  for (int64_t i = at; i < size; ++i) {
    const char c = text_[i];
    if (c == '\\' && IsPunctuation(Char(i + 1))) {
      ++i;
    } else if (IsHtmlSpace(c) || (c == ')' && depth == 0)) {
      return i;
    } else if (c == '(' || c == ')') {
      depth += c == '(' ? 1 : -1;
    }
    if (depth > kMaxDepth) {
      return -1;
    }
  }
  return -1;
}

// Returns the end of the title of a link. `at` if there is no title, -1 if it
// has no end.
int64_t InlineScanner::EndOfTitle(int64_t at) const {
  const char open = Char(at);
  if (open != '"' && open != '\'' && open != '(') {
    return at;
  }
  const char close = open == '(' ? ')' : open;
  for (int64_t i = at + 1; i < static_cast<int64_t>(text_.size()); ++i) {
    if (text_[i] == '\\') {
      ++i;
    } else if (text_[i] == close) {
      return i + 1;
    } else if (text_[i] == open) {
      return -1;
    }
  }
  return -1;
}

// Returns the end of the link whose text ends with the `]` at at_. -1 if the
// brackets are no link.
int64_t InlineScanner::EndOfLink(const Bracket& bracket) const {
  const int64_t next = at_ + 1;
  if (Char(next) == '(' && next < last_bracket_) {
    const int64_t address = EndOfDestination(SkipSpace(next + 1));
    const int64_t title = address < 0 ? -1 : EndOfTitle(SkipSpace(address));
    const int64_t end = title < 0 ? -1 : SkipSpace(title);
    if (end >= 0 && Char(end) == ')') {
      return end + 1;
    }
  }
  if (labels_.empty()) {
    return -1;
  }
  ByteSpan label = {.begin = bracket.end, .end = at_};
  int64_t end = next;
  if (Char(next) == '[') {
    const std::size_t close =
        text_.substr(0, std::min<std::size_t>(text_.size(), next + kMaxLabel))
            .find(']', next);
    if (close != text_.npos) {
      end = static_cast<int64_t>(close) + 1;
      label = end > next + 2 ? ByteSpan{next + 1, end - 1} : label;
    }
  }
  if (label.end - label.begin > kMaxLabel) {
    return -1;
  }
  const std::string_view bytes = BytesOf(text_, label);
  return bytes.find_first_of("[]") == bytes.npos &&
                 labels_.contains(NormalizedLabel(bytes))
             ? end
             : -1;
}

void InlineScanner::AddLink(const Bracket& bracket, int64_t end) {
  const int64_t close = at_;
  const bool is_note = Char(bracket.end) == '^';
  if (bracket.is_image || is_note) {
    // Nothing inside is markup.
    marks_.resize(bracket.mark_count);
    emphasis_.RemoveFrom(bracket.run_count, bracket.pair_count);
    at_ = bracket.begin;
    Add(is_note ? InlineKind::kObject : InlineKind::kStandalone,
        end - bracket.begin);
    if (bracket.is_image) {
      marks_.back().alt = {.begin = bracket.end, .end = close};
    }
    return;
  }
  emphasis_.PairFrom(bracket.run_count);
  marks_.push_back({.kind = InlineKind::kOpen,
                    .span = {.begin = bracket.begin, .end = bracket.end},
                    .text = "["});
  Add(InlineKind::kClose, end - at_, "[");
}

void InlineScanner::CloseBracket() {
  if (brackets_.empty()) {
    ++at_;
    return;
  }
  const Bracket bracket = brackets_.back();
  brackets_.pop_back();
  const bool is_active = bracket.is_image || brackets_.size() >= inactive_;
  inactive_ = std::min(inactive_, brackets_.size());
  const int64_t end = is_active ? EndOfLink(bracket) : -1;
  if (end < 0) {
    ++at_;
    return;
  }
  AddLink(bracket, end);
  if (!bracket.is_image) {
    inactive_ = brackets_.size();
  }
}

void InlineScanner::ReadChar() {
  switch (text_[at_]) {
    case '\\':
      ReadEscape();
      break;
    case '`':
      ReadCode();
      break;
    case '<':
      ReadAngleBracket();
      break;
    case '&':
      ReadReference();
      break;
    case '*':
    case '_':
    case '~':
      at_ += emphasis_.AddRun(at_);
      break;
    case '[':
      OpenBracket(1);
      break;
    case '!':
      if (Char(at_ + 1) == '[') {
        OpenBracket(2);
      } else {
        ++at_;
      }
      break;
    case ']':
      CloseBracket();
      break;
    case '\n':
      ReadLineEnd();
      break;
    case 'h':
    case 'w':
      ReadAddress();
      break;
    default:
      ++at_;
  }
}

std::vector<InlineMark> InlineScanner::Scan() {
  while (at_ < static_cast<int64_t>(text_.size())) {
    ReadChar();
  }
  emphasis_.PairFrom(0);
  for (const auto& [open, close] : emphasis_.pairs()) {
    const std::string name(BytesOf(text_, open));
    marks_.push_back({.kind = InlineKind::kOpen, .span = open, .text = name});
    marks_.push_back({.kind = InlineKind::kClose, .span = close, .text = name});
  }
  std::ranges::stable_sort(
      marks_, {}, [](const InlineMark& mark) { return mark.span.begin; });
  return std::move(marks_);
}

}  // namespace interpres
