// Protected spans and terms do not depend on the company of a sentence: a
// request has the same answer alone and among many others.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/integration/server_fixture.h"
#include "tests/testing/same_answer.h"

namespace interpres {
namespace {

constexpr int kRequests = 40;
constexpr int kRounds = 4;

class ServerRequiredTokensTest : public ServerFixture {
 protected:
  void SetUp() override {
    ServerOptions options = SmallServer();
    options.slots = 16;
    Start(options);
  }

  // Returns a number with digits that the vocabulary of the tiny model has.
  static std::string NumberOf(int i) {
    constexpr std::string_view kDigits = "1245";
    std::string number = "4";
    for (int rest = i, digit = 0; digit < 4; ++digit, rest /= 4) {
      number += kDigits[rest % 4];
    }
    return number;
  }

  // Returns requests that differ in all their sentences, so that no sentence
  // shares the translation of another one. Every third request has no spans.
  static std::vector<v1::TranslateRequest> Requests() {
    std::vector<v1::TranslateRequest> requests;
    for (int i = 0; i < kRequests; ++i) {
      const bool has_spans = i % 3 != 0;
      const std::string end =
          has_spans ? absl::StrCat(" ", NumberOf(i), " {n", i, "} the cat.")
                    : std::string(1 + i / 3, 'a');
      v1::TranslateRequest request =
          Request({absl::StrCat("The dog sees the cat", end).c_str(),
                   absl::StrCat("A cat and a dog in the house", end).c_str()});
      request.mutable_options()->set_beam_size(1 + i % 5);
      request.mutable_options()->set_max_length(24 + i);
      request.mutable_options()->set_return_token_scores(true);
      if (i % 2 == 0) {
        v1::GlossaryTerm& term = *request.add_glossary();
        term.set_source("cat");
        term.set_target("la gata roja");
      }
      requests.push_back(std::move(request));
    }
    return requests;
  }

  // Returns the answers to all requests, which run concurrently. Begins them in
  // the order `order`.
  std::vector<v1::TranslateResponse> AnswersTogether(
      const std::vector<v1::TranslateRequest>& requests,
      const std::vector<std::size_t>& order) const {
    std::vector<std::unique_ptr<PendingCall>> calls(requests.size());
    for (const std::size_t i : order) {
      calls[i] = std::make_unique<PendingCall>(stub(), requests[i]);
    }
    std::vector<v1::TranslateResponse> answers;
    for (const std::unique_ptr<PendingCall>& call : calls) {
      EXPECT_TRUE(call->Await().ok()) << call->Await().error_message();
      answers.push_back(call->response());
    }
    return answers;
  }

  double StepsMean() const {
    return Metric("interpres_step_sentences_sum") /
           Metric("interpres_step_sentences_count");
  }
};

// Returns the number of spans and terms that a search with required tokens
// kept.
int ConstraintsOf(const v1::TranslateResponse& response) {
  int count = 0;
  for (const v1::TranslationResult& result : response.results()) {
    for (const v1::Segment& segment :
         result.translations().hypotheses(0).segments()) {
      count += static_cast<int>(std::ranges::count_if(
          segment.protected_spans(), [](const v1::ProtectedSpan& span) {
            return span.step() == v1::PROTECTION_STEP_CONSTRAINT;
          }));
      count += static_cast<int>(
          std::ranges::count_if(segment.terms(), [](const v1::TermUse& term) {
            return term.step() == v1::PROTECTION_STEP_CONSTRAINT;
          }));
    }
  }
  return count;
}

TEST_F(ServerRequiredTokensTest, TheAnswerIsTheSameAloneAndAmongOthers) {
  const std::vector<v1::TranslateRequest> requests = Requests();
  std::vector<v1::TranslateResponse> alone(requests.size());
  int constraints = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const grpc::Status status = Translate(requests[i], alone[i]);
    ASSERT_TRUE(status.ok()) << status.error_message();
    constraints += ConstraintsOf(alone[i]);
  }
  EXPECT_GE(constraints, kRequests);
  const double mean_alone = StepsMean();
  std::vector<std::size_t> order(requests.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937 random(11);
  for (int round = 0; round < kRounds; ++round) {
    std::shuffle(order.begin(), order.end(), random);
    const std::vector<v1::TranslateResponse> answers =
        AnswersTogether(requests, order);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      EXPECT_TRUE(SameAnswer(answers[i], alone[i])) << "request " << i;
    }
  }
  EXPECT_GT(StepsMean(), 2.0 * mean_alone) << "no sentence had company";
}

}  // namespace
}  // namespace interpres
