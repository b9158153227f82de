#include "server/grpc/trailing_metadata.h"

#include "absl/strings/str_format.h"

namespace interpres {
namespace {

std::string Milliseconds(double seconds) {
  return absl::StrFormat("%.3f", seconds * 1000.0);
}

}  // namespace

void AddRequestId(const std::string& id, grpc::ServerContextBase& server) {
  server.AddTrailingMetadata("interpres-request-id", id);
}

void AddTimes(const PhaseTimes& times, grpc::ServerContextBase& server) {
  server.AddTrailingMetadata("interpres-queue-ms", Milliseconds(times.queue));
  server.AddTrailingMetadata("interpres-encode-ms", Milliseconds(times.encode));
  server.AddTrailingMetadata("interpres-decode-ms", Milliseconds(times.decode));
}

void AddTotalAndVersion(double seconds, const std::string& version,
                        grpc::ServerContextBase& server) {
  server.AddTrailingMetadata("interpres-total-ms", Milliseconds(seconds));
  if (!version.empty()) {
    server.AddTrailingMetadata("interpres-model-version", version);
  }
}

}  // namespace interpres
