#include "server/service/glossary_calls.h"

#include <algorithm>
#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/base/utf8.h"
#include "model/glossary/term_collector.h"

namespace interpres {
namespace {

absl::StatusOr<GlossaryFileName> FileNameFor(
    const std::string& name, const v1::GlossaryContent& content) {
  GlossaryFileName file = {
      .name = name,
      .header = {.format = GlossaryFormat::kTsv,
                 .source_language = content.source_language(),
                 .target_language = content.target_language()}};
  switch (content.format()) {
    case v1::GLOSSARY_FORMAT_UNSPECIFIED:
    case v1::GLOSSARY_FORMAT_TSV:
      return file;
    case v1::GLOSSARY_FORMAT_CSV:
      file.header.format = GlossaryFormat::kCsv;
      return file;
    case v1::GLOSSARY_FORMAT_TBX:
      file.header.format = GlossaryFormat::kTbx;
      return file;
    default:
      return absl::InvalidArgumentError(absl::StrFormat(
          "content.format is %d; expected 1 (GLOSSARY_FORMAT_TSV), 2 "
          "(GLOSSARY_FORMAT_CSV) or 3 (GLOSSARY_FORMAT_TBX)",
          static_cast<int>(content.format())));
  }
}

void WriteGlossary(const NamedGlossary& glossary, v1::Glossary& written) {
  written.set_name(glossary.name);
  written.set_owned(glossary.is_owned);
  for (const ServedGlossaryPtr& pair : glossary.pairs) {
    v1::GlossaryPair& added = *written.add_pairs();
    added.set_source_language(pair->source_language());
    added.set_target_language(pair->target_language());
    added.set_terms(static_cast<int32_t>(pair->terms().size()));
  }
}

v1::ModelReload::Outcome OutcomeOf(const GlossaryReload& file) {
  switch (file.outcome) {
    case GlossaryReload::Outcome::kUnchanged:
      return v1::ModelReload::OUTCOME_UNCHANGED;
    case GlossaryReload::Outcome::kLoaded:
      return v1::ModelReload::OUTCOME_LOADED;
    case GlossaryReload::Outcome::kRejected:
      return v1::ModelReload::OUTCOME_REJECTED;
    case GlossaryReload::Outcome::kUnloaded:
      break;
  }
  return v1::ModelReload::OUTCOME_UNLOADED;
}

std::vector<Term>::iterator FindSource(std::vector<Term>& terms,
                                       const std::string& source) {
  return std::ranges::find(terms, source, &Term::source);
}

absl::Status NoSource(const std::string& source) {
  return absl::NotFoundError(absl::StrFormat(
      "the glossary has no term \"%s\"; list its terms", source));
}

absl::Status SourceExists(const std::string& source) {
  return absl::AlreadyExistsError(absl::StrFormat(
      "the glossary has the term \"%s\" already; expected a new term; replace "
      "the old one",
      source));
}

// Returns the term as a glossary keeps it, and sets `term` to it.
absl::StatusOr<Term> CleanTermOf(v1::GlossaryTerm& term) {
  Term clean;
  INTERPRES_ASSIGN_OR_RETURN(clean.source, CleanTerm(term.source(), "source"));
  INTERPRES_ASSIGN_OR_RETURN(clean.target, CleanTerm(term.target(), "target"));
  term.set_source(clean.source);
  term.set_target(clean.target);
  return clean;
}

}  // namespace

absl::Status GlossaryCalls::CheckStore() const {
  return store_ != nullptr
             ? absl::OkStatus()
             : absl::FailedPreconditionError(
                   "the server has no glossaries; start the server with "
                   "--glossary-directory");
}

absl::Status GlossaryCalls::Create(const v1::CreateGlossaryRequest& request,
                                   v1::Glossary& response) const {
  INTERPRES_RETURN_IF_ERROR(CheckStore());
  INTERPRES_ASSIGN_OR_RETURN(const GlossaryFileName name,
                             FileNameFor(request.name(), request.content()));
  INTERPRES_ASSIGN_OR_RETURN(
      const NamedGlossaryPtr created,
      store_->Create(owner_, name, request.content().content()));
  WriteGlossary(*created, response);
  return absl::OkStatus();
}

absl::Status GlossaryCalls::Get(const v1::GetGlossaryRequest& request,
                                v1::GetGlossaryResponse& response) const {
  INTERPRES_RETURN_IF_ERROR(CheckStore());
  INTERPRES_RETURN_IF_ERROR(store_->Refresh(owner_));
  INTERPRES_ASSIGN_OR_RETURN(const NamedGlossaryPtr found,
                             store_->Find(owner_, request.name()));
  INTERPRES_ASSIGN_OR_RETURN(
      const ServedGlossaryPtr pair,
      FindPair(*found, request.source_language(), request.target_language()));
  WriteGlossary(*found, *response.mutable_glossary());
  response.set_source_language(pair->source_language());
  response.set_target_language(pair->target_language());
  for (const Term& term : pair->terms()) {
    v1::GlossaryTerm& added = *response.add_terms();
    added.set_source(term.source);
    added.set_target(term.target);
  }
  return absl::OkStatus();
}

absl::Status GlossaryCalls::List(v1::ListGlossariesResponse& response) const {
  if (store_ == nullptr) {
    return absl::OkStatus();
  }
  INTERPRES_RETURN_IF_ERROR(store_->Refresh(owner_));
  for (const NamedGlossaryPtr& glossary : store_->List(owner_)) {
    WriteGlossary(*glossary, *response.add_glossaries());
  }
  return absl::OkStatus();
}

absl::Status GlossaryCalls::Describe(const std::string& name,
                                     v1::Glossary& response) const {
  INTERPRES_RETURN_IF_ERROR(CheckStore());
  INTERPRES_RETURN_IF_ERROR(store_->Refresh(owner_));
  INTERPRES_ASSIGN_OR_RETURN(const NamedGlossaryPtr found,
                             store_->Find(owner_, name));
  WriteGlossary(*found, response);
  return absl::OkStatus();
}

absl::Status GlossaryCalls::Edit(
    TermPair& pair,
    absl::FunctionRef<absl::Status(std::vector<Term>&)> edit) const {
  INTERPRES_RETURN_IF_ERROR(CheckStore());
  INTERPRES_ASSIGN_OR_RETURN(
      const NamedGlossaryPtr edited,
      store_->Edit(owner_,
                   {.name = pair.glossary,
                    .header = {.format = GlossaryFormat::kTsv,
                               .source_language = pair.source_language,
                               .target_language = pair.target_language}},
                   edit));
  pair.source_language = edited->pairs.front()->source_language();
  pair.target_language = edited->pairs.front()->target_language();
  return absl::OkStatus();
}

absl::Status GlossaryCalls::AddTerm(TermPair& pair,
                                    v1::GlossaryTerm& term) const {
  INTERPRES_ASSIGN_OR_RETURN(const Term added, CleanTermOf(term));
  return Edit(pair, [&](std::vector<Term>& terms) {
    if (FindSource(terms, added.source) != terms.end()) {
      return SourceExists(added.source);
    }
    terms.push_back(added);
    return absl::OkStatus();
  });
}

absl::Status GlossaryCalls::ReplaceTerm(TermPair& pair,
                                        const std::string& source,
                                        v1::GlossaryTerm& term) const {
  INTERPRES_ASSIGN_OR_RETURN(const Term replaced, CleanTermOf(term));
  return Edit(pair, [&](std::vector<Term>& terms) {
    const auto found = FindSource(terms, source);
    if (found == terms.end()) {
      return NoSource(source);
    }
    const auto other = FindSource(terms, replaced.source);
    if (other != terms.end() && other != found) {
      return SourceExists(replaced.source);
    }
    *found = replaced;
    return absl::OkStatus();
  });
}

absl::Status GlossaryCalls::RemoveTerm(TermPair pair,
                                       const std::string& source) const {
  return Edit(pair, [&](std::vector<Term>& terms) {
    const auto found = FindSource(terms, source);
    if (found == terms.end()) {
      return NoSource(source);
    }
    if (terms.size() == 1) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "\"%s\" is the only term of the glossary; expected a glossary with "
          "at least one term; delete the glossary",
          source));
    }
    terms.erase(found);
    return absl::OkStatus();
  });
}

