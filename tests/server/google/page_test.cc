#include "server/google/page.h"

#include <gtest/gtest.h>

namespace interpres::google_api {
namespace {

TEST(PageTest, PagesFollowEachOther) {
  const auto first = PageOf(5, 2, "");
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_EQ(first->begin, 0);
  EXPECT_EQ(first->end, 2);
  const auto second = PageOf(5, 2, first->next_token);
  EXPECT_EQ(second->begin, 2);
  const auto last = PageOf(5, 2, second->next_token);
  EXPECT_EQ(last->begin, 4);
  EXPECT_EQ(last->end, 5);
  EXPECT_EQ(last->next_token, "");
}

TEST(PageTest, TheSizeHasADefaultAndAMaximum) {
  EXPECT_EQ(PageOf(5000, 0, "")->end, kDefaultPageSize);
  EXPECT_EQ(PageOf(5000, 4000, "")->end, kMaxPageSize);
  EXPECT_EQ(PageOf(0, 0, "")->end, 0);
  EXPECT_EQ(PageOf(0, 0, "")->next_token, "");
}

TEST(PageTest, AListThatBecameShorterEnds) {
  const auto page = PageOf(3, 2, "2000000000");
  ASSERT_TRUE(page.ok()) << page.status();
  EXPECT_EQ(page->begin, 3);
  EXPECT_EQ(page->end, 3);
  EXPECT_EQ(page->next_token, "");
}

TEST(PageTest, RefusesWrongFields) {
  EXPECT_FALSE(PageOf(5, -1, "").ok());
  for (const char* token : {"x", "-1", "0", "99999999999"}) {
    EXPECT_FALSE(PageOf(5, 2, token).ok()) << token;
  }
}

}  // namespace
}  // namespace interpres::google_api
