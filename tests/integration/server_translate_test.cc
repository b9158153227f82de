// Translate and ListModels against a real server: results, per-text errors,
// and every kind of request that must be refused.

#include <gmock/gmock.h>
#include <grpcpp/generic/generic_stub.h>
#include <gtest/gtest.h>

#include <future>
#include <string>
#include <vector>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "tests/integration/server_fixture.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

class ServerTranslateTest : public ServerFixture {
 protected:
  void SetUp() override { Start(SmallServer()); }

  // Sends bytes instead of a message.
  grpc::Status Send(const std::string& method, const std::string& bytes) {
    const grpc::Slice slice(bytes);
    grpc::ByteBuffer request(&slice, 1);
    grpc::ByteBuffer response;
    grpc::ClientContext context;
    grpc::GenericStub generic(channel());
    std::promise<grpc::Status> done;
    generic.UnaryCall(
        &context, "/interpres.v1.TranslationService/" + method,
        grpc::StubOptions(), &request, &response,
        [&done](grpc::Status status) { done.set_value(std::move(status)); });
    return done.get_future().get();
  }

  // The refusal of a request.
  grpc::Status Refusal(const v1::TranslateRequest& request) {
    v1::TranslateResponse response;
    return Translate(request, response);
  }
};

TEST_F(ServerTranslateTest, TranslatesManyTextsInOrder) {
  v1::TranslateRequest request =
      Request({"the cat", "the dog sees the cat", "", "  ", "a house"});
  request.mutable_options()->set_max_length(20);
  v1::TranslateResponse response;
  const grpc::Status status = Translate(request, response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.model(), "tiny");
  ASSERT_EQ(response.results_size(), 5);
  for (const int i : {0, 1, 4}) {
    const v1::TranslationResult& result = response.results(i);
    ASSERT_EQ(result.translations().hypotheses_size(), 1) << i;
    const v1::Translation& best = result.translations().hypotheses(0);
    EXPECT_GT(result.source_tokens(), 2) << i;
    EXPECT_LE(best.target_tokens(), 20);
    EXPECT_LE(best.score(), 0.0F);
    EXPECT_NE(best.finish_reason(), v1::FINISH_REASON_UNSPECIFIED);
  }
  for (const int i : {2, 3}) {
    const v1::TranslationResult& result = response.results(i);
    ASSERT_EQ(result.translations().hypotheses_size(), 1) << i;
    EXPECT_EQ(result.translations().hypotheses(0).text(), request.texts(i));
    EXPECT_EQ(result.translations().hypotheses(0).finish_reason(),
              v1::FINISH_REASON_END_OF_SENTENCE);
  }
}

TEST_F(ServerTranslateTest, ATextGetsTheSameAnswerInAnyCompany) {
  v1::TranslateResponse alone;
  v1::TranslateRequest one = Request({"the dog sees the cat"});
  one.mutable_options()->set_max_length(40);
  ASSERT_TRUE(Translate(one, alone).ok());
  v1::TranslateRequest many =
      Request({"a", "the dog sees the cat", "a house and a cat", "the", "sees",
               "the dog sees the cat"});
  many.mutable_options()->set_max_length(40);
  v1::TranslateResponse together;
  ASSERT_TRUE(Translate(many, together).ok());
  EXPECT_EQ(together.results(1).SerializeAsString(),
            alone.results(0).SerializeAsString());
  EXPECT_EQ(together.results(5).SerializeAsString(),
            alone.results(0).SerializeAsString());
}

TEST_F(ServerTranslateTest, ReturnsNBestWithTokenScores) {
  v1::TranslateRequest request = Request({"the cat sees"});
  request.mutable_options()->set_beam_size(5);
  request.mutable_options()->set_n_best(3);
  request.mutable_options()->set_max_length(10);
  request.mutable_options()->set_return_token_scores(true);
  v1::TranslateResponse response;
  ASSERT_TRUE(Translate(request, response).ok());
  const v1::Translations& found = response.results(0).translations();
  ASSERT_EQ(found.hypotheses_size(), 3);
  for (int i = 0; i < 3; ++i) {
    const v1::Translation& hypothesis = found.hypotheses(i);
    ASSERT_EQ(hypothesis.tokens_size(), hypothesis.target_tokens());
    float sum = 0.0F;
    for (const v1::TokenScore& token : hypothesis.tokens()) {
      EXPECT_FALSE(token.piece().empty());
      sum += token.log_probability();
    }
    const auto length = static_cast<float>(hypothesis.target_tokens());
    EXPECT_NEAR(hypothesis.score(), sum / length, 1e-4F);
    if (i > 0) {
      EXPECT_LE(hypothesis.score(), found.hypotheses(i - 1).score());
    }
  }
}

