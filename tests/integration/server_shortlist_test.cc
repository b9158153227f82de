// A request's `shortlist` option against a real server.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "model/checkpoint/model_directory.h"
#include "tests/integration/server_fixture.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

class ServerShortlistTest : public ServerFixture {
 protected:
  // Every source token has the same few target tokens.
  void StartWithLists(const std::vector<int32_t>& list = {20, 31, 42, 53, 64}) {
    ASSERT_NO_FATAL_FAILURE(Listen(SmallServer()));
    const auto model = ReadModelDirectory(model_path());
    ASSERT_TRUE(model.ok()) << model.status();
    for (const auto& [piece, id] : model->description.vocabulary) {
      if (id == 0 || std::count(list.begin(), list.end(), id) > 0) {
        listed_.insert(piece);
      }
    }
    const auto shortlist = Shortlist::Create(std::vector<std::vector<int32_t>>(
        model->description.config.vocab_size, list));
    ASSERT_TRUE(shortlist.ok()) << shortlist.status();
    ASSERT_TRUE(WriteShortlist(model_path(), *shortlist).ok());
    const absl::Status loaded = app().Load();
    ASSERT_TRUE(loaded.ok()) << loaded;
    app().Open();
  }

  v1::Model TheModel() const {
    grpc::ClientContext context;
    v1::ListModelsResponse response;
    EXPECT_TRUE(stub().ListModels(&context, {}, &response).ok());
    EXPECT_EQ(response.models_size(), 1);
    return response.models(0);
  }

  // Whether all tokens of the answers are in the lists.
  bool Listed(const v1::TranslateRequest& request) const {
    v1::TranslateResponse response;
    const grpc::Status status = Translate(request, response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    bool listed = true;
    for (const v1::TranslationResult& result : response.results()) {
      const auto& tokens = result.translations().hypotheses(0).tokens();
      EXPECT_FALSE(tokens.empty());
      for (const v1::TokenScore& token : tokens) {
        listed = listed && listed_.contains(token.piece());
      }
    }
    return listed;
  }

  std::set<std::string> listed_;
};

TEST_F(ServerShortlistTest, IsUsedWhereItIsAskedFor) {
  ASSERT_NO_FATAL_FAILURE(StartWithLists());
  EXPECT_TRUE(TheModel().has_shortlist());
  v1::TranslateRequest request = Request({"the cat", "the dog sees the cat"});
  request.mutable_options()->set_max_length(12);
  request.mutable_options()->set_return_token_scores(true);
  EXPECT_FALSE(Listed(request));
  request.mutable_options()->set_shortlist(true);
  EXPECT_TRUE(Listed(request));
  request.mutable_options()->set_shortlist(false);
  EXPECT_FALSE(Listed(request));
}

TEST_F(ServerShortlistTest, ADirectionThatWasNotLearnedIsRefused) {
  ASSERT_NO_FATAL_FAILURE(StartWithLists({}));
  v1::TranslateRequest request = Request({"the cat"});
  request.mutable_options()->set_shortlist(true);
  v1::TranslateResponse response;
  const grpc::Status status = Translate(request, response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(),
              HasSubstr("not learned for translations into \"es\""));
}

TEST_F(ServerShortlistTest, AModelWithoutOneRefusesIt) {
  Start(SmallServer());
  EXPECT_FALSE(TheModel().has_shortlist());
  v1::TranslateRequest request = Request({"the cat"});
  request.mutable_options()->set_shortlist(true);
  v1::TranslateResponse response;
  const grpc::Status status = Translate(request, response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("has no shortlist"));
}

}  // namespace
}  // namespace interpres
