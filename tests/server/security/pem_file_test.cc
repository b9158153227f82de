#include "server/security/pem_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

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

  static PemFile Chain(const std::string& contents) {
    return {.path = "chain.pem", .contents = contents};
  }
  static PemFile Key(const std::string& contents) {
    return {.path = "key.pem", .contents = contents};
  }

  const TestAuthority authority_{"Test Authority"};
  const KeyPair pair_ = authority_.Issue("translate.example");
};

TEST_F(PemFileTest, DescribesTheServersOwnCertificate) {
  const auto info = CheckKeyPair(
      Chain(pair_.certificate + authority_.certificate()), Key(pair_.key));
  ASSERT_TRUE(info.ok()) << info.status();
  EXPECT_EQ(info->subject, "CN = translate.example");
  EXPECT_THAT(info->not_after, HasSubstr("GMT"));
  EXPECT_FALSE(info->is_expired);
}

TEST_F(PemFileTest, SaysWhetherItHasExpired) {
  const KeyPair old =
      authority_.Issue("translate.example", std::chrono::seconds(-60));
  const auto info = CheckKeyPair(Chain(old.certificate), Key(old.key));
  ASSERT_TRUE(info.ok()) << info.status();
  EXPECT_TRUE(info->is_expired);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const int64_t seconds =
      std::chrono::duration_cast<std::chrono::seconds>(now).count();
  EXPECT_LE(info->unix_expiry, seconds - 60);
  EXPECT_GT(info->unix_expiry, seconds - 600);
}

TEST_F(PemFileTest, AKeyOfAnotherCertificateIsAnError) {
  const KeyPair other = authority_.Issue("translate.example");
  const auto info = CheckKeyPair(Chain(pair_.certificate), Key(other.key));
  EXPECT_EQ(info.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(Message(info.status()), HasSubstr("does not belong"));
}

TEST_F(PemFileTest, NamesAFileThatIsNotPem) {
  const PemFile chain = Chain(pair_.certificate);
  const PemFile key = Key(pair_.key);
  EXPECT_THAT(Message(CheckKeyPair(key, key).status()),
              HasSubstr("key.pem holds no certificate"));
  EXPECT_THAT(Message(CheckKeyPair(chain, chain).status()),
              HasSubstr("chain.pem holds no unencrypted private key"));
  EXPECT_THAT(Message(CheckKeyPair(chain, Key(kEncrypted)).status()),
              HasSubstr("holds no unencrypted private key"));
  EXPECT_THAT(Message(CheckAuthorities(Chain("ca\n"))),
              HasSubstr("holds no certificate"));
  EXPECT_THAT(Message(CheckAuthorities(Chain(""))),
              HasSubstr("holds no certificate"));
}

TEST_F(PemFileTest, AChainThatIsCutIsAnError) {
  const std::string chain = pair_.certificate + authority_.certificate();
  const absl::Status status =
      CheckAuthorities(Chain(chain.substr(0, chain.size() - 100)));
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(Message(status), HasSubstr("follows certificate 1 in chain.pem"));
  EXPECT_TRUE(CheckAuthorities(Chain(chain + "and a remark\n")).ok());
}

TEST_F(PemFileTest, ReadsAFileThatIsThereAndSmall) {
  const TempDir directory;
  const auto file = ReadPemFile(directory.Write("some.pem", "a text"));
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->contents, "a text");
  EXPECT_THAT(file->path, HasSubstr("some.pem"));
  const std::string none = (directory.path() / "none").string();
  const absl::Status missing = ReadPemFile(none).status();
  EXPECT_EQ(missing.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(Message(missing), HasSubstr(none));
  EXPECT_THAT(Message(missing), HasSubstr("No such file"));
  EXPECT_THAT(Message(ReadPemFile(directory.path().string()).status()),
              HasSubstr("Is a directory"));
  const absl::Status large =
      ReadPemFile(directory.Write("large", std::string(2 << 20, 'x'))).status();
  EXPECT_EQ(large.code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(PemFileTest, TakesAuthorities) {
  EXPECT_TRUE(CheckAuthorities(Chain(authority_.certificate())).ok());
}

}  // namespace
}  // namespace interpres
