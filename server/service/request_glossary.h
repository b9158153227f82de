// The terms of a request: its own terms, and the terms of a glossary of the
// server that the request names.

#ifndef INTERPRES_SERVER_SERVICE_REQUEST_GLOSSARY_H_
#define INTERPRES_SERVER_SERVICE_REQUEST_GLOSSARY_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"
#include "model/document/glossary.h"
#include "model/engine/directions.h"
#include "server/glossary/glossary_store.h"

namespace interpres {

// The result of ResolveGlossary: the glossary options of one TranslateRequest.
struct RequestGlossary {
  // The terms of TranslateRequest.glossary. Null if the request has no terms.
  std::shared_ptr<const std::vector<Term>> terms = nullptr;
  // The glossary of the server that TranslateRequest.glossary_name names. Null
  // if the request has no such name.
  NamedGlossaryPtr named = nullptr;
  bool ignore_case = false;
  bool inflection = false;
  // The languages that the request states. Empty means that the request does
  // not state the language.
  std::string source_language = {};
  std::string target_language = {};
};

// The glossaries of the server that one client may use: the glossaries of
// `owner` (TokenOwner) and of the operator.
struct GlossaryAccess {
  // Null means that the server has no glossaries.
  const GlossaryStore* store = nullptr;
  std::string owner = {};
};

// Returns the glossary options of the request. Returns INVALID_ARGUMENT if
// - the request has more than kMaxKeptStrings terms,
// - a term is longer than kMaxTermBytes or malformed (CleanTerm),
// - two terms have the same source and different targets,
// - glossary_name is malformed, or
// - the request has terms or a glossary_name, and allow_pivot.
// Returns NOT_FOUND if the client may use no glossary of this name, or if the
// server has no glossaries.
absl::StatusOr<RequestGlossary> ResolveGlossary(
    const v1::TranslateRequest& request, const GlossaryAccess& access);

// Returns the glossary of a request for one direction of a model. Null if the
// request has no terms and no name. The glossary shares the terms of the server
// and does not copy them. Of a term of the request and an equally long term of
// the server at one place, the term of the request is used. Returns
// INVALID_ARGUMENT if
// - the named glossary lacks the pair of languages,
// - a language is unknown and several pairs of the named glossary match, or
// - the request wants inflection, and the source language has no stems.
absl::StatusOr<std::shared_ptr<const Glossary>> GlossaryFor(
    const RequestGlossary& glossary, const ResolvedDirection& direction);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_REQUEST_GLOSSARY_H_
