// Text inside HTML and SVG.

#ifndef INTERPRES_MODEL_BASE_MARKUP_TEXT_H_
#define INTERPRES_MODEL_BASE_MARKUP_TEXT_H_

#include <string>
#include <string_view>

namespace interpres {

// Returns `text` as the content of an element or of a quoted attribute of HTML
// and XML. Escapes &, <, > and ". U+FFFD replaces what XML does not allow:
// control characters, U+FFFE, U+FFFF, and bytes that are not UTF-8. Replaces
// tabs and line ends too, because they would be invisible.
std::string MarkupText(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_MARKUP_TEXT_H_
