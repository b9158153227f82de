#include "server/grpc/health_service.h"

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"

namespace interpres {

using grpc::health::v1::HealthCheckRequest;
using grpc::health::v1::HealthCheckResponse;

// One Watch call. Writes the status, then each change of the status. While a
// write is pending, only the latest status waits. Deletes itself in OnDone.
class HealthService::WatchCall final
    : public grpc::ServerWriteReactor<HealthCheckResponse> {
 public:
  WatchCall(HealthService& service, bool is_known)
      : service_(service), is_known_(is_known) {}

  bool is_known() const { return is_known_; }

  void Send(ServingStatus status) ABSL_LOCKS_EXCLUDED(mutex_) {
    const MutexLock lock(mutex_);
    waiting_ = status;
    Continue();
  }

  void End() ABSL_LOCKS_EXCLUDED(mutex_) {
    const MutexLock lock(mutex_);
    ending_ = true;
    Continue();
  }

  void OnWriteDone(bool ok) override {
    const MutexLock lock(mutex_);
    writing_ = false;
    ending_ = ending_ || !ok;
    Continue();
  }
  void OnCancel() override { End(); }
  void OnDone() override {
    service_.Remove(this);
    delete this;
  }

 private:
  // Starts the next operation if no operation is pending.
  void Continue() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (writing_ || finished_) {
      return;
    }
    if (waiting_.has_value() && waiting_ != sent_) {
      writing_ = true;
      sent_ = waiting_;
      response_.set_status(*sent_);
      StartWrite(&response_);
    } else if (ending_) {
      finished_ = true;
      Finish(grpc::Status(grpc::StatusCode::UNAVAILABLE,
                          "the server is shutting down"));
    }
  }

  HealthService& service_;
  const bool is_known_;
  Mutex mutex_;
  std::optional<ServingStatus> waiting_ ABSL_GUARDED_BY(mutex_);
  std::optional<ServingStatus> sent_ ABSL_GUARDED_BY(mutex_);
  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool ending_ ABSL_GUARDED_BY(mutex_) = false;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
  HealthCheckResponse response_ ABSL_GUARDED_BY(mutex_);
};

// A Watch beyond the limit.
class HealthService::RefusedWatch final
    : public grpc::ServerWriteReactor<HealthCheckResponse> {
 public:
  explicit RefusedWatch(size_t limit) {
    Finish(grpc::Status(
        grpc::StatusCode::RESOURCE_EXHAUSTED,
        absl::StrCat("the server has ", limit,
                     " concurrent Watch calls, its maximum; call Check, or "
                     "watch over fewer connections")));
  }
  void OnDone() override { delete this; }
};

HealthService::HealthService(std::set<std::string> services, size_t max_watches)
    : services_(std::move(services)), max_watches_(max_watches) {}

HealthService::~HealthService() = default;

HealthService::ServingStatus HealthService::StatusOf(bool is_known) const {
  if (!is_known) {
    return HealthCheckResponse::SERVICE_UNKNOWN;
  }
  return serving_ ? HealthCheckResponse::SERVING
                  : HealthCheckResponse::NOT_SERVING;
}

void HealthService::SetServing(bool serving) {
  const MutexLock lock(mutex_);
  serving_ = serving;
  for (WatchCall* watch : watches_) {
    watch->Send(StatusOf(watch->is_known()));
  }
}

void HealthService::EndWatches() {
  const MutexLock lock(mutex_);
  ended_ = true;
  for (WatchCall* watch : watches_) {
    watch->End();
  }
}

grpc::ServerUnaryReactor* HealthService::Check(
    grpc::CallbackServerContext* server, const HealthCheckRequest* request,
    HealthCheckResponse* response) {
  grpc::ServerUnaryReactor* reactor = server->DefaultReactor();
  const std::string& name = request->service();
  if (!name.empty() && services_.count(name) == 0) {
    reactor->Finish(
        grpc::Status(grpc::StatusCode::NOT_FOUND,
                     "no such service here: ask for \"\", the whole server"));
    return reactor;
  }
  {
    const MutexLock lock(mutex_);
    response->set_status(StatusOf(/*is_known=*/true));
  }
  reactor->Finish(grpc::Status::OK);
  return reactor;
}

grpc::ServerWriteReactor<HealthCheckResponse>* HealthService::Watch(
    grpc::CallbackServerContext* /*server*/,
    const HealthCheckRequest* request) {
  const std::string& name = request->service();
  const MutexLock lock(mutex_);
  if (watches_.size() >= max_watches_) {
    return new RefusedWatch(max_watches_);
  }
  auto* watch = new WatchCall(*this, name.empty() || services_.count(name) > 0);
  watches_.push_back(watch);
  watch->Send(StatusOf(watch->is_known()));
  if (ended_) {
    watch->End();
  }
  return watch;
}

void HealthService::Remove(WatchCall* watch) {
  const MutexLock lock(mutex_);
  watches_.remove(watch);
}

}  // namespace interpres
