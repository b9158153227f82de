// libFuzzer over requests: a whole server (parsing, limits, tokenising, a tiny
// model with random weights, answering) on a connection within the process. The
// first byte says what the other bytes are: one message of a unary method, the
// messages of a stream, or choices that make valid messages with any fields.
// tests/fuzz.sh builds and runs it.
//
// Besides not crashing: every call ends, with an answer that keeps the rules of
// response_rules.h or an error that has a message; and a request that is always
// the same gets the same bytes in between.

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interpres/v1/translation.pb.h"
#include "server/server_app.h"
#include "tests/testing/fuzz_parsers.h"
#include "tests/testing/fuzz_server.h"
#include "tests/testing/message_maker.h"
#include "tests/testing/raw_call.h"
#include "tests/testing/response_rules.h"

namespace interpres {
namespace {

constexpr int64_t kPositions = 32;
constexpr int64_t kMaxTexts = 4;
constexpr int kMaxElements = 3;
constexpr std::size_t kMaxMessages = 6;
// How many inputs between two looks at the neighbour.
constexpr int kNeighbourInterval = 64;
constexpr char kService[] = "/interpres.v1.TranslationService/";

constexpr std::array<std::string_view, 16> kWords = {
    "the cat",
    "es",
    "tiny",
    "",
    "en",
    "the dog sees the cat",
    "el gato",
    " ",
    "de",
    "huge",
    "not a code",
    "caf\xC3\xA9 \xF0\x9F\x90\x88",
    "a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a",
    "\xE2\x96\x81",
    "\xEF\xBF\xBD",
    ">>es<<"};

void Require(const std::string& broken, const std::string& context) {
  if (!broken.empty()) {
    Report(context + ": " + broken);
  }
}

// One for the process; never destroyed.
class Target {
 public:
  static Target& Get() {
    static auto* target = new Target();
    return *target;
  }

  RawAnswer Send(const std::string& method,
                 std::vector<std::string> messages) const {
    return Call(channel_, {.method = kService + method,
                           .messages = std::move(messages),
                           .metadata = {}});
  }

  // The same request gets the same bytes, regardless of earlier requests.
  void LookAtTheNeighbour() {
    if (++inputs_ % kNeighbourInterval == 0 && Neighbour() != neighbour_) {
      Report("the neighbour has another answer than before");
    }
  }

  ResponseLimits limits() const {
    return {.max_length = kPositions, .default_n_best = 1};
  }

 private:
  Target() {
    ServerOptions options;
    options.request.max_texts = kMaxTexts;
    options.request.max_text_bytes = 1024;
    app_ = StartFuzzServer(std::move(options), kPositions);
    channel_ = ChannelTo(*app_);
    neighbour_ = Neighbour();
  }

  std::string Neighbour() const {
    v1::TranslateRequest request;
    request.add_texts("the dog sees the cat");
    request.set_target_language("es");
    request.mutable_options()->set_max_length(8);
    request.mutable_options()->set_return_token_scores(true);
    const RawAnswer answer = Send("Translate", {request.SerializeAsString()});
    if (!answer.status.ok() || answer.messages.size() != 1) {
      Report("the neighbour's request failed: " +
             answer.status.error_message());
    }
    return answer.messages[0];
  }

