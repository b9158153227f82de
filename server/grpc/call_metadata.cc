#include "server/grpc/call_metadata.h"

#include <string_view>

namespace interpres {
namespace {

// Returns the first value of the metadata with this lower-case name, or an
// empty string.
std::string_view MetadataValue(const grpc::ServerContextBase& server,
                               const char* name) {
  const auto& metadata = server.client_metadata();
  const auto found = metadata.find(name);
  return found == metadata.end()
             ? std::string_view()
             : std::string_view(found->second.data(), found->second.size());
}

}  // namespace

std::optional<Duration> RemainingTime(
    std::chrono::system_clock::time_point deadline,
    std::chrono::system_clock::time_point now) {
  if (deadline > now + kFarAway) {
    return std::nullopt;
  }
  return std::chrono::duration_cast<Duration>(deadline - now);
}

CallInfo CallInfoOf(const grpc::ServerContextBase& server) {
  CallInfo info = ReadHeaders(
      [&server](const char* name) { return MetadataValue(server, name); });
  info.peer = server.peer();
  info.timeout =
      RemainingTime(server.deadline(), std::chrono::system_clock::now());
  return info;
}

void AddTrailer(const AnswerHeaders& headers, grpc::ServerContextBase& server) {
  for (const auto& [name, value] : headers) {
    server.AddTrailingMetadata(name, value);
  }
}

}  // namespace interpres
