#include "model/markup/html_tokenizer.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/ascii.h"
#include "model/markup/html_elements.h"

namespace interpres {
namespace {

constexpr int64_t kMaxTemplateTag = 4096;

bool IsAlpha(char c) {
  return absl::ascii_isalpha(static_cast<unsigned char>(c));
}

char Lower(char c) {
  return absl::ascii_tolower(static_cast<unsigned char>(c));
}

std::string LowerAscii(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), Lower);
  return lower;
}

}  // namespace

HtmlTokenizer::HtmlTokenizer(std::string_view text, ByteSpan range)
    : text_(text.substr(0, range.end)), at_(range.begin) {}

bool HtmlTokenizer::StartsWith(int64_t at, std::string_view lower_case) const {
  const std::string_view here =
      text_.substr(std::min<std::size_t>(at, text_.size()), lower_case.size());
  return std::ranges::equal(here, lower_case, {}, Lower);
}

// Whether a name of a tag is at `at`, and the name ends there.
bool HtmlTokenizer::IsTagNamed(int64_t at, std::string_view name) const {
  const int64_t end = at + static_cast<int64_t>(name.size());
  return StartsWith(at, name) &&
         (IsHtmlSpace(Char(end)) || Char(end) == '/' || Char(end) == '>');
}

bool HtmlTokenizer::IsEndTagOf(int64_t at, std::string_view element) const {
  return element != "plaintext" && Char(at) == '<' && Char(at + 1) == '/' &&
         IsTagNamed(at + 2, element);
}

void HtmlTokenizer::SkipPast(std::string_view end) {
  const std::size_t found = text_.find(end, at_);
  at_ = static_cast<int64_t>(
      found == std::string_view::npos ? text_.size() : found + end.size());
}

int64_t HtmlTokenizer::TemplateTagEnd(int64_t at) {
  const char mark = Char(at + 1);
  if (Char(at) != '<' || (mark != '%' && mark != '?')) {
    return at;
  }
  constexpr int64_t kMarks = 2;  // bytes of `<%` and of `%>`
  int64_t& close = template_closes_[mark == '%' ? 0 : 1];
  if (close < at + kMarks) {
    const std::size_t found =
        text_.find(mark == '%' ? "%>" : "?>", at + kMarks);
    close = static_cast<int64_t>(std::min(found, text_.size()));
  }
  const int64_t end = close + kMarks;
  if (end > static_cast<int64_t>(text_.size()) || end - at > kMaxTemplateTag) {
    return at;
  }
  // The end of another tag, which begins before it.
  const std::string_view inside =
      text_.substr(at + kMarks, close - at - kMarks);
  return inside.find(text_.substr(at, kMarks)) == std::string_view::npos ? end
                                                                         : at;
}

bool HtmlTokenizer::BeginsMarkup(int64_t at) {
  const char next = Char(at + 1);
  return IsAlpha(next) || next == '!' || next == '?' ||
         (next == '/' && at + 2 < static_cast<int64_t>(text_.size())) ||
         TemplateTagEnd(at) > at;
}

bool HtmlTokenizer::Next(MarkupToken& token) {
  token = MarkupToken();
  if (AtEnd()) {
    return false;
  }
  token.span.begin = at_;
  const std::string raw_name = std::exchange(raw_name_, "");
  if (!raw_name.empty() && !IsEndTagOf(at_, raw_name)) {
    token.kind = ReadContent(raw_name);
  } else if (text_[at_] == '<' && BeginsMarkup(at_)) {
    token.kind = ReadMarkup(token);
  } else {
    token.kind = MarkupTokenKind::kText;
    ReadText();
  }
  token.span.end = at_;
  return true;
}

void HtmlTokenizer::ReadText() {
  do {
    const std::size_t found = text_.find('<', at_ + 1);
    at_ = static_cast<int64_t>(std::min(found, text_.size()));
  } while (!AtEnd() && !BeginsMarkup(at_));
}

// Reads a part of the content of an element that has no tags inside.
MarkupTokenKind HtmlTokenizer::ReadContent(const std::string& element) {
  if (element == "script") {
    ReadScript();
    return MarkupTokenKind::kRawText;
  }
  if (TextModelOf(element) != HtmlTextModel::kReferences) {
    ReadRawText(element);
    return MarkupTokenKind::kRawText;
  }
  raw_name_ = element;
  if (const int64_t end = TemplateTagEnd(at_); end > at_) {
    return ReadTemplateTag(end);
  }
  ReadRawText(element);
  return MarkupTokenKind::kText;
}

// Goes to the end tag of the element, to the tag of a template that may stand
// in the element, or to the end of the text.
void HtmlTokenizer::ReadRawText(std::string_view element) {
  const bool may_have_template =
      TextModelOf(element) == HtmlTextModel::kReferences;
  while (!AtEnd() && !IsEndTagOf(at_, element) &&
         !(may_have_template && TemplateTagEnd(at_) > at_)) {
    const std::size_t found = text_.find('<', at_ + 1);
    at_ = static_cast<int64_t>(std::min(found, text_.size()));
  }
}

MarkupTokenKind HtmlTokenizer::ReadTemplateTag(int64_t end) {
  bool is_value = StartsWith(at_, "<%=") || StartsWith(at_, "<?=");
  if (StartsWith(at_, "<?php")) {
    int64_t command = at_ + 5;
    while (IsHtmlSpace(Char(command))) {
      ++command;
    }
    is_value = StartsWith(command, "echo ") || StartsWith(command, "print ");
  }
  at_ = end;
  return is_value ? MarkupTokenKind::kTemplateValue : MarkupTokenKind::kComment;
}

