#include "server/base/nearest_name.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace interpres {
namespace {

TEST(NearestNameTest, FindsMisspeltNames) {
  const std::vector<std::string> known = {"workers", "rows", "slots",
                                          "queue-jobs", "queue-tokens"};
  EXPECT_EQ(NearestName("workrs", known), "workers");
  EXPECT_EQ(NearestName("workerz", known), "workers");
  EXPECT_EQ(NearestName("workres", known), "workers");
  EXPECT_EQ(NearestName("queue-job", known), "queue-jobs");
  EXPECT_EQ(NearestName("queue_tokens", known), "queue-tokens");
  EXPECT_EQ(NearestName("rows", known), "rows");
}

TEST(NearestNameTest, FindsNoNameThatIsAnotherWord) {
  const std::vector<std::string> known = {"rows", "slots"};
  EXPECT_EQ(NearestName("threads", known), "");
  EXPECT_EQ(NearestName("foo", known), "");
  EXPECT_EQ(NearestName("", known), "");
  EXPECT_EQ(NearestName("rows", {}), "");
}

TEST(NearestNameTest, PrefersTheFirstOfEquallyNearNames) {
  EXPECT_EQ(NearestName("slot-x", {"slot-a", "slot-b"}), "slot-a");
}

}  // namespace
}  // namespace interpres
