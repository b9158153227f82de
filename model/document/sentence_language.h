// The languages that sentence splitting has rules for.

#ifndef INTERPRES_MODEL_DOCUMENT_SENTENCE_LANGUAGE_H_
#define INTERPRES_MODEL_DOCUMENT_SENTENCE_LANGUAGE_H_

#include <string>
#include <string_view>

namespace interpres {

enum class SentenceLanguage {
  kUnknown,
  kEnglish,
  kSpanish,
  kGerman,
  kFrench,
  kItalian,
  kPortuguese,
  kRussian,
  kOrdinalDots,  // another language that writes `3.` for "third"
  kOther,
};

// Returns the language of a code of BCP 47, for example kPortuguese for
// `pt-BR`. Accepts any case, underscores, and codes of three letters. Returns
// kUnknown if `code` is empty or `und`.
SentenceLanguage SentenceLanguageOf(std::string_view code);

// Returns the language subtag of `code` in lower case: `pt` for `PT_br`.
std::string LanguageSubtag(std::string_view code);

// Returns whether a number with a full stop can be an ordinal number.
bool HasOrdinalDots(SentenceLanguage language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_SENTENCE_LANGUAGE_H_
