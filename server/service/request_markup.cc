#include "server/service/request_markup.h"

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/glossary/term_collector.h"
#include "model/markup/xml_tokenizer.h"

namespace interpres {
namespace {

using Tags = google::protobuf::RepeatedPtrField<std::string>;

// Returns the name of a field that the options set. Empty if they set none.
std::string_view FieldOf(const v1::XmlOptions& xml) {
  if (!xml.ignore_tags().empty()) {
    return "ignore_tags";
  }
  if (!xml.splitting_tags().empty()) {
    return "splitting_tags";
  }
  if (!xml.non_splitting_tags().empty()) {
    return "non_splitting_tags";
  }
  return xml.has_outline_detection() ? "outline_detection" : "";
}

absl::StatusOr<std::vector<std::string>> ResolveTags(std::string_view field,
                                                     const Tags& tags) {
  if (tags.size() > kMaxXmlTags) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "xml.%s has %d names; expected at most %d; send only the names of "
        "elements that the texts have",
        field, tags.size(), kMaxXmlTags));
  }
  for (int i = 0; i < tags.size(); ++i) {
    const auto bytes = static_cast<int>(tags[i].size());
    if (bytes == 0 || bytes > kMaxXmlTagBytes) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "xml.%s[%d] has %d bytes; expected the name of an element of 1 to "
          "%d bytes; correct the name, or leave it out",
          field, i, bytes, kMaxXmlTagBytes));
    }
    if (!IsXmlName(tags[i])) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "xml.%s[%d] is \"%s\"; expected the name of an element, without "
          "`<` and `>`; correct the name",
          field, i, Shown(tags[i])));
    }
  }
  return std::vector<std::string>(tags.begin(), tags.end());
}

}  // namespace

absl::StatusOr<TextFormat> ResolveFormat(v1::TextFormat format) {
  switch (format) {
    case v1::TEXT_FORMAT_UNSPECIFIED:
    case v1::TEXT_FORMAT_PLAIN:
      return TextFormat::kPlain;
    case v1::TEXT_FORMAT_HTML:
      return TextFormat::kHtml;
    case v1::TEXT_FORMAT_XML:
      return TextFormat::kXml;
    case v1::TEXT_FORMAT_MARKDOWN:
      return TextFormat::kMarkdown;
    default:
      return absl::InvalidArgumentError(
          absl::StrFormat("format is %d; expected 1 (TEXT_FORMAT_PLAIN), 2 "
                          "(TEXT_FORMAT_HTML), 3 (TEXT_FORMAT_XML) or 4 "
                          "(TEXT_FORMAT_MARKDOWN)",
                          static_cast<int>(format)));
  }
}

absl::StatusOr<MarkupOptions> ResolveMarkup(
    const v1::TranslateRequest& request) {
  MarkupOptions options;
  INTERPRES_ASSIGN_OR_RETURN(options.format, ResolveFormat(request.format()));
  const v1::XmlOptions& xml = request.xml();
  const std::string_view field = FieldOf(xml);
  if (options.format != TextFormat::kXml && !field.empty()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "xml.%s is set and format is %d; expected 3 (TEXT_FORMAT_XML); set "
        "format, or leave xml out",
        field, static_cast<int>(request.format())));
  }
  INTERPRES_ASSIGN_OR_RETURN(options.xml.ignore_tags,
                             ResolveTags("ignore_tags", xml.ignore_tags()));
  INTERPRES_ASSIGN_OR_RETURN(
      options.xml.splitting_tags,
      ResolveTags("splitting_tags", xml.splitting_tags()));
  INTERPRES_ASSIGN_OR_RETURN(
      options.xml.non_splitting_tags,
      ResolveTags("non_splitting_tags", xml.non_splitting_tags()));
  options.xml.outline_detection =
      !xml.has_outline_detection() || xml.outline_detection();
  return options;
}

}  // namespace interpres
