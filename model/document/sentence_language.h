// The languages that sentence splitting has rules for.

#ifndef INTERPRES_MODEL_DOCUMENT_SENTENCE_LANGUAGE_H_
#define INTERPRES_MODEL_DOCUMENT_SENTENCE_LANGUAGE_H_

#include <string>
#include <string_view>

namespace interpres {

// A language by whose rules paragraphs are split into sentences.
enum class SentenceLanguage {
  kUnknown,
  kEnglish,
  kSpanish,
  kGerman,
  kFrench,
  kItalian,
  kPortuguese,
  kRussian,
  kPolish,
  kCzech,
  kDutch,
  kSwedish,
  kDanishNorwegian,
  kOrdinalDots,  // another language that writes `3.` for "third"
  kOther,
};

// Returns the language of a code of BCP 47, for example kPortuguese for
// `pt-BR`. Accepts any case, underscores, and three-letter codes such as `por`
// of the languages with a constant. Returns kUnknown if `code` is empty or
// `und`, and kOrdinalDots or kOther for all other codes.
SentenceLanguage SentenceLanguageOf(std::string_view code);

// Returns the language subtag of `code` in lower case: `pt` for `PT_br`.
std::string LanguageSubtag(std::string_view code);

// Returns whether the language of `code` writes no space between sentences:
// Chinese and Japanese. False if `code` is empty.
bool OmitsSpaces(std::string_view code);

// Returns whether `language` writes an ordinal number with a full stop, such as
// `3.` in German. True for kGerman, kPolish, kCzech, kDanishNorwegian and
// kOrdinalDots.
bool HasOrdinalDots(SentenceLanguage language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_SENTENCE_LANGUAGE_H_
