// A translation whose result is one response. The API of the client is an
// adapter, which knows the API's fields, codes and errors.

#ifndef INTERPRES_SERVER_HTTP_TRANSLATE_HTTP_CALL_H_
#define INTERPRES_SERVER_HTTP_TRANSLATE_HTTP_CALL_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"
#include "server/http/http_message.h"
#include "server/http/service_http_call.h"
#include "server/service/translation_context.h"
#include "server/service/translation_work.h"

namespace interpres {

// The mapping of one request of an API to a TranslateRequest, and back. Each
// request has a separate adapter. The functions are called on text threads, one
// after another.
class TranslateAdapter {
 public:
  virtual ~TranslateAdapter() = default;

  // Reads the request. Returns its token in the form of the header
  // authorization, or "" without a token. Called once, before the other
  // functions. Keeps an error of the request for Request(), so that the token
  // is checked first. `request` must live until the adapter's last call.
  virtual std::string Authorization(const HttpRequest& request) = 0;
  // Returns the message for the translation, or the error of the request. Null
  // means that no text needs a model: then Answer gets an empty response.
  virtual absl::StatusOr<std::optional<v1::TranslateRequest>> Request(
      const TranslationContext& context) = 0;
  // Returns the HTTP response for the result of the translation, or the error
  // of a text that fails the whole call. May change `response`.
  virtual absl::StatusOr<HttpResponse> Answer(
      v1::TranslateResponse& response) = 0;
  // Returns the HTTP response for an error. REQUIRES: !status.ok().
  virtual HttpResponse Error(const absl::Status& status) = 0;
};

class TranslateHttpCall final : public ServiceHttpCall {
 public:
  TranslateHttpCall(const ServiceState& state, CallParts parts,
                    std::unique_ptr<TranslateAdapter> adapter)
      : ServiceHttpCall(state, std::move(parts)),
        adapter_(std::move(adapter)) {}

 private:
  void Run() override;
  void Answer();
  void FinishWith(absl::Status status, v1::TranslateResponse& response);

  const std::unique_ptr<TranslateAdapter> adapter_;
  std::optional<TranslationWork> work_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_TRANSLATE_HTTP_CALL_H_
