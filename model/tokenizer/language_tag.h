// Tags such as `>>es<<`, which tell a model of several languages what to
// translate into. They are entries of vocab.json, never parsed out of text.

#ifndef INTERPRES_MODEL_TOKENIZER_LANGUAGE_TAG_H_
#define INTERPRES_MODEL_TOKENIZER_LANGUAGE_TAG_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace interpres {

// Bytes of the longest code, that of BCP 47 without extensions (RFC 5646).
inline constexpr std::size_t kLongestLanguageCode = 35;

// Whether it can be a language's code, as in a tag: letters, digits, - and _,
// the first of them no sign.
bool IsLanguageCode(std::string_view text);

// `>>es<<` for `es`.
std::string LanguageTag(std::string_view language);

// `es` for `>>es<<`; nothing for a piece that is no tag.
std::optional<std::string_view> LanguageOfTag(std::string_view piece);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TOKENIZER_LANGUAGE_TAG_H_