absl::Status GlossaryCalls::Update(const v1::UpdateGlossaryRequest& request,
                                   v1::Glossary& response) const {
  INTERPRES_RETURN_IF_ERROR(CheckStore());
  INTERPRES_ASSIGN_OR_RETURN(const GlossaryFileName name,
                             FileNameFor(request.name(), request.content()));
  INTERPRES_ASSIGN_OR_RETURN(
      const NamedGlossaryPtr updated,
      store_->Update(owner_, name, request.content().content()));
  WriteGlossary(*updated, response);
  return absl::OkStatus();
}

absl::Status GlossaryCalls::Delete(
    const v1::DeleteGlossaryRequest& request) const {
  INTERPRES_RETURN_IF_ERROR(CheckStore());
  return store_->Delete(owner_, request.name());
}

void GlossaryCalls::Reload(v1::ReloadModelsResponse& response) const {
  if (store_ == nullptr) {
    return;
  }
  const GlossaryReport report = store_->Reload();
  if (!report.ok()) {
    response.set_glossary_error(std::string(report.status().message()));
    return;
  }
  for (const GlossaryReload& file : *report) {
    const std::string& owner = file.key.first;
    if (!owner.empty() && owner != owner_) {
      continue;
    }
    v1::GlossaryFileReload& added = *response.add_glossaries();
    added.set_file(ReplaceInvalidUtf8(file.key.second));
    added.set_outcome(OutcomeOf(file));
    added.set_reason(ReplaceInvalidUtf8(file.reason));
    added.set_owned(!owner.empty());
  }
}

}  // namespace interpres
