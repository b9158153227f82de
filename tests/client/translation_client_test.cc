#include "client/translation_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <mutex>
#include <thread>
#include <vector>

#include "tests/testing/fake_translation_service.h"

namespace interpres {
namespace {

using interpres::testing::BusyFor;
using interpres::testing::FakeTranslationService;
using interpres::testing::TranslateWithBrackets;
using interpres::v1::TranslateRequest;
using interpres::v1::TranslateResponse;
using std::chrono::milliseconds;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// Returns an address where no server listens.
std::string DeadAddress() { return "unix:nobody-listens"; }

// A client that notes its waits instead of waiting.
class TranslationClientTest : public ::testing::Test {
 protected:
  std::unique_ptr<TranslationClient> Connect(const std::string& address) {
    ClientOptions options;
    options.channel.server = address;
    options.retry.max_attempts = 3;
    options.sleep = [this](milliseconds delay) { waits_.push_back(delay); };
    auto client = TranslationClient::Create(options);
    EXPECT_TRUE(client.ok()) << client.status();
    return *std::move(client);
  }

  static TranslateRequest Request(const std::string& text) {
    TranslateRequest request;
    request.add_texts(text);
    return request;
  }

  std::vector<milliseconds> waits_;
};

TEST_F(TranslationClientTest, Translates) {
  FakeTranslationService server;
  const auto response = Connect(server.address())->Translate(Request("Hello"));
  ASSERT_TRUE(response.ok()) << response.status();
  EXPECT_EQ(response->results(0).translations().hypotheses(0).text(),
            "<Hello>");
  EXPECT_TRUE(waits_.empty());
}

TEST_F(TranslationClientTest, WaitsAsLongAsABusyServerSays) {
  std::atomic<int> calls = 0;
  FakeTranslationService server(
      [&](const TranslateRequest& request, TranslateResponse* response) {
        return ++calls <= 4 ? BusyFor(milliseconds(7000))
                            : TranslateWithBrackets(request, response);
      });
  const auto response = Connect(server.address())->Translate(Request("x"));
  ASSERT_TRUE(response.ok()) << response.status();
  EXPECT_EQ(calls, 5);  // more than max_attempts: the server said when
  ASSERT_EQ(waits_.size(), 4);
  for (const milliseconds wait : waits_) {
    EXPECT_GE(wait, milliseconds(7000));
    EXPECT_LE(wait, milliseconds(8750));
  }
}

TEST_F(TranslationClientTest, AnErrorWithoutARetryDelayIsFinal) {
  std::atomic<int> calls = 0;
  FakeTranslationService server([&](const auto&, auto*) {
    ++calls;
    return grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "full");
  });
  const auto response = Connect(server.address())->Translate(Request("x"));
  EXPECT_EQ(response.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(calls, 1);
}

TEST_F(TranslationClientTest, AnInvalidDetailIsIgnored) {
  FakeTranslationService server([&](const auto&, auto*) {
    return grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "full",
                        "\xFF\xFF not a message");
  });
  const auto response = Connect(server.address())->Translate(Request("x"));
  EXPECT_EQ(response.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(waits_.empty());
}

TEST_F(TranslationClientTest, NothingElseIsRetried) {
  std::atomic<int> calls = 0;
  FakeTranslationService server([&](const auto&, auto*) {
    ++calls;
    return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "beam 99 of 16");
  });
  const auto response = Connect(server.address())->Translate(Request("x"));
  EXPECT_EQ(response.status(), absl::InvalidArgumentError("beam 99 of 16"));
  EXPECT_EQ(calls, 1);
}

TEST_F(TranslationClientTest, AnAbsentServerIsNamed) {
  const std::string address = DeadAddress();
  const auto response = Connect(address)->Translate(Request("x"));
  EXPECT_EQ(response.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(response.status().message()), HasSubstr(address));
  EXPECT_EQ(waits_.size(), 2);
}

TEST_F(TranslationClientTest, TheDeadlineReachesTheServer) {
  std::latch expired(1);
  FakeTranslationService server([&](const auto&, auto*) {
    expired.wait();  // never answers in time
    return grpc::Status::OK;
  });
  ClientOptions options;
  options.channel.server = server.address();
  options.timeout = milliseconds(50);
  auto client = TranslationClient::Create(options);
  const auto response = (*client)->Translate(Request("x"));
  expired.count_down();
  EXPECT_EQ(response.status().code(), absl::StatusCode::kDeadlineExceeded);
}

TEST_F(TranslationClientTest, AMissingResultIsAnError) {
  FakeTranslationService server([](const auto&, auto*) {
    return grpc::Status::OK;  // no results
  });
  const auto response = Connect(server.address())->Translate(Request("x"));
  EXPECT_EQ(response.status().code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(response.status().message()),
              HasSubstr("0 results for 1 texts"));
}

TEST_F(TranslationClientTest, ListsModelsAndAsksForHealth) {
  FakeTranslationService server;
  const auto client = Connect(server.address());
  const auto models = client->ListModels();
  ASSERT_TRUE(models.ok()) << models.status();
  EXPECT_EQ(models->models(0).name(), "fake");
  EXPECT_EQ(client->GetModel("fake")->version(), "v7");
  EXPECT_EQ(client->GetModel("huge").status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(client->Health().value(),
            grpc::health::v1::HealthCheckResponse::SERVING);
  server.SetServing(false);
  EXPECT_EQ(client->Health().value(),
            grpc::health::v1::HealthCheckResponse::NOT_SERVING);
}

TEST_F(TranslationClientTest, ManyThreadsShareOneClient) {
  FakeTranslationService server;
  const auto client = Connect(server.address());
  std::atomic<int> right = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 16; ++i) {
      threads.emplace_back([&, i] {
        const std::string text = std::to_string(i);
        const auto response = client->Translate(Request(text));
        right +=
            response.ok() &&
                    response->results(0).translations().hypotheses(0).text() ==
                        "<" + text + ">"
                ? 1
                : 0;
      });
    }
  }
  EXPECT_EQ(right, 16);
}

TEST_F(TranslationClientTest, RejectsSenselessOptions) {
  ClientOptions no_server;
  no_server.channel.server = "";
  EXPECT_FALSE(TranslationClient::Create(no_server).ok());
  ClientOptions no_time;
  no_time.timeout = milliseconds(0);
  EXPECT_FALSE(TranslationClient::Create(no_time).ok());
  ClientOptions no_attempt;
  no_attempt.retry.max_attempts = -1;
  EXPECT_FALSE(TranslationClient::Create(no_attempt).ok());
}

TEST_F(TranslationClientTest, RejectsMetadataThatGrpcWouldAbortOn) {
  for (const char* value : {"a b", "a\rb", "caf\xC3\xA9", "\x7f", "a\n"}) {
    ClientOptions options;
    options.token = value;
    const absl::Status token = TranslationClient::Create(options).status();
    EXPECT_EQ(token.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(token.message()),
                AllOf(HasSubstr("token has"), Not(HasSubstr(value))));
    options.token.clear();
    options.name = value;
    EXPECT_THAT(
        std::string(TranslationClient::Create(options).status().message()),
        HasSubstr("name has a character"));
  }
}

}  // namespace
}  // namespace interpres