// A script in a comment may have an element `script` inside.
void HtmlTokenizer::ReadScript() {
  bool in_comment = false;
  bool in_inner_script = false;
  for (; !AtEnd(); ++at_) {
    if (StartsWith(at_, "-->")) {
      in_comment = in_inner_script = false;
    } else if (text_[at_] != '<') {
      continue;
    } else if (StartsWith(at_, "<!--")) {
      in_comment = true;
      at_ += 1;  // the dashes may be a part of `-->`
    } else if (in_comment && IsTagNamed(at_ + 1, "script")) {
      in_inner_script = true;
    } else if (IsEndTagOf(at_, "script") &&
               !std::exchange(in_inner_script, false)) {
      return;
    }
  }
}

MarkupTokenKind HtmlTokenizer::ReadMarkup(MarkupToken& token) {
  const char next = Char(at_ + 1);
  if (IsAlpha(next) || (next == '/' && IsAlpha(Char(at_ + 2)))) {
    return ReadTag(token);
  }
  if (StartsWith(at_, "<!--")) {
    ReadComment();
    return MarkupTokenKind::kComment;
  }
  if (const int64_t end = TemplateTagEnd(at_); end > at_) {
    return ReadTemplateTag(end);
  }
  if (foreign_depth_ > 0 && StartsWith(at_, "<![cdata[")) {
    SkipPast("]]>");
    return MarkupTokenKind::kComment;
  }
  const bool is_doctype = StartsWith(at_, "<!doctype");
  SkipPast(">");
  return is_doctype ? MarkupTokenKind::kDoctype : MarkupTokenKind::kComment;
}

void HtmlTokenizer::ReadComment() {
  at_ += 4;
  if (Char(at_) == '>' || StartsWith(at_, "->")) {
    SkipPast(">");
    return;
  }
  while (!AtEnd()) {
    SkipPast("--");
    const int64_t end = Char(at_) == '!' ? at_ + 1 : at_;
    if (Char(end) == '>') {
      at_ = end + 1;
      return;
    }
    // In `--->` the second dash begins the end.
    at_ -= Char(at_) == '-' ? 1 : 0;
  }
}

MarkupTokenKind HtmlTokenizer::ReadTag(MarkupToken& token) {
  const bool is_end = Char(at_ + 1) == '/';
  at_ += is_end ? 2 : 1;
  const int64_t begin = at_;
  while (!AtEnd() && !IsHtmlSpace(text_[at_]) && text_[at_] != '/' &&
         text_[at_] != '>') {
    ++at_;
  }
  token.name = LowerAscii(text_.substr(begin, at_ - begin));
  while (ReadAttribute(token)) {
  }
  if (AtEnd()) {  // the standard ignores an unfinished tag
    token = {.span = token.span};
    return MarkupTokenKind::kComment;
  }
  token.self_closing = text_[at_ - 1] == '/' && token.self_closing;
  ++at_;
  token.kind = is_end ? MarkupTokenKind::kEndTag : MarkupTokenKind::kStartTag;
  EnterTag(token);
  return token.kind;
}

// Reads the white space before an attribute, and the attribute. Returns false
// at `>` and at the end of the text.
bool HtmlTokenizer::ReadAttribute(MarkupToken& token) {
  while (!AtEnd() && (IsHtmlSpace(text_[at_]) || text_[at_] == '/')) {
    token.self_closing = text_[at_] == '/';
    ++at_;
  }
  if (AtEnd() || text_[at_] == '>') {
    return false;
  }
  token.self_closing = false;
  if (const int64_t end = TemplateTagEnd(at_); end > at_) {
    at_ = end;
    return true;
  }
  const int64_t begin = at_;
  do {  // a name may begin with `=`
    ++at_;
  } while (!AtEnd() && !IsHtmlSpace(text_[at_]) && text_[at_] != '/' &&
           text_[at_] != '>' && text_[at_] != '=');
  MarkupAttribute attribute = {
      .name = LowerAscii(text_.substr(begin, at_ - begin)), .value = {}};
  int64_t equals = at_;
  while (IsHtmlSpace(Char(equals))) {
    ++equals;
  }
  if (Char(equals) == '=') {
    at_ = equals + 1;
    ReadValue(attribute);
  }
  token.attributes.push_back(std::move(attribute));
  return true;
}

void HtmlTokenizer::ReadValue(MarkupAttribute& attribute) {
  while (!AtEnd() && IsHtmlSpace(text_[at_])) {
    ++at_;
  }
  attribute.has_value = true;
  attribute.value = {.begin = at_, .end = at_};
  if (AtEnd() || text_[at_] == '>') {
    return;
  }
  if (text_[at_] == '"' || text_[at_] == '\'') {
    attribute.quote = text_[at_];
    attribute.value.begin = ++at_;
    while (!AtEnd() && text_[at_] != attribute.quote) {
      const int64_t end = TemplateTagEnd(at_);
      attribute.has_template |= end > at_;
      at_ = std::max(end, at_ + 1);
    }
    attribute.value.end = at_;
    at_ = std::min(at_ + 1, static_cast<int64_t>(text_.size()));
    return;
  }
  while (!AtEnd() && !IsHtmlSpace(text_[at_]) && text_[at_] != '>') {
    ++at_;
  }
  attribute.value.end = at_;
}

void HtmlTokenizer::EnterTag(const MarkupToken& token) {
  const bool is_start = token.kind == MarkupTokenKind::kStartTag;
  if (token.name == "svg" || token.name == "math") {
    foreign_depth_ += is_start ? (token.self_closing ? 0 : 1) : -1;
    foreign_depth_ = std::max<int64_t>(foreign_depth_, 0);
  } else if (is_start && foreign_depth_ == 0 &&
             TextModelOf(token.name) != HtmlTextModel::kMarkup) {
    raw_name_ = token.name;
  }
}

}  // namespace interpres
