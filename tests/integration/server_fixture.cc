#include "tests/integration/server_fixture.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <functional>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "model/base/status.h"

namespace interpres {
namespace {

// Blocks until `holds` returns true. Fails after five minutes, so that the
// other tests of the program still run.
void Await(std::string_view metric, const std::function<bool()>& holds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
  while (!::testing::Test::HasFailure() && !holds()) {
    ASSERT_LT(std::chrono::steady_clock::now(), end) << metric;
  }
}

}  // namespace

ServerOptions ServerFixture::SmallServer() {
  ServerOptions options;
  options.address = "127.0.0.1:0";
  options.metrics_address = "127.0.0.1:0";
  options.workers = 1;
  options.slots = 4;
  options.text_threads = 1;
  options.cache_bytes = 0;
  options.request.max_texts = 4096;
  options.queue.max_jobs = 4096;
  options.queue.max_tokens = 1 << 20;
  // A busy machine needs longer than the default for the texts of a test.
  options.drain_timeout = std::chrono::minutes(10);
  return options;
}

ServerOptions ServerFixture::LargeTextServer() {
  ServerOptions options = SmallServer();
  options.slots = 64;
  options.queue = {};
  options.cache_bytes = 32 << 20;
  return options;
}

void ServerFixture::Listen(const ServerOptions& options) {
  TinyModelOptions tiny;
  tiny.max_positions = kTestPositions;
  const absl::Status written = WriteTinyModel(model_path_, tiny);
  ASSERT_TRUE(written.ok()) << written;
  ServerOptions with_model = options;
  if (with_model.models.empty() && with_model.model_repository.empty()) {
    with_model.models = {model_path_.string()};
  }
  absl::StatusOr<std::unique_ptr<ServerApp>> app =
      ServerApp::Create(with_model);
  ASSERT_TRUE(app.ok()) << app.status();
  app_ = *std::move(app);
  channel_ = grpc::CreateChannel(absl::StrCat("127.0.0.1:", app_->port()),
                                 grpc::InsecureChannelCredentials());
  stub_ = v1::TranslationService::NewStub(channel_);
}

void ServerFixture::Start(const ServerOptions& options) {
  ASSERT_NO_FATAL_FAILURE(Listen(options));
  const absl::Status loaded = app_->Load();
  ASSERT_TRUE(loaded.ok()) << loaded;
  app_->Open();
}

grpc::Status ServerFixture::Translate(const v1::TranslateRequest& request,
                                      v1::TranslateResponse& response) const {
  grpc::ClientContext context;
  return stub_->Translate(&context, request, &response);
}

grpc::Status ServerFixture::TranslateLarge(
    const v1::TranslateRequest& request, v1::TranslateResponse& response,
    std::chrono::system_clock::time_point deadline) const {
  constexpr int kClientBytes = 64 << 20;
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(kClientBytes);
  const auto stub = v1::TranslationService::NewStub(
      grpc::CreateCustomChannel(absl::StrCat("127.0.0.1:", port()),
                                grpc::InsecureChannelCredentials(), arguments));
  grpc::ClientContext context;
  context.AddMetadata("interpres-max-response-bytes",
                      absl::StrCat(kClientBytes));
  context.set_deadline(deadline);
  return stub->Translate(&context, request, &response);
}

v1::TranslateRequest ServerFixture::Request(
    std::initializer_list<const char*> texts) {
  v1::TranslateRequest request;
  for (const char* text : texts) {
    request.add_texts(text);
  }
  request.set_target_language("es");
  // Random weights repeat themselves, and the server would translate again.
  request.mutable_options()->set_no_repeat_ngram_size(3);
  request.mutable_options()->set_repetition_penalty(1.2F);
  return request;
}

v1::TranslateRequest ServerFixture::EndlessRequest() {
  v1::TranslateRequest request;
  for (int i = 0; i < 4000; ++i) {
    request.add_texts("the cat sees the dog");
  }
  request.set_target_language("es");
  request.mutable_options()->set_beam_size(4);
  request.mutable_options()->set_max_length(kTestPositions);
  return request;
}

double ServerFixture::Metric(std::string_view name) const {
  const std::string page = ScrapeMetrics(app_->metrics_port());
  double sum = 0.0;
  bool found = false;
  for (const absl::string_view line : absl::StrSplit(page, '\n')) {
    const std::vector<absl::string_view> words = absl::StrSplit(line, ' ');
    double value = 0.0;
    if (words.size() == 2 &&
        (words[0] == AsAbsl(name) ||
         absl::StartsWith(words[0], absl::StrCat(AsAbsl(name), "{"))) &&
        absl::SimpleAtod(words[1], &value)) {
      sum += value;
      found = true;
    }
  }
  EXPECT_TRUE(found) << "no metric " << name << " in:\n" << page;
  return sum;
}

void ServerFixture::AwaitAtLeast(std::string_view name, double value) const {
  Await(name, [&] { return Metric(name) >= value; });
}

void ServerFixture::AwaitAtMost(std::string_view name, double value) const {
  Await(name, [&] { return Metric(name) <= value; });
}

std::string ScrapeMetrics(int port) {
  const int connection = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::string answer;
  const std::string request =
      "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  if (connect(connection, reinterpret_cast<const sockaddr*>(&address),
              sizeof(address)) == 0 &&
      write(connection, request.data(), request.size()) ==
          static_cast<ssize_t>(request.size())) {
    char buffer[4096];
    ssize_t count = 0;
    while ((count = read(connection, buffer, sizeof(buffer))) > 0) {
      answer.append(buffer, count);
    }
  }
  close(connection);
  const size_t body = answer.find("\r\n\r\n");
  return body == std::string::npos ? "" : answer.substr(body + 4);
}

}  // namespace interpres
