// The options of a request about the markup of its texts.

#ifndef INTERPRES_SERVER_SERVICE_REQUEST_MARKUP_H_
#define INTERPRES_SERVER_SERVICE_REQUEST_MARKUP_H_

#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"
#include "model/markup/markup_options.h"

namespace interpres {

// Maximum number of names in each list of XmlOptions, and maximum bytes of each
// name.
inline constexpr int kMaxXmlTags = 1000;
inline constexpr int kMaxXmlTagBytes = 200;

// Returns the TextFormat for the field of a request. Returns kPlain if `format`
// is unspecified, and INVALID_ARGUMENT for an unknown number.
absl::StatusOr<TextFormat> ResolveFormat(v1::TextFormat format);

// Returns the format of the texts of a request, with the options of XML, and
// without a language. The format is kPlain if the request states no format.
// Returns INVALID_ARGUMENT if
// - the format has an unknown number,
// - a field of XmlOptions is set and the format is not XML,
// - a list of XmlOptions has more than kMaxXmlTags names, or
// - a name is empty, longer than kMaxXmlTagBytes, or not allowed in XML.
absl::StatusOr<MarkupOptions> ResolveMarkup(
    const v1::TranslateRequest& request);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_REQUEST_MARKUP_H_
