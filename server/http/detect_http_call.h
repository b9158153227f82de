// A detection of languages. As TranslateHttpCall, with an adapter for each API.

#ifndef INTERPRES_SERVER_HTTP_DETECT_HTTP_CALL_H_
#define INTERPRES_SERVER_HTTP_DETECT_HTTP_CALL_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"
#include "server/http/http_message.h"
#include "server/http/service_http_call.h"
#include "server/service/detection_work.h"

namespace interpres {

// The mapping of one request of an API to a DetectLanguageRequest, and back.
// The functions have the contracts of the functions of TranslateAdapter.
class DetectAdapter {
 public:
  virtual ~DetectAdapter() = default;
  // Returns the RPC method that the metrics and the log name for the call.
  virtual RpcMethod method() const { return RpcMethod::kDetectLanguage; }
  virtual std::string Authorization(const HttpRequest& request) = 0;
  virtual absl::StatusOr<v1::DetectLanguageRequest> Request() = 0;
  virtual absl::StatusOr<HttpResponse> Answer(
      const v1::DetectLanguageResponse& response) = 0;
  virtual HttpResponse Error(const absl::Status& status) = 0;
};

class DetectHttpCall final : public ServiceHttpCall {
 public:
  DetectHttpCall(const ServiceState& state, CallParts parts,
                 std::unique_ptr<DetectAdapter> adapter)
      : ServiceHttpCall(state, std::move(parts)),
        adapter_(std::move(adapter)) {}

 private:
  void Run() override;
  void FinishWith(absl::Status status);

  const std::unique_ptr<DetectAdapter> adapter_;
  std::optional<DetectionWork> work_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_DETECT_HTTP_CALL_H_
