#include "server/service/request_glossary.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/document/word_stemmer.h"
#include "model/glossary/term_collector.h"
#include "server/service/protection_options.h"

namespace interpres {
namespace {

// Returns an error if two terms have the same source and different targets.
absl::Status CheckSources(const std::vector<Term>& terms) {
  absl::flat_hash_map<std::string_view, std::size_t> index_of;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const std::size_t first =
        index_of.try_emplace(terms[i].source, i).first->second;
    if (terms[i].target != terms[first].target) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "glossary[%d].source is \"%s\", which is also glossary[%d].source, "
          "with another target; expected one target for a source; leave one "
          "of the terms out",
          i, Shown(terms[i].source), first));
    }
  }
  return absl::OkStatus();
}

// Returns null for a request without terms.
absl::StatusOr<std::shared_ptr<const std::vector<Term>>> ResolveTerms(
    const v1::TranslateRequest& request) {
  const int count = request.glossary_size();
  if (count == 0) {
    return nullptr;
  }
  if (count > kMaxKeptStrings) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "glossary has %d terms; expected at most %d; send only the terms that "
        "the texts have, or make a glossary on the server (glossary_name)",
        count, kMaxKeptStrings));
  }
  std::vector<Term> terms;
  for (int i = 0; i < count; ++i) {
    const v1::GlossaryTerm& term = request.glossary(i);
    const std::string field = absl::StrFormat("glossary[%d]", i);
    INTERPRES_ASSIGN_OR_RETURN(std::string source,
                               CleanTerm(term.source(), field + ".source"));
    INTERPRES_ASSIGN_OR_RETURN(std::string target,
                               CleanTerm(term.target(), field + ".target"));
    terms.push_back({.source = std::move(source), .target = std::move(target)});
  }
  INTERPRES_RETURN_IF_ERROR(CheckSources(terms));
  return std::make_shared<const std::vector<Term>>(std::move(terms));
}

// Returns null for a request without a name.
absl::StatusOr<NamedGlossaryPtr> ResolveName(const std::string& name,
                                             const GlossaryAccess& access) {
  if (name.empty()) {
    return nullptr;
  }
  INTERPRES_RETURN_IF_ERROR(CheckGlossaryName(name));
  if (access.store == nullptr) {
    return absl::NotFoundError(absl::StrFormat(
        "glossary_name is \"%s\", and the server has no glossaries; send the "
        "terms in glossary, or start the server with --glossary-directory",
        name));
  }
  return access.store->Find(access.owner, name);
}

// Returns the language that the request or, if it states none, the model names.
const std::string& Stated(const std::string& asked, const std::string& served) {
  return asked.empty() ? served : asked;
}

absl::Status CheckStems(const RequestGlossary& glossary,
                        const std::string& source_language) {
  if (!glossary.inflection || HasStems(source_language)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "glossary_inflection is true and the source language is \"%s\"; expected "
      "%s; set source_language, or leave glossary_inflection out",
      source_language, kStemmedLanguages));
}

}  // namespace

absl::StatusOr<RequestGlossary> ResolveGlossary(
    const v1::TranslateRequest& request, const GlossaryAccess& access) {
  RequestGlossary resolved = {.ignore_case = request.glossary_ignore_case(),
                              .inflection = request.glossary_inflection(),
                              .source_language = request.source_language(),
                              .target_language = request.target_language()};
  INTERPRES_ASSIGN_OR_RETURN(resolved.terms, ResolveTerms(request));
  INTERPRES_ASSIGN_OR_RETURN(resolved.named,
                             ResolveName(request.glossary_name(), access));
  if (request.allow_pivot() &&
      (resolved.terms != nullptr || resolved.named != nullptr)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s is set and allow_pivot is true; expected one of them, because a "
        "term has no translation in the pivot language",
        resolved.terms != nullptr ? "glossary" : "glossary_name"));
  }
  return resolved;
}

absl::StatusOr<std::shared_ptr<const Glossary>> GlossaryFor(
    const RequestGlossary& glossary, const ResolvedDirection& direction) {
  // A model of several source languages does not tell the language.
  const std::string served =
      direction.sources.size() == 1 ? direction.sources.front() : "";
  const std::string& source = Stated(glossary.source_language, served);
  std::vector<std::shared_ptr<const TermTree>> trees;
  if (glossary.terms != nullptr) {
    INTERPRES_RETURN_IF_ERROR(CheckStems(glossary, source));
    trees.push_back(std::make_shared<const TermTree>(
        glossary.terms,
        TermMatching{.ignore_case = glossary.ignore_case,
                     .stem_language = glossary.inflection ? source : ""}));
  }
  if (glossary.named != nullptr) {
    INTERPRES_ASSIGN_OR_RETURN(
        const ServedGlossaryPtr pair,
        FindPair(*glossary.named, source,
                 Stated(glossary.target_language, direction.target)));
    INTERPRES_RETURN_IF_ERROR(CheckStems(glossary, pair->source_language()));
    trees.push_back(pair->Tree(glossary.ignore_case, glossary.inflection));
  }
  if (trees.empty()) {
    return nullptr;
  }
  return std::make_shared<const Glossary>(std::move(trees));
}

}  // namespace interpres
