#include "server/google/glossaries.h"

#include <array>
#include <set>
#include <string_view>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "server/google/data_uri.h"
#include "server/google/page.h"
#include "server/service/field_names.h"

namespace interpres::google_api {
namespace {

// Returns the operation of work that has ended.
template <typename Metadata>
google::longrunning::Operation Completed(
    const GlossaryPath& path, const char* verb, Metadata metadata,
    const google::protobuf::Message& response) {
  metadata.set_state(Metadata::SUCCEEDED);
  google::longrunning::Operation operation;
  operation.set_name(
      absl::StrCat(path.location, "/operations/", verb, "-", path.glossary));
  operation.mutable_metadata()->PackFrom(metadata);
  operation.set_done(true);
  operation.mutable_response()->PackFrom(response);
  return operation;
}

v3::Glossary Convert(const std::string& location,
                     const v1::Glossary& glossary) {
  v3::Glossary converted;
  converted.set_name(GlossaryPath{location, glossary.name()}.Name());
  std::set<std::string> codes;
  int32_t entries = 0;
  for (const v1::GlossaryPair& pair : glossary.pairs()) {
    codes.insert(pair.source_language());
    codes.insert(pair.target_language());
    entries += pair.terms();
  }
  converted.set_entry_count(entries);
  if (glossary.pairs_size() == 1) {
    v3::Glossary::LanguageCodePair& pair = *converted.mutable_language_pair();
    pair.set_source_language_code(glossary.pairs(0).source_language());
    pair.set_target_language_code(glossary.pairs(0).target_language());
  } else {
    for (const std::string& code : codes) {
      converted.mutable_language_codes_set()->add_language_codes(code);
    }
  }
  return converted;
}

absl::StatusOr<v1::GlossaryFormat> FormatOfType(const std::string& media_type) {
  if (media_type == "text/csv") {
    return v1::GLOSSARY_FORMAT_CSV;
  }
  if (media_type.empty() || media_type == "text/plain" ||
      media_type == "text/tab-separated-values") {
    return v1::GLOSSARY_FORMAT_TSV;
  }
  return absl::InvalidArgumentError(
      "glossary.input_config.gcs_source.input_uri has another media type; "
      "expected text/csv or text/tab-separated-values");
}

// Returns the terms and the languages of a glossary of a request.
absl::StatusOr<v1::GlossaryContent> ContentOf(const v3::Glossary& glossary) {
  const std::string& uri = glossary.input_config().gcs_source().input_uri();
  if (!absl::StartsWithIgnoreCase(uri, "data:")) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "glossary.input_config.gcs_source.input_uri is %s; expected the terms "
        "as a data: URI, for example data:text/csv,cat%%2Cgato; the server "
        "reads no buckets",
        uri.empty() ? "empty" : "an address of other data"));
  }
  if (glossary.has_language_codes_set()) {
    return absl::InvalidArgumentError(
        "glossary.language_codes_set is set; expected language_pair; make one "
        "glossary for each pair, or use "
        "interpres.v1.AdminService.CreateGlossary with a TBX file");
  }
  INTERPRES_ASSIGN_OR_RETURN(const DataUri terms, ParseDataUri(uri));
  v1::GlossaryContent content;
  INTERPRES_ASSIGN_OR_RETURN(const v1::GlossaryFormat format,
                             FormatOfType(terms.media_type));
  content.set_format(format);
  content.set_content(terms.data);
  content.set_source_language(glossary.language_pair().source_language_code());
  content.set_target_language(glossary.language_pair().target_language_code());
  return content;
}

// Returns the status of one of our calls with the names of Google's fields in
// its message.
absl::Status WithPairNames(const absl::Status& status) {
  static constexpr std::array kNames = {
      FieldName{"source_language",
                "glossary.language_pair.source_language_code"},
      FieldName{"target_language",
                "glossary.language_pair.target_language_code"}};
  return WithFieldNames(status, kNames);
}

absl::Status CheckMask(const google::protobuf::FieldMask& mask) {
  for (const std::string& path : mask.paths()) {
    if (path != "input_config" && !absl::StartsWith(path, "input_config.")) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "update_mask has %s; expected input_config only; the server keeps no "
          "display names, and the languages of a glossary do not change",
          path));
    }
  }
  return absl::OkStatus();
}

}  // namespace

bool MayChange(const ServiceCall& call) {
  return call.context().tokens != nullptr;
}

absl::Status CheckMayChange(bool may_change) {
  return may_change
             ? absl::OkStatus()
             : absl::FailedPreconditionError(
                   "this server has no tokens, so every client could change "
                   "the glossaries at this address; start the server with "
                   "--token-file, or use interpres.v1.AdminService at "
                   "--admin-address");
}

