// Answers the calls of Google's interface about the entries of glossaries.

#ifndef INTERPRES_SERVER_GOOGLE_GLOSSARY_ENTRIES_H_
#define INTERPRES_SERVER_GOOGLE_GLOSSARY_ENTRIES_H_

#include <google/protobuf/empty.pb.h>

#include "absl/status/status.h"
#include "google/cloud/translate/v3/translation_service.pb.h"
#include "server/service/glossary_calls.h"
#include "server/service/service_call.h"

namespace interpres::google_api {

namespace v3 = ::google::cloud::translation::v3;

// Answers the calls of one client to the methods of Google's interface for the
// entries (terms) of glossaries. The functions read or write files, so they
// block. They return INVALID_ARGUMENT for a wrong field, NOT_FOUND if the
// glossary or the entry does not exist, and the errors of GlossaryCalls. If the
// server has no tokens, Create, Update and Delete return FAILED_PRECONDITION.
// Thread-safe.
class GlossaryEntries {
 public:
  // The call must outlive the object.
  explicit GlossaryEntries(const ServiceCall& call);

  absl::Status Get(const v3::GetGlossaryEntryRequest& request,
                   v3::GlossaryEntry& response) const;
  absl::Status List(const v3::ListGlossaryEntriesRequest& request,
                    v3::ListGlossaryEntriesResponse& response) const;
  absl::Status Create(const v3::CreateGlossaryEntryRequest& request,
                      v3::GlossaryEntry& response) const;
  // Replaces the term that glossary_entry.name names. The response has another
  // name than the request if the new term has another source. Returns
  // ALREADY_EXISTS if another term of the glossary has this source.
  absl::Status Update(const v3::UpdateGlossaryEntryRequest& request,
                      v3::GlossaryEntry& response) const;
  absl::Status Delete(const v3::DeleteGlossaryEntryRequest& request,
                      google::protobuf::Empty& response) const;

 private:
  const GlossaryCalls calls_;
  const bool may_change_;
};

}  // namespace interpres::google_api

#endif  // INTERPRES_SERVER_GOOGLE_GLOSSARY_ENTRIES_H_
