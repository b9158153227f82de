// The languages of a model as OPUS-MT publishes it: in its README.md, or in the
// name of its directory.

#ifndef INTERPRES_MODEL_CHECKPOINT_OPUS_README_H_
#define INTERPRES_MODEL_CHECKPOINT_OPUS_README_H_

#include <string_view>

#include "model/config/language_direction.h"

namespace interpres {

// Returns the languages of the lines `* source language(s): eng` and `* target
// language(s): deu`. Only the first line of each kind counts. The lines may
// also have `language:` or `languages:`. A language is "" if the text has no
// such line or the line lists several languages. Other text is ignored.
LanguageDirection LanguagesInReadme(std::string_view text);

// Returns the languages in a name such as "eng-deu", "opus-mt-en-de" or
// "en-de.zip". These are the last two parts between hyphens, if both are two or
// three small letters. Otherwise both languages are "".
LanguageDirection LanguagesInName(std::string_view name);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_OPUS_README_H_
