// The options of a request about the markup of its texts.

#ifndef INTERPRES_SERVER_SERVICE_REQUEST_MARKUP_H_
#define INTERPRES_SERVER_SERVICE_REQUEST_MARKUP_H_

#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"
#include "model/markup/markup_options.h"

namespace interpres {

// Limits of each list of XmlOptions.
inline constexpr int kMaxXmlTags = 1000;
inline constexpr int kMaxXmlTagBytes = 200;

// Returns kPlain if `format` is unspecified. Returns INVALID_ARGUMENT for an
// unknown number.
absl::StatusOr<TextFormat> ResolveFormat(v1::TextFormat format);

// Returns the format of the texts, with the options of XML. The format is
// kPlain if the request has none. Returns INVALID_ARGUMENT for an unknown
// number of the format, for options of XML with another format, and for lists
// of elements that have too many names, or names that XML does not allow.
absl::StatusOr<MarkupOptions> ResolveMarkup(
    const v1::TranslateRequest& request);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_REQUEST_MARKUP_H_
