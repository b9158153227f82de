// Tested by tests/server/http/google_http_calls_test.cc.

#include "server/http/short_http_call.h"

#include "model/base/within_memory.h"
#include "server/base/out_of_memory.h"

namespace interpres {

void ShortHttpCall::Run() {
  const absl::Status begun = Begin(method_, answer_.token);
  if (!begun.ok()) {
    sink().Send(answer_.error(begun));
    return;
  }
  if (!answer_.blocks) {
    Answer();
    return;
  }
  // The call may be gone when Post returns OK.
  const absl::Status posted = glossary_thread().Post([this] { Answer(); });
  if (!posted.ok()) {
    FinishWith(posted);
  }
}

void ShortHttpCall::Answer() {
  FinishWith(WithinMemory(OutOfMemory(),
                          [this] { return answer_.run(call(), request()); }));
}

void ShortHttpCall::FinishWith(absl::StatusOr<HttpResponse> response) {
  const absl::Status status = response.status();
  SendWith(EndOtherCall(call(), /*texts=*/0, status),
           response.ok() ? *std::move(response) : answer_.error(status));
}

}  // namespace interpres
