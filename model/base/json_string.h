// JSON string literals.

#ifndef INTERPRES_MODEL_BASE_JSON_STRING_H_
#define INTERPRES_MODEL_BASE_JSON_STRING_H_

#include <string>
#include <string_view>

namespace interpres {

// Returns `text` as a JSON string literal with its quotes, escaped. ASCII
// control characters become \uXXXX, so the literal is one line. Bytes that are
// not UTF-8 become U+FFFD.
std::string JsonString(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_JSON_STRING_H_
