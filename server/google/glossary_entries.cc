#include "server/google/glossary_entries.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "server/google/glossaries.h"
#include "server/google/page.h"
#include "server/google/resource_name.h"

namespace interpres::google_api {
namespace {

v3::GlossaryEntry Convert(const EntryPath& path, const std::string& target) {
  v3::GlossaryEntry entry;
  entry.set_name(path.Name());
  v3::GlossaryEntry::GlossaryTermsPair& pair = *entry.mutable_terms_pair();
  pair.mutable_source_term()->set_language_code(path.source_language);
  pair.mutable_source_term()->set_text(path.source);
  pair.mutable_target_term()->set_language_code(path.target_language);
  pair.mutable_target_term()->set_text(target);
  return entry;
}

TermPair PairOf(const EntryPath& path) {
  return {.glossary = path.glossary.glossary,
          .source_language = path.source_language,
          .target_language = path.target_language};
}

v1::GetGlossaryRequest TermsRequest(const TermPair& pair) {
  v1::GetGlossaryRequest request;
  request.set_name(pair.glossary);
  request.set_source_language(pair.source_language);
  request.set_target_language(pair.target_language);
  return request;
}

// Returns the entry of a term that the store has changed.
v3::GlossaryEntry Changed(const GlossaryPath& glossary, const TermPair& pair,
                          const v1::GlossaryTerm& term) {
  return Convert({.glossary = glossary,
                  .source_language = pair.source_language,
                  .target_language = pair.target_language,
                  .source = term.source()},
                 term.target());
}

absl::Status CheckData(const v3::GlossaryEntry& entry) {
  return entry.has_terms_pair()
             ? absl::OkStatus()
             : absl::InvalidArgumentError(
                   "glossary_entry.terms_pair is missing; expected a term and "
                   "its translation; the server has no sets of terms");
}

TermPair PairOf(const std::string& glossary, const v3::GlossaryEntry& entry) {
  return {.glossary = glossary,
          .source_language = entry.terms_pair().source_term().language_code(),
          .target_language = entry.terms_pair().target_term().language_code()};
}

v1::GlossaryTerm TermOf(const v3::GlossaryEntry& entry) {
  v1::GlossaryTerm term;
  term.set_source(entry.terms_pair().source_term().text());
  term.set_target(entry.terms_pair().target_term().text());
  return term;
}

}  // namespace

GlossaryEntries::GlossaryEntries(const ServiceCall& call)
    : calls_(call.context().glossaries, call.owner()),
      may_change_(MayChange(call)) {}

absl::Status GlossaryEntries::Get(const v3::GetGlossaryEntryRequest& request,
                                  v3::GlossaryEntry& response) const {
  INTERPRES_ASSIGN_OR_RETURN(const EntryPath path,
                             ParseEntryPath("name", request.name()));
  v1::GetGlossaryResponse found;
  INTERPRES_RETURN_IF_ERROR(calls_.Get(TermsRequest(PairOf(path)), found));
  const auto term =
      std::ranges::find(found.terms(), path.source, &v1::GlossaryTerm::source);
  if (term == found.terms().end()) {
    return absl::NotFoundError(absl::StrFormat(
        "glossary \"%s\" has no term \"%s\"; ListGlossaryEntries lists the "
        "terms",
        path.glossary.glossary, path.source));
  }
  response = Convert(path, term->target());
  return absl::OkStatus();
}

absl::Status GlossaryEntries::List(
    const v3::ListGlossaryEntriesRequest& request,
    v3::ListGlossaryEntriesResponse& response) const {
  INTERPRES_ASSIGN_OR_RETURN(const GlossaryPath path,
                             ParseGlossaryPath("parent", request.parent()));
  v1::Glossary glossary;
  INTERPRES_RETURN_IF_ERROR(calls_.Describe(path.glossary, glossary));
  int size = 0;
  for (const v1::GlossaryPair& pair : glossary.pairs()) {
    size += pair.terms();
  }
  INTERPRES_ASSIGN_OR_RETURN(
      const Page page, PageOf(size, request.page_size(), request.page_token()));
  response.set_next_page_token(page.next_token);
  int first = 0;  // the index of the first term of the pair
  for (const v1::GlossaryPair& described : glossary.pairs()) {
    const int begin = std::max(page.begin - first, 0);
    const int end = std::min(page.end - first, described.terms());
    first += described.terms();
    if (begin >= end) {
      continue;
    }
    const TermPair pair = {.glossary = path.glossary,
                           .source_language = described.source_language(),
                           .target_language = described.target_language()};
    v1::GetGlossaryResponse found;
    INTERPRES_RETURN_IF_ERROR(calls_.Get(TermsRequest(pair), found));
    // Another call may have removed terms since Describe.
    for (int i = begin; i < std::min(end, found.terms_size()); ++i) {
      *response.add_glossary_entries() = Changed(path, pair, found.terms(i));
    }
  }
  return absl::OkStatus();
}

absl::Status GlossaryEntries::Create(
    const v3::CreateGlossaryEntryRequest& request,
    v3::GlossaryEntry& response) const {
  INTERPRES_ASSIGN_OR_RETURN(const GlossaryPath path,
                             ParseGlossaryPath("parent", request.parent()));
  INTERPRES_RETURN_IF_ERROR(CheckData(request.glossary_entry()));
  INTERPRES_RETURN_IF_ERROR(CheckMayChange(may_change_));
  TermPair pair = PairOf(path.glossary, request.glossary_entry());
  v1::GlossaryTerm term = TermOf(request.glossary_entry());
  INTERPRES_RETURN_IF_ERROR(calls_.AddTerm(pair, term));
  response = Changed(path, pair, term);
  return absl::OkStatus();
}

absl::Status GlossaryEntries::Update(
    const v3::UpdateGlossaryEntryRequest& request,
    v3::GlossaryEntry& response) const {
  const v3::GlossaryEntry& entry = request.glossary_entry();
  INTERPRES_ASSIGN_OR_RETURN(
      const EntryPath path,
      ParseEntryPath("glossary_entry.name", entry.name()));
  INTERPRES_RETURN_IF_ERROR(CheckData(entry));
  INTERPRES_RETURN_IF_ERROR(CheckMayChange(may_change_));
  TermPair pair = PairOf(path.glossary.glossary, entry);
  v1::GlossaryTerm term = TermOf(entry);
  INTERPRES_RETURN_IF_ERROR(calls_.ReplaceTerm(pair, path.source, term));
  response = Changed(path.glossary, pair, term);
  return absl::OkStatus();
}

absl::Status GlossaryEntries::Delete(
    const v3::DeleteGlossaryEntryRequest& request,
    google::protobuf::Empty& /*response*/) const {
  INTERPRES_ASSIGN_OR_RETURN(const EntryPath path,
                             ParseEntryPath("name", request.name()));
  INTERPRES_RETURN_IF_ERROR(CheckMayChange(may_change_));
  return calls_.RemoveTerm(PairOf(path), path.source);
}

}  // namespace interpres::google_api
