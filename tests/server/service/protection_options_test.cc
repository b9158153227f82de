#include "server/service/protection_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <string>

namespace interpres {
namespace {

using ::testing::HasSubstr;

// Returns the message of the error; fails unless it is INVALID_ARGUMENT.
std::string ErrorOf(const v1::TranslateRequest& request) {
  const auto resolved = ResolveProtection(request, Integrity::kRepair);
  EXPECT_EQ(resolved.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(resolved.status().message());
}

TEST(ProtectionOptionsTest, TheServerHasTheDefault) {
  for (const Integrity integrity :
       {Integrity::kOff, Integrity::kReport, Integrity::kRepair}) {
    const auto resolved = ResolveProtection({}, integrity);
    ASSERT_TRUE(resolved.ok());
    EXPECT_EQ(resolved->integrity, integrity);
    EXPECT_EQ(resolved->numbers, NumberForm::kKeep);
  }
}

TEST(ProtectionOptionsTest, TheRequestChooses) {
  v1::TranslateRequest request;
  request.set_integrity(v1::INTEGRITY_REPORT);
  request.set_numbers(v1::NUMBERS_VERBATIM);
  request.add_do_not_translate("Blue Fox");
  request.add_unprotected_kinds(v1::PROTECTED_KIND_EMOJI);
  const auto resolved = ResolveProtection(request, Integrity::kOff);
  ASSERT_TRUE(resolved.ok());
  EXPECT_EQ(resolved->integrity, Integrity::kReport);
  EXPECT_EQ(resolved->numbers, NumberForm::kVerbatim);
  EXPECT_TRUE(resolved->atoms.off.Has(AtomKind::kEmoji));
  EXPECT_FALSE(resolved->atoms.off.Has(AtomKind::kNumber));
  EXPECT_FALSE(resolved->atoms.do_not_translate.empty());
}

TEST(ProtectionOptionsTest, UnknownNumbersAreRefused) {
  v1::TranslateRequest request;
  request.set_integrity(static_cast<v1::Integrity>(9));
  EXPECT_THAT(ErrorOf(request), HasSubstr("integrity is 9; expected 1"));
  request.clear_integrity();
  request.set_numbers(static_cast<v1::Numbers>(9));
  EXPECT_THAT(ErrorOf(request), HasSubstr("numbers is 9; expected 1"));
  request.clear_numbers();
  request.add_unprotected_kinds(static_cast<v1::ProtectedKind>(99));
  EXPECT_THAT(ErrorOf(request), HasSubstr("unprotected_kinds has 99"));
}

TEST(ProtectionOptionsTest, StringsHaveLimits) {
  v1::TranslateRequest request;
  request.add_do_not_translate("a");
  request.add_do_not_translate("");
  EXPECT_EQ(ErrorOf(request),
            "do_not_translate[1] has 0 bytes; expected 1 to 200");
  request.set_do_not_translate(1, std::string(201, 'x'));
  EXPECT_THAT(ErrorOf(request), HasSubstr("has 201 bytes"));
  request.clear_do_not_translate();
  for (int i = 0; i <= kMaxKeptStrings; ++i) {
    request.add_do_not_translate("a");
  }
  EXPECT_THAT(ErrorOf(request), HasSubstr("has 1001 strings"));
}

TEST(ProtectionOptionsTest, StringsThatNoTextHasAreRefused) {
  for (const std::string& kept :
       {std::string(" "), std::string("\t \t"), std::string("a\nb"),
        std::string("a\0b", 3), std::string("\x7f")}) {
    v1::TranslateRequest request;
    request.add_do_not_translate(kept);
    EXPECT_THAT(ErrorOf(request), HasSubstr("do_not_translate[0] is white"));
  }
}

TEST(ProtectionOptionsTest, OptionsWithoutEffectAreRefused) {
  v1::TranslateRequest kept;
  kept.add_do_not_translate("a");
  v1::TranslateRequest numbers;
  numbers.set_numbers(v1::NUMBERS_LOCALIZE);
  for (v1::TranslateRequest request : {kept, numbers}) {
    EXPECT_THAT(
        ResolveProtection(request, Integrity::kOff).status().message(),
        HasSubstr("is set and integrity is OFF by the server's default"));
    request.set_integrity(v1::INTEGRITY_OFF);
    EXPECT_THAT(ErrorOf(request), HasSubstr("is set and integrity is OFF;"));
    request.set_integrity(v1::INTEGRITY_REPORT);
    EXPECT_TRUE(ResolveProtection(request, Integrity::kOff).ok());
  }
  kept.add_unprotected_kinds(v1::PROTECTED_KIND_NUMBER);
  EXPECT_TRUE(ResolveProtection(kept, Integrity::kRepair).ok());
  kept.add_unprotected_kinds(v1::PROTECTED_KIND_DO_NOT_TRANSLATE);
  EXPECT_THAT(ErrorOf(kept), HasSubstr("do_not_translate is set and "
                                       "unprotected_kinds has PROTECTED"));
  numbers.add_unprotected_kinds(v1::PROTECTED_KIND_NUMBER);
  EXPECT_THAT(ErrorOf(numbers),
              HasSubstr("numbers is set and unprotected_kinds has PROTECTED"));
  numbers.set_numbers(v1::NUMBERS_KEEP);
  EXPECT_TRUE(ResolveProtection(numbers, Integrity::kRepair).ok());
}

TEST(ProtectionOptionsTest, KindsHaveTheSameNamesInBothPlaces) {
  for (int kind = 0; kind < kAtomKindCount; ++kind) {
    std::string name = "PROTECTED_KIND_";
    for (const char c : AtomKindName(static_cast<AtomKind>(kind))) {
      name.push_back(static_cast<char>(std::toupper(c)));
    }
    EXPECT_EQ(v1::ProtectedKind_Name(ToProto(static_cast<AtomKind>(kind))),
              name);
  }
}

TEST(ProtectionOptionsTest, StepsHaveTheSameNamesInBothPlaces) {
  for (int step = 0; step < kProtectionStepCount; ++step) {
    const auto value = static_cast<ProtectionStep>(step);
    std::string name = "PROTECTION_STEP_";
    for (const char c : ProtectionStepName(value)) {
      name.push_back(static_cast<char>(std::toupper(c)));
    }
    EXPECT_EQ(v1::ProtectionStep_Name(ToProto(value)), name);
  }
}

}  // namespace
}  // namespace interpres
