// Alignments and attention from a real server, and the limit of their size.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>

#include "tests/integration/server_fixture.h"
#include "tests/testing/same_answer.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

class ServerAttentionTest : public ServerFixture {
 protected:
  static v1::TranslateOptions WithBoth() {
    v1::TranslateOptions options;
    options.set_max_length(9);
    options.set_return_alignments(true);
    options.set_return_attention(true);
    return options;
  }

  // The answer to `request`, which must be one.
  v1::TranslateResponse Answer(const v1::TranslateRequest& request) const {
    v1::TranslateResponse response;
    const grpc::Status status = Translate(request, response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
};

void ExpectAttentionOf(const v1::TranslationResult& result,
                       const v1::Translation& translation) {
  const v1::Attention& attention = translation.attention();
  EXPECT_EQ(attention.layers(), 2);
  EXPECT_EQ(attention.heads(), 2);
  EXPECT_EQ(attention.target_tokens(), translation.target_tokens());
  EXPECT_EQ(attention.source_tokens(), result.source_tokens());
  const int rows = 2 * 2 * attention.target_tokens();
  ASSERT_EQ(attention.weights_size(), rows * attention.source_tokens());
  for (int row = 0; row < rows; ++row) {
    const float* begin =
        attention.weights().data() + row * attention.source_tokens();
    EXPECT_NEAR(std::accumulate(begin, begin + attention.source_tokens(), 0.0),
                1.0, 1e-5);
  }
}

void ExpectAlignmentsOf(const v1::TranslationResult& result,
                        const v1::Translation& translation) {
  ASSERT_EQ(translation.tokens_size(), translation.target_tokens());
  for (const v1::TokenScore& token : translation.tokens()) {
    ASSERT_TRUE(token.has_source_token());
    EXPECT_GE(token.source_token(), 1) << "not the tag";
    EXPECT_EQ(token.source_token() == result.source_tokens() - 1,
              token.piece() == "</s>");
  }
}

TEST_F(ServerAttentionTest, ReturnsBothAndChangesNoTranslation) {
  Start(SmallServer());
  v1::TranslateRequest request = Request({"the cat sees", "", "a house"});
  request.mutable_options()->set_max_length(9);
  request.mutable_options()->set_n_best(2);
  request.mutable_options()->add_target_prefix("la");
  const v1::TranslateResponse plain = Answer(request);
  request.mutable_options()->MergeFrom(WithBoth());
  const v1::TranslateResponse response = Answer(request);
  ASSERT_EQ(response.results_size(), 3);
  for (const int i : {0, 2}) {
    const v1::TranslationResult& result = response.results(i);
    ASSERT_EQ(result.source_pieces_size(), result.source_tokens());
    EXPECT_EQ(result.source_pieces(0), ">>es<<");
    EXPECT_EQ(result.source_pieces(result.source_tokens() - 1), "</s>");
    ASSERT_EQ(result.translations().hypotheses_size(), 2);
    for (int k = 0; k < 2; ++k) {
      const v1::Translation& translation = result.translations().hypotheses(k);
      const v1::Translation& before =
          plain.results(i).translations().hypotheses(k);
      EXPECT_FALSE(before.has_attention());
      EXPECT_EQ(before.tokens_size(), 0);
      v1::Translation without = translation;
      without.clear_attention();
      without.clear_tokens();
      EXPECT_TRUE(SameAnswer(without, before));
      ExpectAttentionOf(result, translation);
      ExpectAlignmentsOf(result, translation);
    }
  }
  EXPECT_EQ(response.results(1).translations().hypotheses(0).text(), "");
  EXPECT_EQ(response.results(1).source_pieces_size(), 0);
}

TEST_F(ServerAttentionTest, EachAlone) {
  Start(SmallServer());
  v1::TranslateRequest request = Request({"the cat sees"});
  *request.mutable_options() = WithBoth();
  const v1::TranslateResponse both = Answer(request);
  const v1::Translation& want = both.results(0).translations().hypotheses(0);

  request.mutable_options()->clear_return_attention();
  const v1::TranslateResponse aligned = Answer(request);
  const v1::Translation& alignment =
      aligned.results(0).translations().hypotheses(0);
  EXPECT_FALSE(alignment.has_attention());
  ExpectAlignmentsOf(aligned.results(0), alignment);

  *request.mutable_options() = WithBoth();
  request.mutable_options()->clear_return_alignments();
  const v1::TranslateResponse attended = Answer(request);
  const v1::Translation& attention =
      attended.results(0).translations().hypotheses(0);
  EXPECT_TRUE(SameAnswer(attention.attention(), want.attention()));
  ASSERT_EQ(attention.tokens_size(), want.tokens_size());
  for (const v1::TokenScore& token : attention.tokens()) {
    EXPECT_FALSE(token.has_source_token());
  }
}

TEST_F(ServerAttentionTest, LimitsConcurrentRequestsWithAttentionWeights) {
  ServerOptions options = SmallServer();
  options.max_attention_requests = 1;
  Start(options);
  v1::TranslateRequest endless = EndlessRequest();
  // Room in the queue for what follows, which goes first, and still seconds of
  // work: with ThreadSanitizer minutes.
  endless.mutable_texts()->DeleteSubrange(400, endless.texts_size() - 400);
  endless.set_priority(v1::PRIORITY_BATCH);
  endless.mutable_options()->set_return_attention(true);
  PendingCall pending(stub(), endless);
  AwaitAtLeast("interpres_active_slots", 1);
  v1::TranslateRequest request = Request({"the cat sees"});
  *request.mutable_options() = WithBoth();
  v1::TranslateResponse response;
  const grpc::Status refused = Translate(request, response);
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_THAT(refused.error_message(), HasSubstr("return_attention"));
  // Alignments have no such limit.
  request.mutable_options()->clear_return_attention();
  Answer(request);
  *request.mutable_options() = WithBoth();
  pending.Cancel();
  pending.Await();
  AwaitAtMost("interpres_calls_in_flight", 0);
  Answer(request);
}

TEST_F(ServerAttentionTest, TheTextsOfARequestShareTheLimit) {
  constexpr int kLimit = 3000;
  ServerOptions options = SmallServer();
  options.request.max_attention_weights = kLimit;
  Start(options);
  v1::TranslateRequest request = Request({"the cat sees"});
  *request.mutable_options() = WithBoth();
  const v1::TranslateResponse alone = Answer(request);
  const int weights =
      alone.results(0).translations().hypotheses(0).attention().weights_size();
  ASSERT_GT(weights, 0);
  ASSERT_LT(weights, kLimit);
  const auto with_texts = [&request](int texts) {
    request.clear_texts();
    for (int i = 0; i < texts; ++i) {
      request.add_texts("the cat sees");
    }
    return request;
  };
  const v1::TranslateResponse full = Answer(with_texts(kLimit / weights));
  ASSERT_EQ(full.results_size(), kLimit / weights);
  for (const v1::TranslationResult& result : full.results()) {
    EXPECT_TRUE(SameAnswer(result, alone.results(0)));
  }
  // One more, and as many that not even one token of each has room.
  for (const int texts : {kLimit / weights + 1, 200}) {
    v1::TranslateResponse response = Answer(with_texts(texts));
    ASSERT_EQ(response.results_size(), texts);
    for (const v1::TranslationResult& result : response.results()) {
      EXPECT_EQ(result.error().code(), 3);
      EXPECT_THAT(
          result.error().message(),
          HasSubstr("which is " + std::to_string(kLimit / texts) + " weights"));
    }
    // Alignments have no such limit.
    request.mutable_options()->clear_return_attention();
    response = Answer(request);
    EXPECT_TRUE(response.results(texts - 1).has_translations());
    *request.mutable_options() = WithBoth();
  }
}

}  // namespace
}  // namespace interpres
