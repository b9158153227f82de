#include "server/service/field_names.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <string>

#include "server/base/retry_delay.h"

namespace interpres {
namespace {

constexpr std::array kNames = {FieldName{"glossary_name", "glossary_id"},
                               FieldName{"texts has", "text has"}};

std::string Renamed(const char* message) {
  return std::string(
      WithFieldNames(absl::NotFoundError(message), kNames).message());
}

TEST(FieldNamesTest, RenamesWholeWords) {
  EXPECT_EQ(Renamed("glossary_name is wrong; leave glossary_name out"),
            "glossary_id is wrong; leave glossary_id out");
  EXPECT_EQ(Renamed("(glossary_name)"), "(glossary_id)");
  EXPECT_EQ(Renamed("a_glossary_name or glossary_names"),
            "a_glossary_name or glossary_names");
  EXPECT_EQ(Renamed("texts has 2 texts"), "text has 2 texts");
  EXPECT_EQ(Renamed(""), "");
}

TEST(FieldNamesTest, TextOfTheClientStays) {
  EXPECT_EQ(Renamed("glossary_name is \"glossary_name\"; set glossary_name"),
            "glossary_id is \"glossary_name\"; set glossary_id");
}

TEST(FieldNamesTest, TheStatusKeepsItsCodeAndItsDelay) {
  const absl::Status status =
      WithFieldNames(WithRetryDelay(absl::UnavailableError("glossary_name"),
                                    std::chrono::milliseconds(5)),
                     kNames);
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(status.message(), "glossary_id");
  EXPECT_EQ(RetryDelay(status), std::chrono::milliseconds(5));
  EXPECT_TRUE(WithFieldNames(absl::OkStatus(), kNames).ok());
}

}  // namespace
}  // namespace interpres
