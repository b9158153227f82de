#include "server/http/google_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>

#include "google/cloud/translate/v3/translation_service.pb.h"
#include "google/longrunning/operations.pb.h"
#include "server/base/retry_delay.h"

namespace interpres {
namespace {

namespace v3 = ::google::cloud::translation::v3;

using ::testing::HasSubstr;

HttpRequest Request(const std::string& method, const std::string& path,
                    const std::string& query, const std::string& body = "") {
  return {.method = method,
          .path = path,
          .query = query,
          .headers = {},
          .body = body};
}

TEST(GoogleJsonTest, TheBodyIsTheMessage) {
  v3::TranslateTextRequest message;
  const absl::Status status = ReadGoogleRequest(
      Request("POST", "/v3/projects/p/locations/l:translateText",
              "$alt=json;enum-encoding=int&contents=",
              R"({"contents":["a"],"mimeType":"text/plain",
                  "labels":{"a":"b"}})"),
      message);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(message.parent(), "projects/p/locations/l");
  EXPECT_EQ(message.contents(0), "a");
  EXPECT_EQ(message.mime_type(), "text/plain");
  EXPECT_EQ(message.labels().at("a"), "b");
}

TEST(GoogleJsonTest, TheBodyIsAFieldOfTheMessage) {
  v3::UpdateGlossaryRequest message;
  const absl::Status status = ReadGoogleRequest(
      Request("PATCH", "/v3/projects/p/locations/l/glossaries/g",
              "updateMask=inputConfig&key=secret",
              R"({"name":"ignored","entryCount":3})"),
      message);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(message.glossary().name(), "projects/p/locations/l/glossaries/g");
  EXPECT_EQ(message.glossary().entry_count(), 3);
  EXPECT_EQ(message.update_mask().paths(0), "input_config");
}

TEST(GoogleJsonTest, TheQueryHasTheOtherFields) {
  v3::ListGlossariesRequest message;
  const absl::Status status =
      ReadGoogleRequest(Request("GET", "/v3/projects/p/locations/l/glossaries",
                                "pageSize=3&page_token=t&prettyPrint=false"),
                        message);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(message.parent(), "projects/p/locations/l");
  EXPECT_EQ(message.page_size(), 3);
  EXPECT_EQ(message.page_token(), "t");
}

TEST(GoogleJsonTest, ErrorsNameTheField) {
  v3::ListGlossariesRequest message;
  const auto error = [&](const std::string& query) {
    return std::string(
        ReadGoogleRequest(
            Request("GET", "/v3/projects/p/locations/l/glossaries", query),
            message)
            .message());
  };
  EXPECT_THAT(error("size=3"), HasSubstr("size"));
  EXPECT_THAT(error("pageSize=many"), HasSubstr("many"));
  EXPECT_THAT(error("filter=a&filter.b=c"), HasSubstr("filter.b"));
  EXPECT_THAT(error("filter=%"), HasSubstr("percent-encoding"));
  EXPECT_THAT(error("filter=%ff"), HasSubstr("UTF-8"));
  EXPECT_THAT(error("filter%ff=1"), HasSubstr("UTF-8"));
  EXPECT_THAT(error("filter=a&" + std::string(16000, '.') + "=1"),
              HasSubstr("16000 dots; expected at most 7"));
}

TEST(GoogleJsonTest, EnumsAreNamesOrNumbers) {
  v3::CreateGlossaryMetadata metadata;
  metadata.set_state(v3::CreateGlossaryMetadata::SUCCEEDED);
  google::longrunning::Operation operation;
  operation.mutable_metadata()->PackFrom(metadata);
  const auto state = [&](const std::string& query) {
    const auto response = GoogleResponse(Request("GET", "/", query), operation);
    EXPECT_TRUE(response.ok()) << response.status();
    return nlohmann::json::parse(response->body)["metadata"]["state"];
  };
  EXPECT_EQ(state(""), "SUCCEEDED");
  EXPECT_EQ(state("$alt=json;enum-encoding=int"),
            int{v3::CreateGlossaryMetadata::SUCCEEDED});
  EXPECT_EQ(state("%24alt=json%3Benum-encoding%3Dint"),
            int{v3::CreateGlossaryMetadata::SUCCEEDED});
}

TEST(GoogleJsonTest, ErrorsHaveTheRetryDelay) {
  const HttpResponse plain = GoogleError(absl::NotFoundError("no model"));
  EXPECT_EQ(plain.status, 404);
  EXPECT_EQ(nlohmann::json::parse(plain.body), nlohmann::json::parse(R"(
      {"error":{"code":404,"status":"NOT_FOUND","message":"no model"}})"));
  const HttpResponse delayed = GoogleError(WithRetryDelay(
      absl::ResourceExhaustedError("full"), std::chrono::milliseconds(1500)));
  EXPECT_EQ(delayed.status, 429);
  EXPECT_EQ(nlohmann::json::parse(delayed.body)["error"]["details"],
            nlohmann::json::parse(R"([{"@type":
          "type.googleapis.com/google.rpc.RetryInfo","retryDelay":"1.500s"}])"));
}

}  // namespace
}  // namespace interpres
