// The languages of a model as OPUS-MT publishes it: in its README.md, or in the
// name of its directory.

#ifndef INTERPRES_MODEL_CHECKPOINT_OPUS_README_H_
#define INTERPRES_MODEL_CHECKPOINT_OPUS_README_H_

#include <string_view>

#include "model/config/language_direction.h"

namespace interpres {

// Returns the languages of the lines `* source language(s): eng` and `* target
// language(s): deu`, the first of each kind. A language is "" if the text has
// no such line or the line lists several languages. Other text is ignored.
LanguageDirection LanguagesInReadme(std::string_view text);

// Returns the languages in a name such as "eng-deu", "opus-mt-en-de" or
// "en-de.zip": the last two parts of the name, if both are two or three small
// letters. Otherwise both languages are "".
LanguageDirection LanguagesInName(std::string_view name);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_OPUS_README_H_
