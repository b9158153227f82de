// A token of HTML or XML.

#ifndef INTERPRES_MODEL_MARKUP_MARKUP_TOKEN_H_
#define INTERPRES_MODEL_MARKUP_MARKUP_TOKEN_H_

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "model/document/byte_span.h"

namespace interpres {

enum class MarkupTokenKind {
  kText,     // with references to characters
  kRawText,  // without references, for example the content of a script
  kStartTag,
  kEndTag,
  kComment,      // also markup that an HTML parser ignores
  kInstruction,  // a processing instruction of XML
  kDoctype,
  kCdata,          // a CDATA section with its brackets
  kTemplateValue,  // a tag of a template that writes a value: `<%= name %>`
};

// An attribute of a tag of HTML or XML.
struct MarkupAttribute {
  std::string name;   // of HTML: in lower case
  ByteSpan value;     // without quotes; empty if the value is absent
  char quote = '\0';  // the quotation mark; '\0' if absent
  bool has_value = false;
  bool has_template = false;  // a tag of a template stands in the value
};

// A token of HTML or XML, such as a tag, a text or a comment. All spans are
// byte offsets in the text that the tokenizer reads.
struct MarkupToken {
  MarkupTokenKind kind = MarkupTokenKind::kText;
  ByteSpan span;
  std::string name = {};  // of a tag; of HTML: in lower case
  bool self_closing = false;
  std::vector<MarkupAttribute> attributes = {};

  // Returns the first attribute of the tag with the name `attribute`, in lower
  // case for HTML. Returns null if the tag has no such attribute. The pointer
  // is valid while `attributes` is unchanged.
  const MarkupAttribute* Find(std::string_view attribute) const {
    const auto found =
        std::ranges::find(attributes, attribute, &MarkupAttribute::name);
    return found == attributes.end() ? nullptr : &*found;
  }
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_MARKUP_TOKEN_H_
