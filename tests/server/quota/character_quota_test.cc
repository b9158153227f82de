#include "server/quota/character_quota.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

constexpr int64_t kNovember = 1793836800;  // 2026-11-05
constexpr int64_t kDecember = kNovember + int64_t{30} * 24 * 60 * 60;

class CharacterQuotaTest : public ::testing::Test {
 protected:
  std::unique_ptr<CharacterQuota> Load(const std::string& file = "") {
    auto quota = CharacterQuota::Load({.characters = 100, .file = file},
                                      [this] { return now_; });
    EXPECT_TRUE(quota.ok()) << quota.status();
    return *std::move(quota);
  }

  const TempDir temp_;
  int64_t now_ = kNovember;
};

TEST(CountCharactersTest, CountsCodePoints) {
  EXPECT_EQ(CountCharacters(""), 0);
  EXPECT_EQ(CountCharacters("año 😀"), 5);
}

TEST_F(CharacterQuotaTest, EachOwnerHasAQuota) {
  const auto quota = Load();
  EXPECT_TRUE(quota->Charge("a", 60).ok());
  EXPECT_TRUE(quota->Charge("a", 40).ok());
  EXPECT_TRUE(quota->Charge("b", 100).ok());
  EXPECT_EQ(quota->CountOf("a"), 100);
  EXPECT_EQ(quota->CountOf("c"), 0);
  EXPECT_EQ(quota->limit(), 100);
}

TEST_F(CharacterQuotaTest, ARefusedRequestDoesNotCount) {
  const auto quota = Load();
  ASSERT_TRUE(quota->Charge("a", 60).ok());
  const absl::Status status = quota->Charge("a", 41).status();
  EXPECT_TRUE(absl::IsResourceExhausted(status));
  EXPECT_TRUE(IsQuotaExceeded(status));
  EXPECT_FALSE(IsQuotaExceeded(absl::ResourceExhaustedError("full")));
  EXPECT_THAT(std::string(status.message()), HasSubstr("at most 40"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("2026-11"));
  EXPECT_EQ(quota->CountOf("a"), 60);
}

TEST_F(CharacterQuotaTest, ARefundTakesCharactersOffOnce) {
  const auto quota = Load();
  ASSERT_TRUE(quota->Charge("a", 40).ok());
  auto charge = quota->Charge("a", 20);
  ASSERT_TRUE(charge.ok());
  charge->Refund();
  EXPECT_EQ(quota->CountOf("a"), 40);
  charge->Refund();
  EXPECT_EQ(quota->CountOf("a"), 40);
  QuotaCharge().Refund();
}

TEST_F(CharacterQuotaTest, ARefundAfterTheClockWasSetBackLeavesZero) {
  const auto quota = Load();
  auto charge = quota->Charge("a", 50);
  ASSERT_TRUE(charge.ok());
  const int64_t november = std::exchange(now_, kDecember);
  ASSERT_TRUE(quota->Charge("a", 1).ok());
  now_ = november;
  ASSERT_TRUE(quota->Charge("a", 1).ok());
  charge->Refund();
  EXPECT_EQ(quota->CountOf("a"), 0);
}

TEST_F(CharacterQuotaTest, ARefundLeavesTheNextMonthAlone) {
  const auto quota = Load();
  auto charge = quota->Charge("a", 60);
  ASSERT_TRUE(charge.ok());
  now_ = kDecember;
  ASSERT_TRUE(quota->Charge("a", 70).ok());
  charge->Refund();
  EXPECT_EQ(quota->CountOf("a"), 70);
}

TEST_F(CharacterQuotaTest, AMonthBeginsAtZero) {
  const auto quota = Load();
  ASSERT_TRUE(quota->Charge("a", 100).ok());
  now_ = kDecember;
  EXPECT_EQ(quota->CountOf("a"), 0);
  EXPECT_TRUE(quota->Charge("a", 100).ok());
}

TEST_F(CharacterQuotaTest, TheFileKeepsTheCounts) {
  const std::string file = (temp_.path() / "quota").string();
  {
    const auto quota = Load(file);
    ASSERT_TRUE(quota->Charge("a", 60).ok());
    ASSERT_TRUE(quota->Save().ok());
  }
  EXPECT_EQ(Load(file)->CountOf("a"), 60);
  now_ = kDecember;
  EXPECT_EQ(Load(file)->CountOf("a"), 0);
}

TEST_F(CharacterQuotaTest, AMalformedFileIsRefused) {
  for (const char* content :
       {"", "november\n", "2026-11\na\n", "2026-11\na b\n", "2026-11\na -1\n",
        "2026-11\na 1 2\n"}) {
    const auto quota = CharacterQuota::Load(
        {.characters = 1, .file = temp_.Write("quota", content)},
        [] { return kNovember; });
    EXPECT_TRUE(absl::IsInvalidArgument(quota.status())) << content;
  }
}

TEST_F(CharacterQuotaTest, AFileThatCannotBeWrittenIsFoundAtTheStart) {
  EXPECT_FALSE(
      CharacterQuota::Load(
          {.characters = 1, .file = (temp_.path() / "no" / "file").string()},
          [] { return kNovember; })
          .ok());
}

}  // namespace
}  // namespace interpres
