// Divides XML into tokens.

#ifndef INTERPRES_MODEL_MARKUP_XML_TOKENIZER_H_
#define INTERPRES_MODEL_MARKUP_XML_TOKENIZER_H_

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/document/byte_span.h"
#include "model/markup/markup_token.h"

namespace interpres {

// Returns the INVALID_ARGUMENT error for XML that is not well-formed. `found`
// describes the content at the byte `offset` of the text, and `expected`
// describes correct content. Both become parts of the message.
absl::Status XmlError(int64_t offset, std::string_view found,
                      std::string_view expected);

// Returns whether `name` can be the name of an element or attribute of XML.
// Accepts all bytes beyond ASCII as letters. False for "".
bool IsXmlName(std::string_view name);

// Reads the tokens of XML. Every byte belongs to one token. Takes linear time.
// Does not compare the names of start tags and end tags. Not thread-safe.
class XmlTokenizer {
 public:
  // REQUIRES: `text` outlives this object.
  explicit XmlTokenizer(std::string_view text) : text_(text) {}

  // Writes the next token to `token` and returns true. Returns false and an
  // empty token at the end of the text. Returns INVALID_ARGUMENT if the token
  // is not well-formed. After an error this tokenizer must not be used any
  // more.
  absl::StatusOr<bool> Next(MarkupToken& token);

 private:
  absl::StatusOr<MarkupTokenKind> ReadMarkup(MarkupToken& token);
  absl::Status ReadText();
  absl::Status CheckTextCharacter() const;
  absl::Status CheckReference(int64_t at) const;
  absl::Status ReadComment();
  absl::Status ReadSection(std::string_view end, std::string_view what);
  absl::Status ReadDoctype();
  absl::Status ReadDoctypePart(int64_t& depth);
  absl::Status ReadTag(MarkupToken& token);
  absl::Status ReadAttribute(MarkupToken& token);
  absl::Status CheckValueCharacter() const;
  absl::Status ReadName(std::string_view what, std::string_view& name);
  bool SkipSpace();

  char Char(int64_t at) const {
    return at < static_cast<int64_t>(text_.size()) ? text_[at] : '\0';
  }
  bool AtEnd() const { return at_ >= static_cast<int64_t>(text_.size()); }
  bool StartsWith(std::string_view prefix) const {
    return text_.substr(at_).starts_with(prefix);
  }
  absl::Status ErrorHere(std::string_view expected) const;

  const std::string_view text_;
  int64_t at_ = 0;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_XML_TOKENIZER_H_
