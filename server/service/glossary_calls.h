// The calls about glossaries, for all listeners.

#ifndef INTERPRES_SERVER_SERVICE_GLOSSARY_CALLS_H_
#define INTERPRES_SERVER_SERVICE_GLOSSARY_CALLS_H_

#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "interpres/v1/admin.pb.h"
#include "server/glossary/glossary_store.h"

namespace interpres {

// The terms of a glossary for one pair of languages.
struct TermPair {
  std::string glossary;
  // Both are empty for the languages of a glossary with one pair.
  std::string source_language;
  std::string target_language;
};

// Answers the calls of one client. The functions read or write files, so they
// block. They return the errors that admin.proto lists. Thread-safe.
class GlossaryCalls {
 public:
  // A null `store` means that the server has no glossaries: lists are empty,
  // and other calls return FAILED_PRECONDITION. The store must outlive the
  // object.
  GlossaryCalls(GlossaryStore* store, std::string owner)
      : store_(store), owner_(std::move(owner)) {}

  absl::Status Create(const v1::CreateGlossaryRequest& request,
                      v1::Glossary& response) const;
  absl::Status Get(const v1::GetGlossaryRequest& request,
                   v1::GetGlossaryResponse& response) const;
  absl::Status List(v1::ListGlossariesResponse& response) const;
  // Describes a glossary without its terms. Returns the errors of Get.
  absl::Status Describe(const std::string& name, v1::Glossary& response) const;
  absl::Status Update(const v1::UpdateGlossaryRequest& request,
                      v1::Glossary& response) const;
  absl::Status Delete(const v1::DeleteGlossaryRequest& request) const;

  // The functions below change one term of a glossary that the client made, and
  // set empty languages of `pair`. Concurrent changes are not lost. They return
  // the errors of GlossaryStore::Edit.

  // Adds the term at the end, and sets `term` to the term as the glossary keeps
  // it. Returns ALREADY_EXISTS if the glossary has its source, and
  // INVALID_ARGUMENT if CleanTerm refuses the term.
  absl::Status AddTerm(TermPair& pair, v1::GlossaryTerm& term) const;
  // Replaces the term with this source in the glossary that `pair` names. Sets
  // `term` to the new term as the glossary keeps it. Returns NOT_FOUND if the
  // glossary lacks the source, and ALREADY_EXISTS if another term has the
  // source of `term`. Returns INVALID_ARGUMENT if CleanTerm refuses `term`.
  absl::Status ReplaceTerm(TermPair& pair, const std::string& source,
                           v1::GlossaryTerm& term) const;
  // Returns NOT_FOUND if the glossary lacks the source, and INVALID_ARGUMENT if
  // this is its only term.
  absl::Status RemoveTerm(TermPair pair, const std::string& source) const;

  // Reloads the glossaries of all owners. Adds the files of the operator and of
  // the client to the response.
  void Reload(v1::ReloadModelsResponse& response) const;

 private:
  absl::Status CheckStore() const;
  absl::Status Edit(
      TermPair& pair,
      absl::FunctionRef<absl::Status(std::vector<Term>&)> edit) const;

  GlossaryStore* const store_;
  const std::string owner_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_GLOSSARY_CALLS_H_
