// TLS, mutual TLS and tokens over real connections, with the client that users
// have.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "client/translation_client.h"
#include "tests/integration/server_fixture.h"
#include "tests/testing/certificates.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

constexpr char kToken[] = "a-token-of-the-tests-0123";
constexpr char kOtherToken[] = "another-token-of-the-tests";

class ServerSecurityTest : public ServerFixture {
 protected:
  // A server certificate in files, and options that serve it.
  ServerOptions TlsServer() const {
    WriteServerPair("localhost");
    ServerOptions options = SmallServer();
    options.tls.certificate = (files_.path() / "server.pem").string();
    options.tls.key = (files_.path() / "server.key").string();
    options.tls.reload_interval = std::chrono::seconds(1);
    return options;
  }

  void WriteServerPair(const std::string& name) const {
    const KeyPair pair = authority_.Issue(name);
    files_.Write("server.key", pair.key);
    files_.Write("server.pem", pair.certificate);
  }

  // Does not retry, because a refused call stays refused.
  ClientOptions Client() const {
    ClientOptions options;
    options.channel.server = absl::StrCat("127.0.0.1:", port());
    options.channel.own_connection = true;
    options.retry.max_attempts = 1;
    return options;
  }

  ClientOptions TlsClient() const {
    ClientOptions options = Client();
    options.channel.tls = true;
    options.channel.ca = files_.Write("ca.pem", authority_.certificate());
    options.channel.server_name = "localhost";
    return options;
  }

  static absl::Status Ask(const ClientOptions& options) {
    auto client = TranslationClient::Create(options);
    return client.ok() ? (*client)->Translate(Request({"a cat"})).status()
                       : client.status();
  }

  const TestAuthority authority_{"Test Authority"};
  const TempDir files_;
};

TEST_F(ServerSecurityTest, TranslatesOverTlsAndNotWithoutIt) {
  ASSERT_NO_FATAL_FAILURE(Start(TlsServer()));
  EXPECT_TRUE(Ask(TlsClient()).ok());
  EXPECT_EQ(Ask(Client()).code(), absl::StatusCode::kUnavailable);
}

TEST_F(ServerSecurityTest, ClientsTrustTheirAuthorityOnly) {
  ASSERT_NO_FATAL_FAILURE(Start(TlsServer()));
  ClientOptions stranger = TlsClient();
  stranger.channel.ca =
      files_.Write("other.pem", TestAuthority("Other").certificate());
  EXPECT_EQ(Ask(stranger).code(), absl::StatusCode::kUnavailable);
  ClientOptions other_name = TlsClient();
  other_name.channel.server_name = "translate.example";
  EXPECT_EQ(Ask(other_name).code(), absl::StatusCode::kUnavailable);
}

TEST_F(ServerSecurityTest, MutualTlsAsksForACertificateOfTheAuthority) {
  ServerOptions options = TlsServer();
  options.tls.client_ca = files_.Write("ca.pem", authority_.certificate());
  ASSERT_NO_FATAL_FAILURE(Start(options));
  EXPECT_EQ(Ask(TlsClient()).code(), absl::StatusCode::kUnavailable);
  const auto with = [this](const KeyPair& pair) {
    ClientOptions client = TlsClient();
    client.channel.certificate = files_.Write("client.pem", pair.certificate);
    client.channel.key = files_.Write("client.key", pair.key);
    return client;
  };
  EXPECT_EQ(Ask(with(TestAuthority("Other").Issue("client"))).code(),
            absl::StatusCode::kUnavailable);
  const absl::Status known = Ask(with(authority_.Issue("client")));
  EXPECT_TRUE(known.ok()) << known;
}

TEST_F(ServerSecurityTest, ANewCertificateServesNewConnections) {
  ASSERT_NO_FATAL_FAILURE(Start(TlsServer()));
  const auto early = TranslationClient::Create(TlsClient());
  ASSERT_TRUE((*early)->Translate(Request({"a cat"})).ok());
  WriteServerPair("renewed.example");
  ClientOptions renewed = TlsClient();
  renewed.channel.server_name = "renewed.example";
  while (!Ask(renewed).ok()) {
    // until the files have been looked at
  }
  EXPECT_TRUE((*early)->Translate(Request({"a cat"})).ok());
}

