// libFuzzer over the requests of other products: a whole server with a tiny
// model, asked over HTTP with the messages of Google, DeepL, LibreTranslate and
// our own interface, and over gRPC with Google's. The first byte picks the
// method, the second one the kind of body. tests/fuzz.sh builds and runs it.
//
// Besides not crashing: every request gets a response, no error is the server's
// own, and an error has words.

#include <grpcpp/grpcpp.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "server/server_app.h"
#include "tests/testing/fuzz_parsers.h"
#include "tests/testing/fuzz_server.h"
#include "tests/testing/http_client.h"
#include "tests/testing/raw_call.h"

namespace interpres {
namespace {

constexpr std::array<const char*, 9> kPosts = {
    "/v2/translate",
    "/v2/glossaries",
    "/language/translate/v2",
    "/language/translate/v2/detect",
    "/translate",
    "/detect",
    "/v1/translate",
    "/v3/projects/p/locations/global:translateText",
    "/v3/projects/p/locations/global:detectLanguage"};
constexpr std::array<const char*, 4> kGets = {
    "/v2/languages", "/language/translate/v2",
    "/language/translate/v2/languages",
    "/v3/projects/p/locations/global/glossaries"};
constexpr std::array<const char*, 3> kCalls = {
    "TranslateText", "DetectLanguage", "GetSupportedLanguages"};
constexpr std::array<const char*, 3> kBodies = {
    "application/json", "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x"};
constexpr char kGoogle[] = "/google.cloud.translation.v3.TranslationService/";

// One for the process; never destroyed.
class Target {
 public:
  static Target& Get() {
    static auto* target = new Target();
    return *target;
  }

  // Uses the last connection until the server ends it.
  HttpAnswer Ask(const std::string& method, const std::string& target,
                 const std::string& body, const std::string& type) {
    for (int attempt = 0; attempt < 2; ++attempt) {
      if (client_ == nullptr) {
        client_ = std::make_unique<HttpTestClient>(app_->http_port());
      }
      client_->SendRequest(method, target, body,
                           "Content-Type: " + type + "\r\n");
      HttpAnswer answer = client_->Read();
      if (answer.status != 0) {
        return answer;
      }
      client_ = nullptr;
    }
    Report("no response to " + target);
  }

  RawAnswer Call(const std::string& method, const std::string& message) const {
    return interpres::Call(
        channel_,
        {.method = kGoogle + method, .messages = {message}, .metadata = {}});
  }

 private:
  Target() {
    ServerOptions options;
    options.http.address = "127.0.0.1:0";
    options.request.max_texts = 4;
    options.request.max_text_bytes = 512;
    app_ = StartFuzzServer(std::move(options), 32);
    channel_ = ChannelTo(*app_);
  }

  std::unique_ptr<ServerApp> app_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<HttpTestClient> client_;
};

void CheckAnswer(const std::string& target, const HttpAnswer& answer) {
  constexpr int kInternal = 500;
  if (answer.status == kInternal) {
    Report(target + ": " + answer.body);
  }
  if (answer.status >= 400 && answer.body.size() < 10) {
    Report(target + ": an error without words");
  }
}

std::string Encoded(std::string_view query) {
  std::string encoded;
  for (const char c : query) {
    const bool is_mark = c == '&' || c == '=';
    encoded += is_mark ? std::string(1, c)
                       : absl::StrFormat("%%%02X", static_cast<uint8_t>(c));
  }
  return encoded;
}

void Fuzz(std::string_view input) {
  if (input.size() < 2) {
    return;
  }
  const auto method = static_cast<uint8_t>(input[0]) %
                      (kPosts.size() + kGets.size() + kCalls.size());
  const std::string type =
      kBodies[static_cast<uint8_t>(input[1]) % kBodies.size()];
  const std::string bytes(input.substr(2));
  Target& target = Target::Get();
  if (method < kPosts.size()) {
    const std::string path = kPosts[method];
    CheckAnswer(path, target.Ask("POST", path, bytes, type));
  } else if (method < kPosts.size() + kGets.size()) {
    const std::string path =
        std::string(kGets[method - kPosts.size()]) + "?" + Encoded(bytes);
    CheckAnswer(path, target.Ask("GET", path, "", type));
  } else {
    const std::string name = kCalls[method - kPosts.size() - kGets.size()];
    const RawAnswer answer = target.Call(name, bytes);
    if (answer.status.error_code() == grpc::StatusCode::INTERNAL &&
        answer.status.error_message().find("parse") == std::string::npos) {
      Report(name + ": " + answer.status.error_message());
    }
  }
}

}  // namespace
}  // namespace interpres

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  interpres::Fuzz({reinterpret_cast<const char*>(data), size});
  return 0;
}
