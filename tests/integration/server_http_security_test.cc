// HTTPS with curl and openssl, which users have.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "tests/integration/server_fixture.h"
#include "tests/testing/certificates.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// The standard output of a command, and its exit code.
std::string RunCommand(const std::string& command) {
  std::string output;
  FILE* pipe = popen(command.c_str(), "r");
  std::array<char, 4096> buffer = {};
  while (fgets(buffer.data(), buffer.size(), pipe) != nullptr) {
    output += buffer.data();
  }
  const int status = pclose(pipe);
  return absl::StrCat(output, "exit ", WEXITSTATUS(status));
}

class ServerHttpSecurityTest : public ServerFixture {
 protected:
  ServerOptions TlsServer() const {
    WriteServerPair(authority_);
    ServerOptions options = SmallServer();
    options.http.address = "127.0.0.1:0";
    options.tls.certificate = (files_.path() / "server.pem").string();
    options.tls.key = (files_.path() / "server.key").string();
    options.tls.reload_interval = std::chrono::hours(1);
    return options;
  }
  void WriteServerPair(const TestAuthority& authority) const {
    const KeyPair pair = authority.Issue("localhost");
    files_.Write("server.key", pair.key);
    files_.Write("server.pem", pair.certificate);
  }
  // Reads /readyz with curl.
  std::string Curl(const TestAuthority& authority,
                   const std::string& flags = "") {
    const std::string ca = files_.Write("ca.pem", authority.certificate());
    const int port = app().http_port();
    return RunCommand(absl::StrCat(
        "curl -s --max-time 20 --cacert ", ca, " --resolve localhost:", port,
        ":127.0.0.1 ", flags, " https://localhost:", port, "/readyz"));
  }

  // Reads /readyz with openssl, which gives the session of the file
  // session.pem, if the file exists, and then writes its session to the file.
  std::string ReadWithSession(const std::string& flags = "") {
    const std::string ca = files_.Write("ca.pem", authority_.certificate());
    const std::string session = (files_.path() / "session.pem").string();
    return RunCommand(absl::StrCat(
        "printf 'GET /readyz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: "
        "close\\r\\n\\r\\n' | timeout 20 openssl s_client -ign_eof -connect "
        "localhost:",
        app().http_port(), " -CAfile ", ca, " ", flags,
        std::filesystem::exists(session) ? " -sess_in " + session : "",
        " -sess_out ", session, " 2>&1"));
  }

  const TestAuthority authority_{"Test Authority"};
  const TempDir files_;
};

TEST_F(ServerHttpSecurityTest, ServesHttpsOnly) {
  ASSERT_NO_FATAL_FAILURE(Start(TlsServer()));
  EXPECT_EQ(Curl(authority_), "ready\nexit 0");
  EXPECT_EQ(Curl(authority_, "--tls-max 1.2"), "ready\nexit 0");
  EXPECT_NE(Curl(authority_, "--tls-max 1.1"), "ready\nexit 0");
  EXPECT_EQ(Curl(TestAuthority("Other")), "exit 60");
  EXPECT_NE(RunCommand(absl::StrCat(
                "curl -s http://127.0.0.1:", app().http_port(), "/readyz")),
            "ready\nexit 0");
}

TEST_F(ServerHttpSecurityTest, AReloadServesTheNewCertificate) {
  ASSERT_NO_FATAL_FAILURE(Start(TlsServer()));
  EXPECT_EQ(Curl(authority_), "ready\nexit 0");
  const TestAuthority other("Other");
  WriteServerPair(other);
  ASSERT_TRUE(app().Reload().ok());
  EXPECT_EQ(Curl(other), "ready\nexit 0");
  EXPECT_EQ(Curl(authority_), "exit 60");
}

TEST_F(ServerHttpSecurityTest, ClientsMayNeedACertificate) {
  ServerOptions options = TlsServer();
  options.tls.client_ca =
      files_.Write("client_ca.pem", authority_.certificate());
  ASSERT_NO_FATAL_FAILURE(Start(options));
  EXPECT_NE(Curl(authority_), "ready\nexit 0");
  const KeyPair pair = authority_.Issue("client");
  const std::string flags =
      absl::StrCat("--key ", files_.Write("client.key", pair.key), " --cert ",
                   files_.Write("client.pem", pair.certificate));
  EXPECT_EQ(Curl(authority_, flags), "ready\nexit 0");
  // A resumed session would skip the check of the certificate.
  for (const std::string version : {" -tls1_2", " -tls1_3"}) {
    EXPECT_THAT(ReadWithSession(flags + version),
                AllOf(HasSubstr("New, TLS"), HasSubstr("ready\n")));
    EXPECT_THAT(ReadWithSession(flags + version),
                AllOf(HasSubstr("New, TLS"), HasSubstr("ready\n")));
  }
}

TEST_F(ServerHttpSecurityTest, ASessionMayBeResumed) {
  ASSERT_NO_FATAL_FAILURE(Start(TlsServer()));
  EXPECT_THAT(ReadWithSession(),
              AllOf(HasSubstr("New, TLS"), HasSubstr("ready\n")));
  EXPECT_THAT(ReadWithSession(),
              AllOf(HasSubstr("Reused, TLS"), HasSubstr("ready\n")));
}

}  // namespace
}  // namespace interpres
