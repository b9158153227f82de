// JSON string literals, for the reports of the tools.

#ifndef INTERPRES_MODEL_TRAINER_JSON_STRING_H_
#define INTERPRES_MODEL_TRAINER_JSON_STRING_H_

#include <string>
#include <string_view>

namespace interpres {

// A JSON string literal of the text; invalid UTF-8 becomes U+FFFD.
std::string JsonString(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_JSON_STRING_H_
