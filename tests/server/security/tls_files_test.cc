#include "server/security/tls_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/testing/certificates.h"
#include "tests/testing/file_size_limit.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

std::string Read(const std::string& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class TlsFilesTest : public ::testing::Test {
 protected:
  TlsOptions Options() const {
    return {.certificate = directory_.Write("server.pem", pair_.certificate),
            .key = directory_.Write("server.key", pair_.key),
            .client_ca = directory_.Write("ca.pem", authority_.certificate())};
  }

  // What gRPC reads.
  static void ExpectServed(const TlsFiles& files, const KeyPair& pair,
                           const std::string& client_ca) {
    EXPECT_EQ(Read(files.key_pair_path()), pair.key + "\n" + pair.certificate);
    EXPECT_EQ(Read(files.client_ca_path()), client_ca);
  }

  static std::string Message(const absl::Status& status) {
    return std::string(status.message());
  }

  const TempDir directory_;
  const TestAuthority authority_{"Test Authority"};
  const KeyPair pair_ = authority_.Issue("translate.example");
};

TEST_F(TlsFilesTest, WithoutTlsNoFileIsRead) {
  const auto files = TlsFiles::Load({});
  ASSERT_TRUE(files.ok()) << files.status();
  EXPECT_EQ(*files, nullptr);
}

TEST_F(TlsFilesTest, AnOptionWithoutItsCompanionIsAnError) {
  TlsOptions options = Options();
  options.key = "";
  EXPECT_THAT(Message(TlsFiles::Load(options).status()),
              HasSubstr("--tls-key"));
  options.certificate = "";
  EXPECT_THAT(Message(TlsFiles::Load(options).status()),
              HasSubstr("--tls-certificate"));
}

TEST_F(TlsFilesTest, ServesTheFiles) {
  const auto files = TlsFiles::Load(Options());
  ASSERT_TRUE(files.ok()) << files.status();
  ExpectServed(**files, pair_, authority_.certificate());
  EXPECT_EQ((*files)->certificate().subject, "CN = translate.example");
}

TEST_F(TlsFilesTest, WithoutAuthoritiesThereIsNoPath) {
  TlsOptions options = Options();
  options.client_ca = "";
  const auto files = TlsFiles::Load(options);
  ASSERT_TRUE(files.ok()) << files.status();
  EXPECT_EQ((*files)->client_ca_path(), "");
}

TEST_F(TlsFilesTest, ServesNewFilesAtTheSamePaths) {
  const auto files = TlsFiles::Load(Options());
  ASSERT_TRUE(files.ok()) << files.status();
  const std::string path = (*files)->key_pair_path();
  const KeyPair renewed = authority_.Issue("renewed.example");
  const TestAuthority other("Other");
  directory_.Write("server.pem", renewed.certificate);
  directory_.Write("server.key", renewed.key);
  directory_.Write("ca.pem", other.certificate());
  const int64_t version = (*files)->version();
  ASSERT_TRUE((*files)->Reload().ok());
  EXPECT_GT((*files)->version(), version);
  EXPECT_EQ((*files)->key_pair_path(), path);
  ExpectServed(**files, renewed, other.certificate());
  EXPECT_EQ((*files)->certificate().subject, "CN = renewed.example");
}

TEST_F(TlsFilesTest, WhatDoesNotFitLeavesTheOldOnes) {
  const auto files = TlsFiles::Load(Options());
  ASSERT_TRUE(files.ok()) << files.status();
  const KeyPair renewed = authority_.Issue("renewed.example");
  directory_.Write("server.key", renewed.key);
  EXPECT_THAT(Message((*files)->Reload()), HasSubstr("does not belong"));
  ExpectServed(**files, pair_, authority_.certificate());
  // Half of the set is good by itself.
  directory_.Write("server.pem", renewed.certificate);
  directory_.Write("ca.pem", authority_.certificate().substr(0, 200));
  EXPECT_THAT(Message((*files)->Reload()), HasSubstr("ca.pem"));
  ExpectServed(**files, pair_, authority_.certificate());
  directory_.Write("ca.pem", authority_.certificate());
  ASSERT_TRUE((*files)->Reload().ok());
  ExpectServed(**files, renewed, authority_.certificate());
}

// The copy of the authorities fits, the larger copy of the pair does not.
TEST_F(TlsFilesTest, ACopyThatFailsLeavesTheWholeOldSet) {
  const auto files = TlsFiles::Load(Options());
  ASSERT_TRUE(files.ok()) << files.status();
  const KeyPair renewed = authority_.Issue("renewed.example");
  const TestAuthority other("Other");
  directory_.Write("server.pem", renewed.certificate);
  directory_.Write("server.key", renewed.key);
  directory_.Write("ca.pem", other.certificate());
  const auto reload = [&] {
    LimitFileSize(other.certificate().size());
    const absl::Status status = (*files)->Reload();
    std::fprintf(stderr, "%s\n", Message(status).c_str());
    const bool is_old =
        Read((*files)->client_ca_path()) == authority_.certificate() &&
        Read((*files)->key_pair_path()) == pair_.key + "\n" + pair_.certificate;
    std::_Exit(is_old ? 0 : 1);
  };
  EXPECT_EXIT(reload(), ::testing::ExitedWithCode(0),
              "cannot write a file in memory");
  ASSERT_TRUE((*files)->Reload().ok());
  ExpectServed(**files, renewed, other.certificate());
}

TEST_F(TlsFilesTest, KnowsThatTheCertificateHasExpired) {
  const KeyPair old =
      authority_.Issue("translate.example", std::chrono::seconds(1));
  const TlsOptions options = Options();
  directory_.Write("server.pem", old.certificate);
  directory_.Write("server.key", old.key);
  const auto files = TlsFiles::Load(options);
  ASSERT_TRUE(files.ok()) << files.status();
  while (!(*files)->certificate().is_expired) {
    ASSERT_TRUE((*files)->Reload().ok());
  }
}

TEST_F(TlsFilesTest, FilesThatAreGoneLeaveTheOldOnes) {
  const TlsOptions options = Options();
  const auto files = TlsFiles::Load(options);
  ASSERT_TRUE(files.ok()) << files.status();
  std::filesystem::remove(options.key);
  EXPECT_EQ((*files)->Reload().code(), absl::StatusCode::kNotFound);
  ExpectServed(**files, pair_, authority_.certificate());
}

}  // namespace
}  // namespace interpres
