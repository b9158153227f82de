#include "model/document/atom.h"

#include <set>
#include <string_view>

#include "gtest/gtest.h"

namespace interpres {
namespace {

TEST(AtomTest, EachKindHasItsName) {
  std::set<std::string_view> names;
  for (int i = 0; i < kAtomKindCount; ++i) {
    names.insert(AtomKindName(static_cast<AtomKind>(i)));
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kAtomKindCount));
  EXPECT_EQ(AtomKindName(AtomKind::kUrl), "url");
  EXPECT_EQ(AtomKindName(AtomKind::kIpAddress), "ip_address");
  EXPECT_EQ(AtomKindName(AtomKind::kNumber), "number");
  EXPECT_EQ(AtomKindName(AtomKind::kDoNotTranslate), "do_not_translate");
}

TEST(AtomTest, SetsHaveTheirKinds) {
  AtomKinds kinds = {AtomKind::kUrl, AtomKind::kDoNotTranslate};
  EXPECT_TRUE(kinds.Has(AtomKind::kUrl));
  EXPECT_TRUE(kinds.Has(AtomKind::kDoNotTranslate));
  EXPECT_FALSE(kinds.Has(AtomKind::kNumber));
  kinds.Add(AtomKind::kNumber);
  EXPECT_TRUE(kinds.Has(AtomKind::kNumber));
  EXPECT_FALSE(AtomKinds().Has(AtomKind::kUrl));
}

}  // namespace
}  // namespace interpres
