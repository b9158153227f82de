// Text without markup, for the detection of its language.

#ifndef INTERPRES_MODEL_MARKUP_MARKUP_SAMPLE_H_
#define INTERPRES_MODEL_MARKUP_MARKUP_SAMPLE_H_

#include <string>
#include <string_view>

#include "model/markup/markup_options.h"

namespace interpres {

// Returns a sample of `text` for the detection of its language: the first
// sentences without markup, each with a line break behind it. Reads the first
// 64 KiB, and stops after the sentence that reaches 4 KiB. Returns "" if the 64
// KiB have no sentence. Reads XML as HTML, so that XML that is not well-formed
// has a sample, too. Returns the whole `text` if its format is plain text, or
// if the 64 KiB are not UTF-8. Thread-safe.
std::string MarkupSample(std::string_view text, const MarkupOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_MARKUP_SAMPLE_H_
