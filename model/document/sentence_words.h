// Words that show whether a sentence begins or continues.

#ifndef INTERPRES_MODEL_DOCUMENT_SENTENCE_WORDS_H_
#define INTERPRES_MODEL_DOCUMENT_SENTENCE_WORDS_H_

#include <string_view>

#include "model/document/sentence_language.h"

namespace interpres {

// Returns whether `word` is a typical first word of a sentence: an article, a
// pronoun, a preposition or a conjunction, with a capital. Names and nouns are
// not, so that `U.S. Government` differs from `the U.S. He`. Thread-safe.
bool IsFirstWord(SentenceLanguage language, std::u32string_view word);

// Returns whether `word`, in any case, is in the list of IsFirstWord: then the
// word is no abbreviation. Thread-safe.
bool IsCommonWord(SentenceLanguage language, std::u32string_view word);

// Returns whether `word` is a verb that names a speaker: `said`, `dijo`. Such a
// verb after a quoted question continues the sentence. Thread-safe.
bool IsSpeechVerb(SentenceLanguage language, std::u32string_view word);

// Returns whether `word` comes before the number of a part of a text:
// `Chapter`, `Abb`. Thread-safe.
bool IsSectionWord(std::u32string_view word);

// Returns whether an ordinal number often comes before `word`: months and nouns
// such as `Jahrhundert`. Thread-safe.
bool FollowsOrdinal(SentenceLanguage language, std::u32string_view word);

// Returns whether `word` is a name that ends with a mark: `Yahoo!`.
// Thread-safe.
bool IsNameWithMark(std::u32string_view word);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_SENTENCE_WORDS_H_
