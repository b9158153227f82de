// Answers the calls of Google's interface about glossaries.

#ifndef INTERPRES_SERVER_GOOGLE_GLOSSARIES_H_
#define INTERPRES_SERVER_GOOGLE_GLOSSARIES_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "google/cloud/translate/v3/translation_service.pb.h"
#include "google/longrunning/operations.pb.h"
#include "interpres/v1/admin.pb.h"
#include "server/google/resource_name.h"
#include "server/service/glossary_calls.h"
#include "server/service/service_call.h"

namespace interpres::google_api {

namespace v3 = ::google::cloud::translation::v3;

// Answers the calls of one client to the glossary methods of Google's
// interface. The functions fill `response`. They read or write files, so they
// block. They return INVALID_ARGUMENT for a field that is wrong or not
// supported, and the errors of GlossaryCalls. If the server has no tokens, the
// functions that change glossaries return FAILED_PRECONDITION, because every
// client could write files of the server. Thread-safe.
class Glossaries {
 public:
  // The call must outlive the object.
  explicit Glossaries(const ServiceCall& call);

  // Create, Update and Delete have changed the glossary when they return OK.
  // The operation in `response` is then complete.
  absl::Status Create(const v3::CreateGlossaryRequest& request,
                      google::longrunning::Operation& response) const;
  absl::Status Update(const v3::UpdateGlossaryRequest& request,
                      google::longrunning::Operation& response) const;
  absl::Status Delete(const v3::DeleteGlossaryRequest& request,
                      google::longrunning::Operation& response) const;
  absl::Status Get(const v3::GetGlossaryRequest& request,
                   v3::Glossary& response) const;
  absl::Status List(const v3::ListGlossariesRequest& request,
                    v3::ListGlossariesResponse& response) const;

 private:
  const GlossaryCalls calls_;
  const bool may_change_;
};

// Returns FAILED_PRECONDITION if `may_change` is false. The message says that
// clients can change glossaries only on a server with tokens.
absl::Status CheckMayChange(bool may_change);

// Returns whether every caller may change glossaries: the server has tokens.
bool MayChange(const ServiceCall& call);

}  // namespace interpres::google_api

#endif  // INTERPRES_SERVER_GOOGLE_GLOSSARIES_H_
