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

// Names the terms of a glossary for one pair of languages: the name of the
// glossary, and the codes of the languages.
struct TermPair {
  std::string glossary;
  // Codes of BCP 47. If both are empty, the pair is the only pair of the
  // glossary.
  std::string source_language;
  std::string target_language;
};

// Answers the calls of one client about glossaries, for all listeners. The
// functions read or write files, so they block. They return the errors that
// admin.proto lists. Thread-safe.
class GlossaryCalls {
 public:
  // `owner` is the owner of the client's glossaries (TokenOwner). A null
  // `store` means that the server has no glossaries. Then List and Reload add
  // nothing, and the other functions return FAILED_PRECONDITION, or
  // INVALID_ARGUMENT for a malformed term. The store must outlive this object.
  GlossaryCalls(GlossaryStore* store, std::string owner)
      : store_(store), owner_(std::move(owner)) {}

  absl::Status Create(const v1::CreateGlossaryRequest& request,
                      v1::Glossary& response) const;
  absl::Status Get(const v1::GetGlossaryRequest& request,
                   v1::GetGlossaryResponse& response) const;
  absl::Status List(v1::ListGlossariesResponse& response) const;
  // Sets `response` to the name and the pairs of languages of a glossary, and
  // whether the client owns the glossary, without terms. Returns NOT_FOUND if
  // the client may use no glossary of this name, and INVALID_ARGUMENT for a
  // malformed name. Returns FAILED_PRECONDITION if the server has no glossaries
  // or cannot read the files.
  absl::Status Describe(const std::string& name, v1::Glossary& response) const;
  absl::Status Update(const v1::UpdateGlossaryRequest& request,
                      v1::Glossary& response) const;
  absl::Status Delete(const v1::DeleteGlossaryRequest& request) const;

  // The functions below change one term of a glossary that the client made, and
  // set empty languages of `pair`. Concurrent changes are not lost. They return
  // the errors of GlossaryStore::Edit.

  // Adds `term` at the end of a glossary that the client made. Sets `term` to
  // the text that the glossary keeps (CleanTerm), and sets empty languages of
  // `pair`. Returns ALREADY_EXISTS if a term of the glossary has the same
  // source. Returns INVALID_ARGUMENT if CleanTerm refuses `term`, and the
  // errors of GlossaryStore::Edit, such as NOT_FOUND without the glossary.
  absl::Status AddTerm(TermPair& pair, v1::GlossaryTerm& term) const;
  // Replaces the term with the source `source` by `term`, in a glossary of the
  // client. Sets `term` to the text that the glossary keeps, and the languages
  // of `pair`, if empty, to those in the glossary. Returns NOT_FOUND if the
  // glossary lacks `source`, and ALREADY_EXISTS if another term has the source
  // of `term`. Returns INVALID_ARGUMENT if CleanTerm refuses `term`, and the
  // errors of GlossaryStore::Edit.
  absl::Status ReplaceTerm(TermPair& pair, const std::string& source,
                           v1::GlossaryTerm& term) const;
  // Removes the term with the source `source` from a glossary that the client
  // made. Returns NOT_FOUND if the glossary lacks `source`, INVALID_ARGUMENT if
  // the glossary has only this term, and the errors of GlossaryStore::Edit.
  absl::Status RemoveTerm(TermPair pair, const std::string& source) const;

  // Reads the changed glossary files of all owners again. Adds the outcome for
  // each file of the operator and of the client to `response`. If the directory
  // cannot be read, sets glossary_error instead. Does nothing if the server has
  // no glossaries.
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
