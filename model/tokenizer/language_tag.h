// Tags such as `>>es<<`, which tell a model of several languages what to
// translate into. They are entries of vocab.json, never parsed out of text.

#ifndef INTERPRES_MODEL_TOKENIZER_LANGUAGE_TAG_H_
#define INTERPRES_MODEL_TOKENIZER_LANGUAGE_TAG_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace interpres {

// Maximum length of a language code in bytes: BCP 47 without extensions
// (RFC 5646).
inline constexpr std::size_t kLongestLanguageCode = 35;

// Returns whether `text` can be the language code in a tag: letters, digits,
// "-" and "_", not beginning with "-" or "_".
bool IsLanguageCode(std::string_view text);

// Returns `>>es<<` for `es`.
std::string LanguageTag(std::string_view language);

// Returns `es` for `>>es<<`; nullopt for a piece that is not a tag.
std::optional<std::string_view> LanguageOfTag(std::string_view piece);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TOKENIZER_LANGUAGE_TAG_H_