Glossaries::Glossaries(const ServiceCall& call)
    : calls_(call.context().glossaries, call.owner()),
      may_change_(MayChange(call)) {}

absl::Status Glossaries::Create(
    const v3::CreateGlossaryRequest& request,
    google::longrunning::Operation& response) const {
  INTERPRES_RETURN_IF_ERROR(CheckLocation(request.parent()));
  INTERPRES_ASSIGN_OR_RETURN(
      const GlossaryPath path,
      ParseGlossaryPath("glossary.name", request.glossary().name()));
  if (path.location != request.parent()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "glossary.name is in %s and parent is %s; expected the same location",
        path.location, request.parent()));
  }
  INTERPRES_RETURN_IF_ERROR(CheckMayChange(may_change_));
  v1::CreateGlossaryRequest converted;
  converted.set_name(path.glossary);
  INTERPRES_ASSIGN_OR_RETURN(*converted.mutable_content(),
                             ContentOf(request.glossary()));
  v1::Glossary created;
  INTERPRES_RETURN_IF_ERROR(WithPairNames(calls_.Create(converted, created)));
  v3::CreateGlossaryMetadata metadata;
  metadata.set_name(path.Name());
  response =
      Completed(path, "create", metadata, Convert(path.location, created));
  return absl::OkStatus();
}

absl::Status Glossaries::Update(
    const v3::UpdateGlossaryRequest& request,
    google::longrunning::Operation& response) const {
  INTERPRES_ASSIGN_OR_RETURN(
      const GlossaryPath path,
      ParseGlossaryPath("glossary.name", request.glossary().name()));
  INTERPRES_RETURN_IF_ERROR(CheckMask(request.update_mask()));
  INTERPRES_RETURN_IF_ERROR(CheckMayChange(may_change_));
  v1::UpdateGlossaryRequest converted;
  converted.set_name(path.glossary);
  INTERPRES_ASSIGN_OR_RETURN(*converted.mutable_content(),
                             ContentOf(request.glossary()));
  v1::Glossary updated;
  INTERPRES_RETURN_IF_ERROR(WithPairNames(calls_.Update(converted, updated)));
  const v3::Glossary glossary = Convert(path.location, updated);
  v3::UpdateGlossaryMetadata metadata;
  *metadata.mutable_glossary() = glossary;
  response = Completed(path, "update", metadata, glossary);
  return absl::OkStatus();
}

absl::Status Glossaries::Delete(
    const v3::DeleteGlossaryRequest& request,
    google::longrunning::Operation& response) const {
  INTERPRES_ASSIGN_OR_RETURN(const GlossaryPath path,
                             ParseGlossaryPath("name", request.name()));
  INTERPRES_RETURN_IF_ERROR(CheckMayChange(may_change_));
  v1::DeleteGlossaryRequest converted;
  converted.set_name(path.glossary);
  INTERPRES_RETURN_IF_ERROR(calls_.Delete(converted));
  v3::DeleteGlossaryMetadata metadata;
  metadata.set_name(path.Name());
  v3::DeleteGlossaryResponse deleted;
  deleted.set_name(path.Name());
  response = Completed(path, "delete", metadata, deleted);
  return absl::OkStatus();
}

absl::Status Glossaries::Get(const v3::GetGlossaryRequest& request,
                             v3::Glossary& response) const {
  INTERPRES_ASSIGN_OR_RETURN(const GlossaryPath path,
                             ParseGlossaryPath("name", request.name()));
  v1::Glossary found;
  INTERPRES_RETURN_IF_ERROR(calls_.Describe(path.glossary, found));
  response = Convert(path.location, found);
  return absl::OkStatus();
}

absl::Status Glossaries::List(const v3::ListGlossariesRequest& request,
                              v3::ListGlossariesResponse& response) const {
  INTERPRES_RETURN_IF_ERROR(CheckLocation(request.parent()));
  if (!request.filter().empty()) {
    return absl::InvalidArgumentError(
        "filter is set; expected no filter; the server lists all glossaries "
        "that the caller may use");
  }
  v1::ListGlossariesResponse found;
  INTERPRES_RETURN_IF_ERROR(calls_.List(found));
  INTERPRES_ASSIGN_OR_RETURN(
      const Page page, PageOf(found.glossaries_size(), request.page_size(),
                              request.page_token()));
  for (int i = page.begin; i < page.end; ++i) {
    *response.add_glossaries() = Convert(request.parent(), found.glossaries(i));
  }
  response.set_next_page_token(page.next_token);
  return absl::OkStatus();
}

}  // namespace interpres::google_api
