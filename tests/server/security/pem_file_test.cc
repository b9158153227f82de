#include "server/security/pem_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/testing/certificates.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

// The PKCS #8 form of an encrypted key; its contents do not matter.
constexpr char kEncrypted[] =
    "-----BEGIN ENCRYPTED PRIVATE KEY-----\n"
    "MAA=\n"
    "-----END ENCRYPTED PRIVATE KEY-----\n";

class PemFileTest : public ::testing::Test {
 protected:
  static std::string Message(const absl::Status& status) {
    return std::string(status.message());
  }

  const TempDir directory_;
  const TestAuthority authority_{"Test Authority"};
  const KeyPair pair_ = authority_.Issue("translate.example");
};

TEST_F(PemFileTest, DescribesTheServersOwnCertificate) {
  const auto info = CheckKeyPair(
      directory_.Write("chain", pair_.certificate + authority_.certificate()),
      directory_.Write("key", pair_.key));
  ASSERT_TRUE(info.ok()) << info.status();
  EXPECT_EQ(info->subject, "CN = translate.example");
  EXPECT_THAT(info->not_after, HasSubstr("GMT"));
  EXPECT_FALSE(info->is_expired);
}

TEST_F(PemFileTest, SaysWhetherItHasExpired) {
  const KeyPair old =
      authority_.Issue("translate.example", std::chrono::seconds(-60));
  const auto info = CheckKeyPair(directory_.Write("chain", old.certificate),
                                 directory_.Write("key", old.key));
  ASSERT_TRUE(info.ok()) << info.status();
  EXPECT_TRUE(info->is_expired);
}

TEST_F(PemFileTest, AKeyOfAnotherCertificateIsAnError) {
  const KeyPair other = authority_.Issue("translate.example");
  const auto info = CheckKeyPair(directory_.Write("chain", pair_.certificate),
                                 directory_.Write("key", other.key));
  EXPECT_EQ(info.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(Message(info.status()), HasSubstr("does not belong"));
}

TEST_F(PemFileTest, WhatIsNotPemIsNamed) {
  const std::string chain = directory_.Write("chain", pair_.certificate);
  const std::string key = directory_.Write("key", pair_.key);
  EXPECT_THAT(Message(CheckKeyPair(key, key).status()),
              HasSubstr("holds no certificate"));
  EXPECT_THAT(Message(CheckKeyPair(chain, chain).status()),
              HasSubstr("holds no unencrypted private key"));
  EXPECT_THAT(
      Message(
          CheckKeyPair(chain, directory_.Write("locked", kEncrypted)).status()),
      HasSubstr("holds no unencrypted private key"));
  EXPECT_THAT(Message(CheckAuthorities(directory_.Write("ca", "ca\n"))),
              HasSubstr("holds no certificate"));
}

TEST_F(PemFileTest, AMissingFileIsNotFound) {
  const std::string none = (directory_.path() / "none").string();
  const absl::Status status = CheckAuthorities(none);
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(Message(status), HasSubstr(none));
  EXPECT_THAT(Message(status), HasSubstr("No such file"));
}

TEST_F(PemFileTest, TakesAuthorities) {
  EXPECT_TRUE(
      CheckAuthorities(directory_.Write("ca", authority_.certificate())).ok());
}

}  // namespace
}  // namespace interpres
