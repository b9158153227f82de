// Text without markup, for the detection of its language.

#ifndef INTERPRES_MODEL_MARKUP_MARKUP_SAMPLE_H_
#define INTERPRES_MODEL_MARKUP_MARKUP_SAMPLE_H_

#include <string>
#include <string_view>

#include "model/markup/markup_options.h"

namespace interpres {

// Returns text of the first sentences, without markup, a few kilobytes at most.
// Returns the text itself if it is plain text. XML is read as HTML, so that XML
// that is not well-formed has a sample, too. Thread-safe.
std::string MarkupSample(std::string_view text, const MarkupOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_MARKUP_SAMPLE_H_
