#include "server/grpc/connection_arguments.h"

#include <grpcpp/resource_quota.h>

#include <chrono>

namespace interpres {
namespace {

// Reflection is the only synchronous service: each of its streams holds a
// thread.
constexpr int kMaxSyncThreads = 64;
// Bounds gRPC's own buffers as a multiple of --max-received-bytes. They hold
// the messages that ReceiveBudget counts, and messages of streams before they
// are counted.
constexpr int64_t kTransportFactor = 2;
// Minimum interval of a client's pings, also without a call.
constexpr int kMinPingIntervalMs = 10'000;

int Milliseconds(std::chrono::seconds seconds) {
  return static_cast<int>(std::chrono::milliseconds(seconds).count());
}

}  // namespace

void SetConnectionArguments(const ConnectionOptions& options,
                            int64_t max_received_bytes,
                            grpc::ServerBuilder& builder) {
  // Two servers on one port would share its connections silently.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  builder.AddChannelArgument(
      GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
      kMinPingIntervalMs);
  grpc::ResourceQuota quota("interpres");
  quota.Resize(kTransportFactor * max_received_bytes);
  quota.SetMaxThreads(kMaxSyncThreads);
  builder.SetResourceQuota(quota);
  if (options.keepalive_time.count() > 0) {
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS,
                               Milliseconds(options.keepalive_time));
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS,
                               Milliseconds(options.keepalive_timeout));
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  }
  if (options.max_age.count() > 0) {
    builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_AGE_MS,
                               Milliseconds(options.max_age));
    builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_AGE_GRACE_MS,
                               Milliseconds(options.max_age_grace));
  }
}

}  // namespace interpres