TEST_F(ServerTranslateTest, APrefixForEachTextThatIsItsOwnErrorIfItIsBad) {
  v1::TranslateRequest request = Request({"the cat", "the cat", "the cat", ""});
  request.mutable_options()->set_max_length(12);
  for (const char* prefix : {"el gato", "", "\xe6\xbc\xa2", "el"}) {
    request.mutable_options()->add_target_prefix(prefix);
  }
  v1::TranslateResponse response;
  ASSERT_TRUE(Translate(request, response).ok());
  ASSERT_EQ(response.results_size(), 4);
  const auto text = [&response](int i) {
    return response.results(i).translations().hypotheses(0).text();
  };
  EXPECT_EQ(text(0).rfind("el gato", 0), 0U);
  EXPECT_EQ(response.results(2).error().code(), 3);
  EXPECT_THAT(response.results(2).error().message(),
              HasSubstr("target_prefix"));
  EXPECT_EQ(text(3), "");
  // The text without a prefix is translated as it is alone.
  v1::TranslateRequest plain = Request({"the cat"});
  plain.mutable_options()->set_max_length(12);
  v1::TranslateResponse alone;
  ASSERT_TRUE(Translate(plain, alone).ok());
  EXPECT_EQ(text(1), alone.results(0).translations().hypotheses(0).text());

  request.mutable_options()->set_max_length(1);
  ASSERT_TRUE(Translate(request, response).ok());
  EXPECT_THAT(response.results(0).error().message(),
              HasSubstr("expected fewer than max_length (1)"));
  EXPECT_TRUE(response.results(1).has_translations());
}

TEST_F(ServerTranslateTest, APrefixIsNoLongerThanATextMayBe) {
  v1::TranslateRequest request = Request({"the cat", ""});
  request.mutable_options()->add_target_prefix(std::string((1 << 20) + 1, 'a'));
  v1::TranslateResponse response;
  ASSERT_TRUE(Translate(request, response).ok());
  EXPECT_EQ(response.results(0).error().code(), 3);
  EXPECT_THAT(response.results(0).error().message(),
              HasSubstr("options.target_prefix has 1048577 bytes"));
  EXPECT_TRUE(response.results(1).has_translations());
}

TEST_F(ServerTranslateTest, SamplesAreReproducibleInAnyCompany) {
  const auto draw = [this](std::initializer_list<const char*> texts,
                           uint64_t seed) {
    v1::TranslateRequest request = Request(texts);
    request.mutable_options()->set_max_length(12);
    request.mutable_options()->set_n_best(3);
    request.mutable_options()->mutable_sampling()->set_seed(seed);
    v1::TranslateResponse response;
    const grpc::Status status = Translate(request, response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  };
  const v1::TranslateResponse alone = draw({"the cat"}, 1);
  const v1::TranslateResponse many =
      draw({"a house", "the cat", "the dog sees the cat"}, 1);
  ASSERT_EQ(alone.results(0).translations().hypotheses_size(), 3);
  EXPECT_EQ(alone.results(0).SerializeAsString(),
            many.results(1).SerializeAsString());
  EXPECT_NE(alone.results(0).SerializeAsString(),
            draw({"the cat"}, 2).results(0).SerializeAsString());
}

TEST_F(ServerTranslateTest, ATextThatIsTooLongIsItsOwnError) {
  v1::TranslateRequest request = Request({"the cat"});
  std::string tokens;
  for (int i = 0; i < 600; ++i) {
    tokens += "dog cat ";
  }
  request.add_texts(tokens);
  request.add_texts(std::string((1 << 20) + 1, 'x'));
  request.set_split(v1::SPLIT_OFF);
  request.mutable_options()->set_max_length(5);
  v1::TranslateResponse response;
  ASSERT_TRUE(Translate(request, response).ok());
  EXPECT_TRUE(response.results(0).has_translations());
  EXPECT_EQ(response.results(1).error().code(), 3);
  EXPECT_THAT(response.results(1).error().message(),
              HasSubstr("expected at most 512"));
  EXPECT_EQ(response.results(2).error().code(), 3);
  EXPECT_THAT(response.results(2).error().message(),
              HasSubstr("1048577 bytes"));
}

TEST_F(ServerTranslateTest, RefusesMalformedRequestsWithASentence) {
  grpc::Status status = Refusal(Request({}));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("at least one text"));

  v1::TranslateRequest request;
  for (int i = 0; i < 4097; ++i) {
    request.add_texts("x y");
  }
  status = Refusal(request);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("at most 4096"));

  request = Request({"the cat"});
  request.mutable_options()->set_beam_size(1'000'000);
  status = Refusal(request);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("options.beam_size"));
}

