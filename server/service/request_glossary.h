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

struct RequestGlossary {
  // TranslateRequest.glossary. Null without such terms.
  std::shared_ptr<const std::vector<Term>> terms = nullptr;
  // TranslateRequest.glossary_name. Null without a name.
  NamedGlossaryPtr named = nullptr;
  bool ignore_case = false;
  bool inflection = false;
  // The languages of the request. Each may be empty.
  std::string source_language = {};
  std::string target_language = {};
};

// The glossaries of the server, for one client.
struct GlossaryAccess {
  // Null means that the server has no glossaries.
  const GlossaryStore* store = nullptr;
  std::string owner = {};
};

// Returns the terms of a request. Returns INVALID_ARGUMENT for too many, too
// long or empty terms, for two terms with the same source and different
// targets, and for terms together with a pivot language. Returns NOT_FOUND if
// the client has no glossary of this name.
absl::StatusOr<RequestGlossary> ResolveGlossary(
    const v1::TranslateRequest& request, const GlossaryAccess& access);

// Returns the glossary for one direction. Shares the terms of the server. Of a
// term of the request and an equally long term of the server at one place, the
// term of the request is used. Null without terms. Returns INVALID_ARGUMENT if
// the glossary of the server lacks the pair of languages, or if a language is
// unknown and several pairs match. Returns INVALID_ARGUMENT also for inflection
// of a source language that has no stems.
absl::StatusOr<std::shared_ptr<const Glossary>> GlossaryFor(
    const RequestGlossary& glossary, const ResolvedDirection& direction);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_REQUEST_GLOSSARY_H_