TEST_F(ServerSecurityTest, ABadCertificateLeavesTheOldOneServing) {
  ASSERT_NO_FATAL_FAILURE(Start(TlsServer()));
  const KeyPair renewed = authority_.Issue("renewed.example");
  files_.Write("server.key", renewed.key);
  EXPECT_THAT(std::string(app().Reload().message()),
              HasSubstr("does not belong"));
  EXPECT_TRUE(Ask(TlsClient()).ok());
  files_.Write("server.pem", renewed.certificate);
  EXPECT_TRUE(app().Reload().ok());
  // At every moment gRPC sees files that fit together: the old or the new pair.
  ClientOptions client = TlsClient();
  client.channel.server_name = "renewed.example";
  while (!Ask(client).ok()) {
    const absl::Status old = Ask(TlsClient());
    EXPECT_TRUE(old.ok() || Ask(client).ok()) << old;
  }
  EXPECT_FALSE(Ask(TlsClient()).ok());
}

TEST_F(ServerSecurityTest, FilesThatCannotBeServedStopTheStart) {
  ServerOptions no_key = TlsServer();
  no_key.tls.key = "";
  EXPECT_THAT(std::string(ServerApp::Create(no_key).status().message()),
              HasSubstr("--tls-key"));
  ServerOptions no_tls = SmallServer();
  no_tls.tls.client_ca = files_.Write("ca.pem", authority_.certificate());
  EXPECT_THAT(std::string(ServerApp::Create(no_tls).status().message()),
              HasSubstr("add --tls-certificate"));
  ServerOptions no_file = TlsServer();
  no_file.tls.certificate = "/nowhere/at.all";
  EXPECT_EQ(ServerApp::Create(no_file).status().code(),
            absl::StatusCode::kNotFound);
  ServerOptions no_ca = TlsServer();
  no_ca.tls.client_ca = files_.Write("empty.pem", "");
  EXPECT_THAT(std::string(ServerApp::Create(no_ca).status().message()),
              HasSubstr("holds no certificate"));
}

TEST_F(ServerSecurityTest, CallsNeedATokenButProbesDoNot) {
  ServerOptions options = SmallServer();
  options.token_file = files_.Write("tokens", kToken);
  ASSERT_NO_FATAL_FAILURE(Start(options));
  ClientOptions client = Client();
  const absl::Status without = Ask(client);
  EXPECT_EQ(without.code(), absl::StatusCode::kUnauthenticated);
  EXPECT_THAT(std::string(without.message()),
              HasSubstr("authorization: Bearer"));
  EXPECT_THAT(std::string(without.message()), HasSubstr("--token-file"));
  EXPECT_TRUE((*TranslationClient::Create(client))->Health().ok());
  EXPECT_EQ((*TranslationClient::Create(client))->ListModels().status().code(),
            absl::StatusCode::kUnauthenticated);
  EXPECT_EQ(
      (*TranslationClient::Create(client))->GetModel("tiny").status().code(),
      absl::StatusCode::kUnauthenticated);
  grpc::ClientContext context;
  EXPECT_EQ(stub().StreamTranslate(&context)->Finish().error_code(),
            grpc::StatusCode::UNAUTHENTICATED);
  client.token = kOtherToken;
  EXPECT_EQ(Ask(client).code(), absl::StatusCode::kUnauthenticated);
  client.token = kToken;
  EXPECT_TRUE(Ask(client).ok());
  EXPECT_TRUE((*TranslationClient::Create(client))->ListModels().ok());
}

TEST_F(ServerSecurityTest, TokensAreReadAgain) {
  ServerOptions options = SmallServer();
  options.token_file = files_.Write("tokens", kToken);
  ASSERT_NO_FATAL_FAILURE(Start(options));
  ClientOptions client = Client();
  client.token = kOtherToken;
  EXPECT_FALSE(Ask(client).ok());
  files_.Write("tokens", kOtherToken);
  ASSERT_TRUE(app().Reload().ok());
  EXPECT_TRUE(Ask(client).ok());
}

TEST_F(ServerSecurityTest, TokensForOtherMachinesNeedTls) {
  ServerOptions options = SmallServer();
  options.address = "0.0.0.0:0";
  options.token_file = files_.Write("tokens", kToken);
  const absl::Status refused = ServerApp::Create(options).status();
  EXPECT_EQ(refused.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(refused.message()), HasSubstr("--plaintext-tokens"));
  options.plaintext_tokens = true;
  EXPECT_TRUE(ServerApp::Create(options).ok());
}

}  // namespace
}  // namespace interpres