TEST_F(ServerTranslateTest, RefusesUnknownModelsAndLanguages) {
  v1::TranslateRequest request = Request({"the cat"});
  request.set_model("huge");
  grpc::Status status = Refusal(request);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_THAT(status.error_message(), HasSubstr("\"tiny\""));

  request = Request({"the cat"});
  request.set_target_language("tlh");
  status = Refusal(request);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_THAT(status.error_message(), HasSubstr("es"));

  request.clear_target_language();  // the model has two directions
  EXPECT_EQ(Refusal(request).error_code(), grpc::StatusCode::INVALID_ARGUMENT);

  request.set_target_language("not a code");
  EXPECT_EQ(Refusal(request).error_code(), grpc::StatusCode::INVALID_ARGUMENT);
}

TEST_F(ServerTranslateTest, InvalidUtf8IsAnInvalidArgument) {
  const grpc::Status status = Send("Translate", std::string("\x0A\x04"
                                                            "caf\xE9"
                                                            "\x1A\x02"
                                                            "es"));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("texts[0] is not valid UTF-8"));
}

TEST_F(ServerTranslateTest, GarbageIsAnInvalidArgument) {
  for (const char* method : {"Translate", "ListModels", "GetModel",
                             "DetectLanguage", "ListLanguages"}) {
    EXPECT_EQ(Send(method, "\xFF\xFF\xFF").error_code(),
              grpc::StatusCode::INVALID_ARGUMENT);
  }
  EXPECT_EQ(Send("NoSuchMethod", "").error_code(),
            grpc::StatusCode::UNIMPLEMENTED);
}

