// Divides HTML into tokens.

#ifndef INTERPRES_MODEL_MARKUP_HTML_TOKENIZER_H_
#define INTERPRES_MODEL_MARKUP_HTML_TOKENIZER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "model/document/byte_span.h"
#include "model/markup/markup_token.h"

namespace interpres {

// Reads the tokens of HTML by the rules of the HTML standard. Every byte
// belongs to one token. No input is an error. Takes linear time. Not
// thread-safe.
class HtmlTokenizer {
 public:
  // Reads the bytes `range` of `text`. REQUIRES: `text` outlives this object,
  // and `range` lies in `text`.
  HtmlTokenizer(std::string_view text, ByteSpan range);

  // Reads the next token. Returns false at the end of the range.
  bool Next(MarkupToken& token);

 private:
  bool BeginsMarkup(int64_t at) const;
  MarkupTokenKind ReadMarkup(MarkupToken& token);
  void ReadText();
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
  // Returns whether an end tag that ends the raw text of `element` is at `at`.
  bool IsEndTagOf(int64_t at, std::string_view element) const;
  // Goes behind the next `end`, or to the end of the text.
  void SkipPast(std::string_view end);

  const std::string_view text_;
  int64_t at_;
  // The element whose content is raw text. Empty outside such elements.
  std::string raw_name_;
  int64_t foreign_depth_ = 0;  // inside svg and math
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_HTML_TOKENIZER_H_
