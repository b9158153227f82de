// The words of each language that show where its sentences end.

#ifndef INTERPRES_MODEL_DOCUMENT_LANGUAGE_WORDS_H_
#define INTERPRES_MODEL_DOCUMENT_LANGUAGE_WORDS_H_

#include <string_view>

#include "model/document/sentence_language.h"

namespace interpres {

// The lists of one language. Each list has words with single spaces between
// them. Abbreviations are written in the case that FindAbbreviation needs. The
// other lists are in lower case.
struct LanguageWords {
  SentenceLanguage language = SentenceLanguage::kUnknown;
  // The subtag of the language, for the abbreviations of CLDR.
  const char* code = "";
  // Texts of an unknown language use the words, too.
  bool for_unknown = false;

  // Abbreviations, by their kind (abbreviations.h).
  std::string_view inside = {};
  std::string_view number = {};
  std::string_view unit = {};
  std::string_view list = {};

  // Words that many languages use as an abbreviation, but this language does
  // not.
  std::string_view not_abbreviations = {};

  // Typical first words of a sentence: articles, pronouns, conjunctions.
  std::string_view first_words = {};
  // Verbs that name a speaker.
  std::string_view speech_verbs = {};
  // Words before which a sentence that is too long may be divided.
  std::string_view conjunctions = {};
  // Words before the number of a part of a text, such as `chapter`.
  std::string_view section_words = {};
  // Words before which an ordinal number such as `3.` often stands. Empty for
  // languages without such ordinal numbers.
  std::string_view after_ordinal = {};
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_LANGUAGE_WORDS_H_
