#include "model/base/nearest_name.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace interpres {
namespace {

TEST(EditDistanceTest, CountsEachKindOfEdit) {
  EXPECT_EQ(EditDistance("models", "models"), 0u);
  EXPECT_EQ(EditDistance("model", "models"), 1u);    // insertion
  EXPECT_EQ(EditDistance("modells", "models"), 1u);  // deletion
  EXPECT_EQ(EditDistance("modals", "models"), 1u);   // replacement
  EXPECT_EQ(EditDistance("mdoels", "models"), 1u);   // swap
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3u);
  EXPECT_EQ(EditDistance("", "abc"), 3u);
  EXPECT_EQ(EditDistance("abc", ""), 3u);
  EXPECT_EQ(EditDistance("", ""), 0u);
}

TEST(EditDistanceTest, IsSymmetric) {
  EXPECT_EQ(EditDistance("ca", "abc"), EditDistance("abc", "ca"));
  EXPECT_EQ(EditDistance("health", "reload"), EditDistance("reload", "health"));
}

TEST(NearestNameTest, FindsAMistypedName) {
  const std::vector<std::string> names = {"translate", "models", "health"};
  EXPECT_EQ(NearestName("translat", names), "translate");
  EXPECT_EQ(NearestName("tranlsate", names), "translate");
  EXPECT_EQ(NearestName("Translate", names), "translate");
  EXPECT_EQ(NearestName("model", names), "models");
  EXPECT_EQ(NearestName("helth", names), "health");
}

TEST(NearestNameTest, FindsAMistypedOption) {
  const std::vector<std::string> names = {"workers", "rows", "slots",
                                          "queue-jobs", "queue-tokens"};
  EXPECT_EQ(NearestName("workrs", names), "workers");
  EXPECT_EQ(NearestName("workerz", names), "workers");
  EXPECT_EQ(NearestName("workres", names), "workers");
  EXPECT_EQ(NearestName("queue-job", names), "queue-jobs");
  EXPECT_EQ(NearestName("queue_tokens", names), "queue-tokens");
  EXPECT_EQ(NearestName("rows", names), "rows");
  EXPECT_EQ(NearestName("threads", names), "");
  EXPECT_EQ(NearestName("foo", names), "");
}

TEST(NearestNameTest, SuggestsNothingForAnotherWord) {
  const std::vector<std::string> names = {"translate", "models", "health"};
  EXPECT_EQ(NearestName("transmogrify", names), "");
  EXPECT_EQ(NearestName("x", names), "");
  EXPECT_EQ(NearestName("", names), "");
  EXPECT_EQ(NearestName("models", {}), "");
}

TEST(NearestNameTest, TakesTheFirstOfTwoEquallyNearNames) {
  EXPECT_EQ(NearestName("bat", {"cat", "hat"}), "cat");
}

}  // namespace
}  // namespace interpres
