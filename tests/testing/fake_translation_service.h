// An in-process server of TranslationService and of the health service whose
// answers the test decides, on a port that the system chooses.

#ifndef INTERPRES_TESTS_TESTING_FAKE_TRANSLATION_SERVICE_H_
#define INTERPRES_TESTS_TESTING_FAKE_TRANSLATION_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "interpres/v1/translation.grpc.pb.h"

namespace interpres::testing {

// Translates every text "Hello" to "<Hello>". Returns n_best hypotheses,
// numbered from the second on: "<Hello>", "<Hello>2", ...
grpc::Status TranslateWithBrackets(
    const interpres::v1::TranslateRequest& request,
    interpres::v1::TranslateResponse* response);

// RESOURCE_EXHAUSTED with a google.rpc.RetryInfo of `delay`.
grpc::Status BusyFor(std::chrono::milliseconds delay);

// Thread-safe if the handler is, because gRPC calls the handler from several
// threads. The messages of a stream are handled concurrently, each on its own
// thread. An error of the handler is the error of the message.
class FakeTranslationService {
 public:
  using Handler =
      std::function<grpc::Status(const interpres::v1::TranslateRequest&,
                                 interpres::v1::TranslateResponse*)>;

  // Listens on a free port, or on `address`, for example `unix:PATH`.
  explicit FakeTranslationService(Handler handler = TranslateWithBrackets,
                                  const std::string& address = "127.0.0.1:0");
  ~FakeTranslationService();

  // Returns `host:port`, or the address that was given to the constructor.
  const std::string& address() const { return address_; }

  // From now on every stream answers `messages` messages and then breaks.
  void BreakStreamsAfter(int messages);
  // How many streams there were.
  int streams() const;

  // Sets the answer of the health service. The first answer is SERVING.
  void SetServing(bool serving);

 private:
  class Service;

  const std::unique_ptr<Service> service_;
  std::string address_;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace interpres::testing

#endif  // INTERPRES_TESTS_TESTING_FAKE_TRANSLATION_SERVICE_H_