  std::unique_ptr<ServerApp> app_;
  std::shared_ptr<grpc::Channel> channel_;
  std::string neighbour_;
  int64_t inputs_ = 0;
};

// The error of a call that must not fail for want of time or of a server.
void CheckError(const grpc::Status& status, const std::string& method) {
  Require(BrokenErrorRule(status.error_code(), status.error_message()), method);
  if (status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED ||
      status.error_code() == grpc::StatusCode::UNAVAILABLE ||
      status.error_code() == grpc::StatusCode::CANCELLED) {
    Report(method + ": " + status.error_message());
  }
}

void CheckUnary(const std::string& method, const std::string& bytes) {
  const Target& target = Target::Get();
  const RawAnswer answer = target.Send(method, {bytes});
  if (!answer.status.ok()) {
    CheckError(answer.status, method);
    return;
  }
  if (answer.messages.size() != 1) {
    Report(method + ": OK, but no answer");
  }
  v1::TranslateRequest request;
  v1::TranslateResponse response;
  if (method == "Translate") {
    if (!request.ParseFromString(bytes) ||
        !response.ParseFromString(answer.messages[0])) {
      Report("Translate: an answer to what is no request, or none itself");
    }
    Require(BrokenRule(request, response, target.limits()), method);
  }
}

// The messages of a stream that are messages, by their ids.
using RequestsById =
    std::map<uint64_t, std::vector<v1::StreamTranslateRequest>>;

// Partial results come before the result of their message.
void CheckPartial(const v1::StreamTranslateResponse& result,
                  const std::vector<v1::StreamTranslateRequest>& candidates,
                  std::size_t answered) {
  if (answered >= candidates.size()) {
    Report("StreamTranslate: a partial result after the result");
  }
  const v1::PartialResult& partial = result.partial();
  const bool fits = std::ranges::any_of(
      candidates, [&](const v1::StreamTranslateRequest& message) {
        const v1::TranslateRequest& request = message.request();
        return message.partial_results() && partial.text() >= 0 &&
               partial.text() < request.texts_size() &&
               partial.source().begin() <= partial.source().end() &&
               partial.source().end() <=
                   std::ssize(request.texts(partial.text()));
      });
  if (!fits) {
    Report("StreamTranslate: a partial result that belongs to no text");
  }
}

// Results come in any order, and two messages may have one id: which of them is
// answered is then not known.
void CheckResult(const v1::StreamTranslateResponse& result,
                 const RequestsById& requests,
                 std::map<uint64_t, std::size_t>& answered) {
  if (result.has_error()) {
    Require(BrokenErrorRule(result.error().code(), result.error().message()),
            "StreamTranslate");
    return;
  }
  const auto asked = requests.find(result.id());
  if (asked == requests.end()) {
    Report("StreamTranslate: a result to no message");
  }
  const std::vector<v1::StreamTranslateRequest>& candidates = asked->second;
  if (result.has_partial()) {
    CheckPartial(result, candidates, answered[result.id()]);
    return;
  }
  if (!result.has_response()) {
    Report("StreamTranslate: a result without an outcome");
  }
  if (++answered[result.id()] > candidates.size()) {
    Report("StreamTranslate: a message has two results");
  }
  if (candidates.size() == 1) {
    Require(BrokenRule(candidates[0].request(), result.response(),
                       Target::Get().limits()),
            "StreamTranslate");
  }
}

void CheckStream(const std::vector<std::string>& messages) {
  const RawAnswer answer = Target::Get().Send("StreamTranslate", messages);
  RequestsById requests;
  for (const std::string& bytes : messages) {
    v1::StreamTranslateRequest message;
    if (message.ParseFromString(bytes)) {
      requests[message.id()].push_back(message);
    }
  }
  std::map<uint64_t, std::size_t> answered;
  std::size_t results = 0;  // without the partial ones
  for (const std::string& bytes : answer.messages) {
    v1::StreamTranslateResponse result;
    if (!result.ParseFromString(bytes)) {
      Report("StreamTranslate: a result that is none");
    }
    CheckResult(result, requests, answered);
    results += result.has_partial() ? 0 : 1;
  }
  if (results > messages.size()) {
    Report("StreamTranslate: more results than messages");
  }
  if (!answer.status.ok()) {
    CheckError(answer.status, "StreamTranslate");
  } else if (results != messages.size()) {
    Report("StreamTranslate: OK, but a message has no result");
  }
}

void CheckDetection(const std::string& bytes) {
  CheckUnary("DetectLanguage", bytes);
  const RawAnswer answer = Target::Get().Send("DetectLanguage", {bytes});
  v1::DetectLanguageRequest request;
  v1::DetectLanguageResponse response;
  if (answer.status.ok() && (!request.ParseFromString(bytes) ||
                             !response.ParseFromString(answer.messages.at(0)) ||
                             response.results_size() != request.texts_size())) {
    Report("DetectLanguage: a text has no result");
  }
}

std::string MakeRequest(Choices& choices) {
  v1::TranslateRequest request;
  FillMessage(choices, kWords, kMaxElements, request);
  return request.SerializeAsString();
}

std::vector<std::string> MakeStream(Choices& choices) {
  std::vector<std::string> messages;
  while (!choices.Empty() && messages.size() < kMaxMessages) {
    v1::StreamTranslateRequest message;
    FillMessage(choices, kWords, kMaxElements, message);
    messages.push_back(message.SerializeAsString());
  }
  return messages;
}

std::vector<std::string> CutStream(Choices& choices) {
  std::vector<std::string> messages;
  while (!choices.Empty() && messages.size() < kMaxMessages) {
    messages.push_back(choices.Bytes(255));
  }
  return messages;
}

void Fuzz(std::span<const uint8_t> input) {
  Choices choices(input);
  const uint8_t kind = choices.Byte() % 8;
  const std::span<const uint8_t> rest = choices.Rest();
  const std::string bytes(rest.begin(), rest.end());
  switch (kind) {
    case 0:
      CheckUnary("Translate", bytes);
      break;
    case 1:
      CheckUnary("Translate", MakeRequest(choices));
      break;
    case 2:
      CheckStream(CutStream(choices));
      break;
    case 3:
      CheckStream(MakeStream(choices));
      break;
    case 4:
      CheckUnary("GetModel", bytes);
      break;
    case 6:
      CheckDetection(bytes);
      break;
    case 7:
      CheckUnary("ListLanguages", bytes);
      break;
    default:
      CheckUnary("ListModels", bytes);
  }
  Target::Get().LookAtTheNeighbour();
}

}  // namespace
}  // namespace interpres

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  interpres::Fuzz({data, size});
  return 0;
}
