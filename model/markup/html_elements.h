// The classes of the elements and attributes of HTML.

#ifndef INTERPRES_MODEL_MARKUP_HTML_ELEMENTS_H_
#define INTERPRES_MODEL_MARKUP_HTML_ELEMENTS_H_

#include <string_view>

namespace interpres {

// The meaning of the content of an element.
enum class HtmlTextModel {
  kMarkup,      // elements, comments and text
  kReferences,  // text with references to characters
  kRaw,         // text without references to characters
};

// All names are in lower case. All functions are thread-safe.
HtmlTextModel TextModelOf(std::string_view element);

// Returns whether an element is a part of a sentence. These are the phrasing
// content of the HTML standard, and old elements of this kind. Every other
// element begins and ends a block.
bool IsInlineElement(std::string_view element);

// Returns whether an element has no end tag.
bool IsVoidElement(std::string_view element);

// Returns whether the content of an element is copied and not translated.
bool IsCopiedElement(std::string_view element);

// Returns whether the start of `element` ends an open element `open` without an
// end tag: a paragraph, an item of a list or a part of a table.
bool EndsElement(std::string_view element, std::string_view open);

// Returns whether the start of `element` inside `svg` or `math` is HTML. All
// other elements there are parts of the graphic or of the formula.
bool IsHtmlInGraphic(std::string_view element);

// Returns whether the attribute of every element has text to translate.
bool IsTextAttribute(std::string_view attribute);

// Returns whether `c` is white space of HTML.
constexpr bool IsHtmlSpace(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_HTML_ELEMENTS_H_
