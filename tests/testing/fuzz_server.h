// A whole server with a tiny model, for fuzzers.

#ifndef INTERPRES_TESTS_TESTING_FUZZ_SERVER_H_
#define INTERPRES_TESTS_TESTING_FUZZ_SERVER_H_

#include <grpcpp/grpcpp.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "server/server_app.h"
#include "tests/testing/fuzz_parsers.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {

// Starts a server on a free port, with one worker, and the tiny model with
// random weights. `options` may set the other parts of the server.
inline std::unique_ptr<ServerApp> StartFuzzServer(ServerOptions options,
                                                  int64_t max_positions) {
  options.address = "127.0.0.1:0";
  options.metrics_address = "";
  options.workers = 1;
  options.slots = 4;
  options.text_threads = 1;
  const TempDir directory;
  options.models = {(directory.path() / "tiny").string()};
  if (!WriteTinyModel(options.models.front(), {.max_positions = max_positions})
           .ok()) {
    Report("cannot write the model");
  }
  absl::StatusOr<std::unique_ptr<ServerApp>> app = ServerApp::Create(options);
  if (!app.ok() || !(*app)->Load().ok()) {
    Report("cannot start the server");
  }
  (*app)->Open();
  return *std::move(app);
}

// Returns a channel to the server.
inline std::shared_ptr<grpc::Channel> ChannelTo(const ServerApp& app) {
  return grpc::CreateChannel("127.0.0.1:" + std::to_string(app.port()),
                             grpc::InsecureChannelCredentials());
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_FUZZ_SERVER_H_
