// Divides HTML into tokens.

#ifndef INTERPRES_MODEL_MARKUP_HTML_TOKENIZER_H_
#define INTERPRES_MODEL_MARKUP_HTML_TOKENIZER_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "model/document/byte_span.h"
#include "model/markup/markup_token.h"

namespace interpres {

// Reads the tokens of HTML by the rules of the HTML standard. Beyond the
// standard, a tag of a template (`<?php if ($a > 0) ?>`, `<%= name %>`) of at
// most 4 KiB is a token, or a part of the tag or of the quoted attribute in
// which it stands. Every byte belongs to one token. No input is an error. Takes
// linear time. Not thread-safe.
class HtmlTokenizer {
 public:
  // Next will read the tokens of the bytes `range` of `text`. The spans of the
  // tokens are offsets in `text`. REQUIRES: `text` outlives this object, and
  // `range` lies in `text`.
  HtmlTokenizer(std::string_view text, ByteSpan range);

  // Sets `token` to the next token and returns true. At the end of the range,
  // clears `token` and returns false.
  bool Next(MarkupToken& token);

 private:
  bool BeginsMarkup(int64_t at);
  // Returns the end of the tag of a template at `at`; `at` if none is there.
  int64_t TemplateTagEnd(int64_t at);
  MarkupTokenKind ReadMarkup(MarkupToken& token);
  // Reads the tag of a template that ends at `end`.
  MarkupTokenKind ReadTemplateTag(int64_t end);
  void ReadText();
  MarkupTokenKind ReadContent(const std::string& element);
  void ReadRawText(std::string_view element);
  void ReadScript();
  MarkupTokenKind ReadTag(MarkupToken& token);
  bool ReadAttribute(MarkupToken& token);
  void ReadValue(MarkupAttribute& attribute);
  void ReadComment();
  void EnterTag(const MarkupToken& token);

  char Char(int64_t at) const {
    return at < static_cast<int64_t>(text_.size()) ? text_[at] : '\0';
  }
  bool AtEnd() const { return at_ >= static_cast<int64_t>(text_.size()); }
  bool StartsWith(int64_t at, std::string_view lower_case) const;
  bool IsTagNamed(int64_t at, std::string_view name) const;
  // Returns whether an end tag that ends the text of `element` is at the offset
  // `at`. `element` is an element whose content is read without markup.
  bool IsEndTagOf(int64_t at, std::string_view element) const;
  // Sets at_ behind the next occurrence of `end`, or to the end of the text if
  // `end` does not occur.
  void SkipPast(std::string_view end);

  const std::string_view text_;
  int64_t at_;
  // The name of the element whose content begins at at_ and is read without
  // markup, such as `script` or `title`. Empty outside such elements.
  std::string raw_name_;
  int64_t foreign_depth_ = 0;  // inside svg and math
  // The first `%>` and the first `?>` behind the last place that TemplateTagEnd
  // searched from; the size of the text if none follows.
  std::array<int64_t, 2> template_closes_ = {};
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_HTML_TOKENIZER_H_