TEST_F(ServerTranslateTest, AMessageBeyondTheLimitIsRefused) {
  v1::TranslateRequest request = Request({});
  for (int i = 0; i < 90; ++i) {
    request.add_texts(std::string(60'000, 'x'));
  }
  EXPECT_EQ(Refusal(request).error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
}

TEST_F(ServerTranslateTest, ListsItsModel) {
  grpc::ClientContext context;
  v1::ListModelsResponse response;
  ASSERT_TRUE(stub().ListModels(&context, {}, &response).ok());
  ASSERT_EQ(response.models_size(), 1);
  const v1::Model& model = response.models(0);
  EXPECT_EQ(model.name(), "tiny");
  EXPECT_EQ(model.directions_size(), 2);
  EXPECT_EQ(model.max_source_tokens(), kTestPositions);
  EXPECT_EQ(model.max_target_tokens(), kTestPositions);
  EXPECT_GT(model.default_beam_size(), 0);
  EXPECT_GT(model.parameters(), 0);
  EXPECT_EQ(model.compute_type(), "float32");
}

TEST_F(ServerTranslateTest, DescribesAModelByItsName) {
  v1::ListModelsResponse models;
  grpc::ClientContext list_context;
  ASSERT_TRUE(stub().ListModels(&list_context, {}, &models).ok());
  for (const char* name : {"tiny", ""}) {
    grpc::ClientContext context;
    v1::GetModelRequest request;
    request.set_name(name);
    v1::Model model;
    ASSERT_TRUE(stub().GetModel(&context, request, &model).ok()) << name;
    EXPECT_EQ(model.SerializeAsString(), models.models(0).SerializeAsString());
  }
  grpc::ClientContext context;
  v1::GetModelRequest request;
  request.set_name("huge");
  v1::Model model;
  const grpc::Status status = stub().GetModel(&context, request, &model);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_THAT(status.error_message(), HasSubstr("\"tiny\""));
}

// The number in the trailing metadata of an answer.
double Trailer(const grpc::ClientContext& context, const std::string& key) {
  const auto& trailers = context.GetServerTrailingMetadata();
  const auto found = trailers.find(key);
  if (found == trailers.end()) {
    ADD_FAILURE() << "no " << key;
    return -1.0;
  }
  return std::stod(std::string(found->second.data(), found->second.size()));
}

TEST_F(ServerTranslateTest, TheTrailersSayWhereTheTimeWent) {
  v1::TranslateRequest request = Request(
      {"the cat", "the dog", "a house", "the cat", "the dog", "a house"});
  request.mutable_options()->set_max_length(30);
  grpc::ClientContext context;
  v1::TranslateResponse response;
  ASSERT_TRUE(stub().Translate(&context, request, &response).ok());
  // Six texts on four slots: some waited for the others' decoding.
  const double total = Trailer(context, "interpres-total-ms");
  EXPECT_GT(Trailer(context, "interpres-queue-ms"), 0.0);
  EXPECT_GT(Trailer(context, "interpres-encode-ms"), 0.0);
  EXPECT_GT(Trailer(context, "interpres-decode-ms"), 0.0);
  EXPECT_GE(total, Trailer(context, "interpres-queue-ms"));
  EXPECT_GE(total, Trailer(context, "interpres-encode-ms"));
  EXPECT_GE(total, Trailer(context, "interpres-decode-ms"));

  grpc::ClientContext models_context;
  v1::Model model;
  ASSERT_TRUE(stub().GetModel(&models_context, {}, &model).ok());
  const auto version =
      context.GetServerTrailingMetadata().find("interpres-model-version");
  ASSERT_NE(version, context.GetServerTrailingMetadata().end());
  EXPECT_EQ(std::string(version->second.data(), version->second.size()),
            model.version());
}

TEST_F(ServerTranslateTest, ARefusalHasTrailersToo) {
  grpc::ClientContext context;
  v1::TranslateResponse response;
  ASSERT_FALSE(stub().Translate(&context, Request({}), &response).ok());
  EXPECT_GE(Trailer(context, "interpres-total-ms"), 0.0);
  EXPECT_EQ(Trailer(context, "interpres-decode-ms"), 0.0);
}

TEST_F(ServerTranslateTest, CountsInItsMetrics) {
  v1::TranslateRequest request = Request({"the cat", "the dog"});
  request.mutable_options()->set_max_length(6);
  v1::TranslateResponse response;
  ASSERT_TRUE(Translate(request, response).ok());
  EXPECT_FALSE(Refusal(Request({})).ok());
  EXPECT_EQ(Metric(R"(interpres_requests_total{code="OK",method="Translate"})"),
            1);
  EXPECT_EQ(Metric("interpres_requests_total{code=\"INVALID_ARGUMENT\","
                   "method=\"Translate\"}"),
            1);
  EXPECT_EQ(Metric("interpres_source_tokens_total"),
            response.results(0).source_tokens() +
                response.results(1).source_tokens());
  EXPECT_EQ(
      Metric("interpres_target_tokens_total"),
      response.results(0).translations().hypotheses(0).target_tokens() +
          response.results(1).translations().hypotheses(0).target_tokens());
  for (const char* phase : {"queue", "encode", "decode"}) {
    EXPECT_EQ(Metric(std::string("interpres_phase_seconds_count{model=\"tiny\","
                                 "phase=\"") +
                     phase + "\"}"),
              2);
  }
  EXPECT_GT(Metric("interpres_step_sentences_count"), 0);
  EXPECT_EQ(Metric("interpres_ready"), 1);
  EXPECT_EQ(Metric("interpres_slots"), 4);
}

}  // namespace
}  // namespace interpres
