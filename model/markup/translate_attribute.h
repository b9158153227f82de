// Whether the attributes of an HTML element ask for a translation of its text.

#ifndef INTERPRES_MODEL_MARKUP_TRANSLATE_ATTRIBUTE_H_
#define INTERPRES_MODEL_MARKUP_TRANSLATE_ATTRIBUTE_H_

#include <optional>
#include <string_view>

#include "model/markup/markup_token.h"

namespace interpres {

// Returns whether the attributes of the start tag `tag` say that the text of
// its element is translated: true for `translate="yes"` and `translate=""`,
// false for `translate="no"`, where `yes` and `no` may have any case. Without
// one of these attributes, returns false for an element of the class
// `notranslate`, in lower case. Null means that the attributes say nothing.
// `text` is the text that the spans of `tag` refer to. Thread-safe.
std::optional<bool> StatedTranslation(std::string_view text,
                                      const MarkupToken& tag);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_TRANSLATE_ATTRIBUTE_H_
