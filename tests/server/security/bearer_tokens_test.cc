#include "server/security/bearer_tokens.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kFirst[] = "first-token-0123456789";
constexpr char kSecond[] = "second-token-0123456789";

class BearerTokensTest : public ::testing::Test {
 protected:
  absl::StatusOr<std::unique_ptr<BearerTokens>> Load(
      const std::string& contents) const {
    return BearerTokens::Load(directory_.Write("tokens", contents));
  }
  std::string ErrorOf(const std::string& contents) const {
    const auto tokens = Load(contents);
    EXPECT_EQ(tokens.status().code(), absl::StatusCode::kInvalidArgument);
    return std::string(tokens.status().message());
  }

  const TempDir directory_;
};

TEST_F(BearerTokensTest, OpensForEachTokenOfTheFile) {
  const auto tokens = Load(std::string("# who: the web site\n") + kFirst +
                           "\r\n\n  " + kSecond + "  ");
  ASSERT_TRUE(tokens.ok()) << tokens.status();
  for (const std::string& given :
       {std::string("Bearer ") + kFirst, std::string("bearer ") + kSecond}) {
    EXPECT_TRUE((*tokens)->Check(given).ok()) << given;
  }
}

TEST_F(BearerTokensTest, StaysClosedForEverythingElse) {
  const auto tokens = Load(kFirst);
  ASSERT_TRUE(tokens.ok()) << tokens.status();
  const std::string token = kFirst;
  for (const std::string& given : std::vector<std::string>{
           "", token, "Basic " + token, "Bearer", std::string("Bearer "),
           "Bearer " + token + " ", "Bearer " + token + token,
           "Bearer " + token.substr(1), "Bearer  " + token,
           std::string("Bearer ") + kSecond,
           "Bearer " + token + std::string(1, '\0')}) {
    const absl::Status status = (*tokens)->Check(given);
    EXPECT_EQ(status.code(), absl::StatusCode::kUnauthenticated) << given;
    EXPECT_THAT(std::string(status.message()), Not(HasSubstr("0123456789")));
  }
}

TEST_F(BearerTokensTest, ErrorsNameTheLineButNotTheToken) {
  const std::string short_token = ErrorOf(std::string(kFirst) + "\nsecret\n");
  EXPECT_THAT(short_token, HasSubstr("tokens:2: a token of 6 characters"));
  EXPECT_THAT(short_token, Not(HasSubstr("secret")));
  const std::string odd = ErrorOf("name secret-0123456789\n");
  EXPECT_THAT(odd, HasSubstr("tokens:1: a token may have letters"));
  EXPECT_THAT(odd, Not(HasSubstr("secret")));
  EXPECT_THAT(ErrorOf("# nothing\n"), HasSubstr("holds no token"));
}

TEST_F(BearerTokensTest, AnUnreadableFileIsNotFound) {
  EXPECT_EQ(
      BearerTokens::Load((directory_.path() / "none").string()).status().code(),
      absl::StatusCode::kNotFound);
}

// Both open, and fail when they are read.
TEST_F(BearerTokensTest, AReadErrorIsNotTheEndOfTheFile) {
  for (const std::string& file :
       {directory_.path().string(), std::string("/proc/self/mem")}) {
    const absl::Status status = BearerTokens::Load(file).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kNotFound) << status;
    EXPECT_THAT(std::string(status.message()),
                HasSubstr("cannot read the tokens in " + file + ": "));
  }
}

TEST_F(BearerTokensTest, ReloadsAndKeepsTheOldOnAnError) {
  const auto tokens = Load(kFirst);
  ASSERT_TRUE(tokens.ok()) << tokens.status();
  directory_.Write("tokens", "short");
  EXPECT_FALSE((*tokens)->Reload().ok());
  EXPECT_TRUE((*tokens)->Check(std::string("Bearer ") + kFirst).ok());
  directory_.Write("tokens", kSecond);
  ASSERT_TRUE((*tokens)->Reload().ok());
  EXPECT_FALSE((*tokens)->Check(std::string("Bearer ") + kFirst).ok());
  EXPECT_TRUE((*tokens)->Check(std::string("Bearer ") + kSecond).ok());
}

}  // namespace
}  // namespace interpres
