// The classes of the elements and attributes of HTML.

#ifndef INTERPRES_MODEL_MARKUP_HTML_ELEMENTS_H_
#define INTERPRES_MODEL_MARKUP_HTML_ELEMENTS_H_

#include <string_view>

namespace interpres {

// The rules by which the content of an HTML element is read.
enum class HtmlTextModel {
  kMarkup,      // elements, comments and text
  kReferences,  // text with references to characters
  kRaw,         // text without references to characters
};

// Returns the rules by which the content of the HTML element with the name
// `element` (in lower case) is read. Thread-safe.
HtmlTextModel TextModelOf(std::string_view element);

// Returns whether the HTML element with the name `element` (in lower case) is a
// part of a sentence: phrasing content of the HTML standard, and old elements
// of this kind. Every other element begins and ends a block.
bool IsInlineElement(std::string_view element);

// Returns whether the HTML element with the name `element` (in lower case)
// never has content and an end tag, such as `br`.
bool IsVoidElement(std::string_view element);

// Returns whether the content of the HTML element with the name `element` (in
// lower case) is copied and not translated, such as `code`.
bool IsCopiedElement(std::string_view element);

// Returns whether the start tag of `element` ends the open HTML element `open`
// without an end tag: a paragraph, an option, an item of a list or a part of a
// table. Both names are in lower case.
bool EndsElement(std::string_view element, std::string_view open);

// Returns whether an element with the name `element` (in lower case) inside
// `svg` or `math` is HTML. All other elements there are parts of the graphic or
// of the formula.
bool IsHtmlInGraphic(std::string_view element);

// Returns whether the attribute with the name `attribute` (in lower case) has
// text to translate, in every HTML element: alt, aria-label, placeholder and
// title.
bool IsTextAttribute(std::string_view attribute);

// Returns whether `c` is white space of HTML.
constexpr bool IsHtmlSpace(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_HTML_ELEMENTS_H_
