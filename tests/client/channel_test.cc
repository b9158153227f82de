#include "client/channel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

std::string ErrorOf(const ChannelOptions& options) {
  return std::string(MakeChannel(options).status().message());
}

TEST(ChannelTest, OptionsThatDoNotFitAreErrors) {
  ChannelOptions no_server;
  no_server.server = "";
  EXPECT_THAT(ErrorOf(no_server), HasSubstr("expected HOST:PORT"));
  ChannelOptions large_port;
  large_port.server = "127.0.0.1:99999";
  EXPECT_THAT(ErrorOf(large_port), HasSubstr("expected a port from 1 to"));
  ChannelOptions no_tls;
  no_tls.ca = "ca.pem";
  EXPECT_THAT(ErrorOf(no_tls), HasSubstr("--tls is absent"));
  ChannelOptions no_key;
  no_key.tls = true;
  no_key.certificate = "client.pem";
  EXPECT_THAT(ErrorOf(no_key), HasSubstr("--tls-key"));
  ChannelOptions no_file;
  no_file.tls = true;
  no_file.ca = "/nowhere/ca.pem";
  EXPECT_THAT(ErrorOf(no_file), HasSubstr("cannot read /nowhere/ca.pem: No "));
  ChannelOptions directory;
  directory.tls = true;
  directory.ca = "/tmp";
  EXPECT_THAT(ErrorOf(directory),
              HasSubstr("cannot read /tmp: Is a directory"));
}

TEST(ChannelTest, MakesChannelsWithAndWithoutTls) {
  ChannelOptions options;
  EXPECT_TRUE(MakeChannel(options).ok());
  options.tls = true;
  EXPECT_TRUE(MakeChannel(options).ok());
}

TEST(ChannelTest, ReadsOneToken) {
  const TempDir directory;
  EXPECT_EQ(ReadToken(directory.Write("token", " abc\n")).value(), "abc");
  EXPECT_FALSE(ReadToken(directory.Write("two", "abc\ndef\n")).ok());
  EXPECT_FALSE(ReadToken(directory.Write("blank", " \n")).ok());
  EXPECT_FALSE(ReadToken((directory.path() / "none").string()).ok());
}

TEST(ChannelTest, ATokenThatGrpcWouldAbortOnIsAnError) {
  EXPECT_EQ(CleanToken(" abc\r\n", "here").value(), "abc");
  for (const char* token : {"", "a\rb", "caf\xC3\xA9", "a b", "a\tb"}) {
    const auto clean = CleanToken(token, "here");
    EXPECT_EQ(clean.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(clean.status().message()),
                HasSubstr("token in here is malformed; expected one token"));
  }
}

}  // namespace
}  // namespace interpres
