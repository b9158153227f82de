// Words that show whether a sentence begins or continues.

#ifndef INTERPRES_MODEL_DOCUMENT_SENTENCE_WORDS_H_
#define INTERPRES_MODEL_DOCUMENT_SENTENCE_WORDS_H_

#include <string_view>

#include "model/document/sentence_language.h"

namespace interpres {

// Returns whether `word` begins with a capital and is a typical first word of a
// sentence, such as an article, a pronoun or a conjunction. Names and nouns are
// not typical, so that `U.S. Government` differs from `the U.S. He`. kUnknown
// means the words of the languages with `for_unknown` (language_words.h).
// Always false for languages without a list. Thread-safe.
bool IsFirstWord(SentenceLanguage language, std::u32string_view word);

// Returns whether `word`, in any case, is in the list of IsFirstWord: articles,
// pronouns, conjunctions and other typical first words of a sentence. Such a
// word is no abbreviation. Uses the same languages as IsFirstWord. Thread-safe.
bool IsCommonWord(SentenceLanguage language, std::u32string_view word);

// Returns whether `word`, in any case, is a verb that names a speaker: `said`,
// `dijo`. After a quoted question, this verb continues the sentence. Uses the
// same languages as IsFirstWord. Thread-safe.
bool IsSpeechVerb(SentenceLanguage language, std::u32string_view word);

// Returns whether `word`, in any case, often stands before the number of a part
// of a text, as in `Chapter 3` and `Abb. 2`. Knows words of `language` and of
// the languages with `for_unknown`, because texts quote titles of other
// languages. Thread-safe.
bool IsSectionWord(SentenceLanguage language, std::u32string_view word);

// Returns whether an ordinal number, such as `3.`, often stands before `word`:
// months, `und`, and nouns such as `Jahrhundert`, in any case. Always false for
// languages without such ordinal numbers. kUnknown means German. Thread-safe.
bool FollowsOrdinal(SentenceLanguage language, std::u32string_view word);

// Returns whether `word`, given without its mark and in any case, is a name
// that ends with a mark: `Yahoo` for `Yahoo!`. Thread-safe.
bool IsNameWithMark(std::u32string_view word);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_SENTENCE_WORDS_H_
