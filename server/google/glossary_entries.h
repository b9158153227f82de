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

// Answers the calls of one client, as Glossaries does. Thread-safe.
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
  // The response has another name if the term has another source.
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
