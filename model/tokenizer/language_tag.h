// Tags such as `>>es<<`, which tell a model of several languages what to
// translate into, and tags such as `<<bt>>`, which tell a model in training
// from which corpus a source is. They are entries of vocab.json, never parsed
// out of text.

#ifndef INTERPRES_MODEL_TOKENIZER_LANGUAGE_TAG_H_
#define INTERPRES_MODEL_TOKENIZER_LANGUAGE_TAG_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace interpres {

// Maximum length of a language code in a tag, in bytes. RFC 5646 (BCP 47)
// recommends room for codes of this length.
inline constexpr std::size_t kLongestLanguageCode = 35;

// The target and the source language that the tags of a source text name, in
// the spelling of Tokenizer::tagged_languages. "" means no tag.
struct LanguageTags {
  std::string target = {};
  // Ignored unless Tokenizer::HasSourceTags.
  std::string source = {};
};

// Returns whether `text` can be the language code in a tag. A code has 1 to
// kLongestLanguageCode letters and digits of ASCII, "-" and "_". It begins with
// a letter or a digit.
bool IsLanguageCode(std::string_view text);

// Returns `>>es<<` for `es`.
std::string LanguageTag(std::string_view language);

// Returns the language code in a tag: `es` for `>>es<<`. Returns nullopt if
// `piece` is not a tag. The result points into `piece`. Does not check the code
// with IsLanguageCode.
std::optional<std::string_view> LanguageOfTag(std::string_view piece);

// Returns the tag of a corpus: `<<bt>>` for `bt`. The form differs from a
// language tag, because a server offers the language of each language tag.
std::string CorpusTag(std::string_view name);

// Returns the name in a corpus tag: `bt` for `<<bt>>`. Returns nullopt if
// `piece` is not a corpus tag, or if IsLanguageCode rejects the name. The
// result points into `piece`.
std::optional<std::string_view> NameOfCorpusTag(std::string_view piece);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TOKENIZER_LANGUAGE_TAG_H_
