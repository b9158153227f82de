// Text inside HTML and SVG.

#ifndef INTERPRES_MODEL_BASE_MARKUP_TEXT_H_
#define INTERPRES_MODEL_BASE_MARKUP_TEXT_H_

#include <string>
#include <string_view>

namespace interpres {

// Returns `text` escaped for use in HTML and XML, as the content of an element
// or of an attribute in double quotes. Escapes &, <, > and ". Replaces
// characters below U+0020, U+FFFE, U+FFFF and bytes that are not UTF-8 by
// U+FFFD, because XML does not allow them. Replaces tabs and line ends by
// U+FFFD too, because they would be invisible.
std::string MarkupText(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_MARKUP_TEXT_H_
