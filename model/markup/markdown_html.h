// HTML inside a paragraph of Markdown.

#ifndef INTERPRES_MODEL_MARKUP_MARKDOWN_HTML_H_
#define INTERPRES_MODEL_MARKUP_MARKDOWN_HTML_H_

#include <cstddef>
#include <string_view>

namespace interpres {

// Returns the length of the tag at the start of `text` by the rules of
// CommonMark, which are stricter than the rules of HTML. 0 if `text` begins
// with no tag. Thread-safe.
std::size_t HtmlTagLength(std::string_view text);

// Returns the length of the address in angle brackets at the start of `text`,
// such as `<https://a.example>`. 0 if `text` begins with no such address.
// Thread-safe.
std::size_t AutolinkLength(std::string_view text);

// Returns the length of the web address without brackets at the start of
// `text`, such as `https://a.example`. 0 if `text` begins with no address.
// Thread-safe.
std::size_t BareAddressLength(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_MARKDOWN_HTML_H_
