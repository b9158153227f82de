// Equal texts are translated once, and the answers do not show it.

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "tests/integration/server_fixture.h"
#include "tests/testing/same_answer.h"

namespace interpres {
namespace {

constexpr char kByModel[] =
    R"(interpres_texts_total{model="tiny",source="model"})";
constexpr char kFromCache[] =
    R"(interpres_texts_total{model="tiny",source="cache"})";
constexpr char kShared[] =
    R"(interpres_texts_total{model="tiny",source="shared"})";

class ServerReuseTest : public ServerFixture {
 protected:
  static ServerOptions CachingServer() {
    ServerOptions options = SmallServer();
    options.cache_bytes = 1 << 20;
    return options;
  }

  v1::TranslateResponse AnswerTo(const v1::TranslateRequest& request) {
    v1::TranslateResponse response;
    const grpc::Status status = Translate(request, response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
};

TEST_F(ServerReuseTest, ConcurrentEqualTextsAreTranslatedOnce) {
  Start(CachingServer());
  const v1::TranslateRequest request =
      Request({"the cat sees the dog", "the cat sees the dog"});
  constexpr int kThreads = 8;
  std::vector<v1::TranslateResponse> answers(kThreads);
  std::vector<std::thread> threads;
  for (v1::TranslateResponse& answer : answers) {
    threads.emplace_back([&] { answer = AnswerTo(request); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (const v1::TranslateResponse& answer : answers) {
    EXPECT_TRUE(SameAnswer(answer, answers.front()));
  }
  EXPECT_EQ(Metric(kByModel), 1);
  EXPECT_EQ(Metric(kFromCache) + Metric(kShared), 2 * kThreads - 1);
}

TEST_F(ServerReuseTest, AReusedAnswerHasTheBytesOfANewOne) {
  v1::TranslateRequest request = Request({"the cat", "the dog", "the cat"});
  request.mutable_options()->set_n_best(2);
  request.mutable_options()->set_return_token_scores(true);
  Start(CachingServer());
  const v1::TranslateResponse first = AnswerTo(request);
  EXPECT_TRUE(SameAnswer(AnswerTo(request), first));
  EXPECT_EQ(Metric(kByModel), 2);
  EXPECT_GE(Metric(kFromCache), 3);
  Start(SmallServer());
  EXPECT_TRUE(SameAnswer(AnswerTo(request), first));
  EXPECT_EQ(Metric(kByModel), 3);
}

TEST_F(ServerReuseTest, AlignmentsShareTheResult) {
  Start(CachingServer());
  v1::TranslateRequest request = Request({"the cat"});
  const v1::TranslateResponse plain = AnswerTo(request);
  request.mutable_options()->set_return_alignments(true);
  const v1::TranslateResponse aligned = AnswerTo(request);
  EXPECT_EQ(Metric(kByModel), 1);
  EXPECT_EQ(Metric(kFromCache), 1);
  const v1::Translation& translation =
      aligned.results(0).translations().hypotheses(0);
  EXPECT_EQ(translation.text(),
            plain.results(0).translations().hypotheses(0).text());
  ASSERT_EQ(translation.tokens_size(), translation.target_tokens());
  EXPECT_TRUE(translation.tokens(0).has_source_token());
}

TEST_F(ServerReuseTest, OtherOptionsAreTranslatedAgain) {
  Start(CachingServer());
  v1::TranslateRequest request = Request({"the cat"});
  AnswerTo(request);
  request.mutable_options()->set_beam_size(2);
  AnswerTo(request);
  request.set_target_language("en");
  AnswerTo(request);
  EXPECT_EQ(Metric(kByModel), 3);
}

TEST_F(ServerReuseTest, WhatDoesNotFitIntoAWorkerComesAgain) {
  ServerOptions options = CachingServer();
  options.rows = 4;
  Start(options);
  // A beam fills the worker, which hands back the others that it took.
  v1::TranslateRequest request =
      Request({"the cat", "the dog", "the cat", "a cat", "the dog", "a dog"});
  request.mutable_options()->set_beam_size(4);
  v1::TranslateResponse response;
  ASSERT_TRUE(Translate(request, response).ok());
  ASSERT_EQ(response.results_size(), 6);
  EXPECT_EQ(response.results(0).SerializeAsString(),
            response.results(2).SerializeAsString());
  EXPECT_EQ(response.results(1).SerializeAsString(),
            response.results(4).SerializeAsString());
  EXPECT_EQ(Metric(kByModel), 4);
}

TEST_F(ServerReuseTest, CachedTextsNeedNoRoomInTheQueue) {
  ServerOptions options = CachingServer();
  options.queue.max_jobs = 1;
  Start(options);
  AnswerTo(Request({"the cat"}));
  AnswerTo(Request({"the dog"}));
  // Two texts do not fit into the queue, but need no room in it.
  AnswerTo(Request({"the cat", "the dog"}));
  EXPECT_EQ(Metric(kFromCache), 2);
}

}  // namespace
}  // namespace interpres
