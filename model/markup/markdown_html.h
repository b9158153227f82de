// HTML inside a paragraph of Markdown.

#ifndef INTERPRES_MODEL_MARKUP_MARKDOWN_HTML_H_
#define INTERPRES_MODEL_MARKUP_MARKDOWN_HTML_H_

#include <cstddef>
#include <string_view>

namespace interpres {

// Returns the length in bytes of the HTML tag at the start of `text` by the
// rules of CommonMark, which are stricter than the rules of HTML. Returns 0 if
// `text` does not begin with a tag. Thread-safe.
std::size_t HtmlTagLength(std::string_view text);

// Returns the length in bytes of the web or mail address in angle brackets at
// the start of `text`, such as `<https://a.example>`, with the brackets.
// Returns 0 if `text` does not begin with such an address. Thread-safe.
std::size_t AutolinkLength(std::string_view text);

// Returns the length in bytes of the web address without brackets at the start
// of `text`, which begins with `https://`, `http://` or `www.`. Punctuation at
// the end does not count. Returns 0 if `text` does not begin with an address of
// more than eight bytes. Thread-safe.
std::size_t BareAddressLength(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_MARKDOWN_HTML_H_
