// Translates its arguments with an Interpres server:
//
//   interpres-example es "Good morning." "How are you?"
//
// Needs only gRPC and the code that protoc generates.

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>

#include "interpres/v1/translation.grpc.pb.h"

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: interpres-example TARGET_LANGUAGE TEXT...\n";
    return 2;
  }
  // NOLINTNEXTLINE(concurrency-mt-unsafe): no thread changes the environment.
  const char* server = std::getenv("INTERPRES_SERVER");
  const auto stub = interpres::v1::TranslationService::NewStub(
      grpc::CreateChannel(server != nullptr ? server : "127.0.0.1:50051",
                          grpc::InsecureChannelCredentials()));

  interpres::v1::TranslateRequest request;
  request.set_target_language(argv[1]);
  for (int i = 2; i < argc; ++i) {
    request.add_texts(argv[i]);
  }
  request.mutable_options()->set_beam_size(4);

  grpc::ClientContext context;
  // Give every call a deadline: after it, the server drops the work.
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::seconds(30));
  interpres::v1::TranslateResponse response;
  const grpc::Status status = stub->Translate(&context, request, &response);
  if (!status.ok()) {
    std::cerr << "error " << status.error_code() << ": "
              << status.error_message() << "\n";
    return 1;
  }
  for (const auto& result : response.results()) {
    if (result.has_error()) {
      std::cerr << "error: " << result.error().message() << "\n";
    } else {
      std::cout << result.translations().hypotheses(0).text() << "\n";
    }
  }
  return 0;
}
