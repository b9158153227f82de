#include "server/server_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

CommandLine ParseOptions(std::vector<const char*> flags) {
  flags.insert(flags.begin(), "interpres-server");
  return ParseCommandLine(static_cast<int>(flags.size()), flags.data());
}

TEST(ServerOptionsTest, NeedsAModelAndNothingElse) {
  const CommandLine line = ParseOptions({"--model", "m"});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_THAT(line.options->models, ElementsAre("m"));
  EXPECT_EQ(line.options->address, "127.0.0.1:50051");
  EXPECT_EQ(line.options->metrics_address, "127.0.0.1:9464");
  EXPECT_EQ(line.options->workers, 0);
  EXPECT_EQ(line.options->drain_timeout.count(), 30);
}

TEST(ServerOptionsTest, AMissingModelIsAUsageError) {
  const CommandLine line = ParseOptions({});
  EXPECT_FALSE(line.options.has_value());
  EXPECT_EQ(line.exit_code, 2);
  EXPECT_THAT(line.output,
              HasSubstr("--model is missing; expected a model directory"));
}

TEST(ServerOptionsTest, TakesSeveralModels) {
  const CommandLine line = ParseOptions({"--model", "a", "--model=b"});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_THAT(line.options->models, ElementsAre("a", "b"));
  EXPECT_EQ(ParseOptions({"--model", "a", "b"}).exit_code, 2);
  const CommandLine repository = ParseOptions({"--model-repository", "r"});
  ASSERT_TRUE(repository.options.has_value()) << repository.output;
  EXPECT_EQ(repository.options->model_repository, "r");
  EXPECT_THAT(repository.options->models, ElementsAre());
}

TEST(ServerOptionsTest, ResidentModelsNeedARepository) {
  const CommandLine line =
      ParseOptions({"--model-repository", "r", "--max-resident-models", "2"});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_EQ(line.options->max_resident_models, 2);
  EXPECT_EQ(ParseOptions({"--model", "m"}).options->max_resident_models, 0);

  const CommandLine alone =
      ParseOptions({"--model", "m", "--max-resident-models=2"});
  EXPECT_EQ(alone.exit_code, 2);
  EXPECT_THAT(alone.output,
              StartsWith("--max-resident-models is 2; expected 0 without "
                         "--model-repository; set --model-repository"));
  const CommandLine negative =
      ParseOptions({"--model-repository", "r", "--max-resident-models=-1"});
  EXPECT_EQ(negative.exit_code, 2);
  EXPECT_THAT(negative.output, HasSubstr("--max-resident-models is \"-1\"; "
                                         "expected an integer from 0"));
}

TEST(ServerOptionsTest, TakesFlags) {
  const CommandLine line = ParseOptions(
      {"--model", "m", "--address", "0.0.0.0:0", "--metrics-address", "",
       "--workers=3", "--queue-tokens", "1000", "--drain-timeout", "5",
       "--max-connection-age=300", "--log-format", "json",
       "--max-attention-weights", "1000000"});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_EQ(line.options->address, "0.0.0.0:0");
  EXPECT_EQ(line.options->metrics_address, "");
  EXPECT_EQ(line.options->workers, 3);
  EXPECT_EQ(line.options->queue.max_tokens, 1000);
  EXPECT_EQ(line.options->drain_timeout.count(), 5);
  EXPECT_EQ(line.options->connections.max_age.count(), 300);
  EXPECT_EQ(line.options->log_format, "json");
  EXPECT_EQ(line.options->request.max_attention_weights, 1'000'000);
}

TEST(ServerOptionsTest, TakesHttpFlags) {
  const CommandLine line =
      ParseOptions({"--model", "m", "--http-address", "[::1]:8080",
                    "--http-cors-origin", "https://a.example,https://b.example",
                    "--http-idle-timeout", "5", "--http-max-connections=7"});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_EQ(line.options->http.address, "[::1]:8080");
  EXPECT_THAT(line.options->http.cors_origins,
              ElementsAre("https://a.example", "https://b.example"));
  EXPECT_EQ(line.options->http.idle_timeout.count(), 5);
  EXPECT_EQ(line.options->http.max_connections, 7);
  EXPECT_EQ(ParseOptions({"--model", "m"}).options->http.address, "");
  EXPECT_EQ(ParseOptions({"--model", "m", "--http-idle-timeout=0"}).exit_code,
            2);
}

TEST(ServerOptionsTest, TakesPivotLanguages) {
  const CommandLine line =
      ParseOptions({"--model", "m", "--pivot", "en,pt-BR"});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_THAT(line.options->pivot_languages, ElementsAre("en", "pt-BR"));
  EXPECT_THAT(ParseOptions({"--model", "m"}).options->pivot_languages,
              ElementsAre());
  const CommandLine wrong = ParseOptions({"--model", "m", "--pivot", "en;fr"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.output,
              HasSubstr("--pivot has \"en;fr\"; expected language codes"));
}

TEST(ServerOptionsTest, TakesTheLimitsOfGlossaries) {
  const CommandLine none = ParseOptions({"--model", "m"});
  ASSERT_TRUE(none.options.has_value()) << none.output;
  EXPECT_EQ(none.options->glossaries.directory, "");
  EXPECT_EQ(none.options->glossaries.limits.max_terms, 20000);
  const CommandLine line = ParseOptions(
      {"--model", "m", "--glossary-directory", "terms", "--max-glossary-bytes",
       "10", "--max-glossary-terms", "20", "--max-glossaries", "0"});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_EQ(line.options->glossaries.directory, "terms");
  EXPECT_EQ(line.options->glossaries.limits.max_bytes, 10);
  EXPECT_EQ(line.options->glossaries.limits.max_terms, 20);
  EXPECT_EQ(line.options->glossaries.max_per_owner, 0);
}

TEST(ServerOptionsTest, TakesTheQuota) {
  const CommandLine none = ParseOptions({"--model", "m"});
  ASSERT_TRUE(none.options.has_value()) << none.output;
  EXPECT_EQ(none.options->quota.characters, 0);
  EXPECT_EQ(none.options->quota.file, "");
  const CommandLine line = ParseOptions(
      {"--model", "m", "--quota", "500000", "--quota-file", "counts"});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_EQ(line.options->quota.characters, 500000);
  EXPECT_EQ(line.options->quota.file, "counts");
}

TEST(ServerOptionsTest, TakesTheFilesOfTlsAndTokens) {
  const CommandLine none = ParseOptions({"--model", "m"});
  ASSERT_TRUE(none.options.has_value()) << none.output;
  EXPECT_FALSE(none.options->tls.enabled());
  EXPECT_FALSE(none.options->plaintext_tokens);
  const CommandLine line =
      ParseOptions({"--model", "m", "--tls-certificate", "c.pem", "--tls-key",
                    "k.pem", "--tls-client-ca", "ca.pem", "--tls-reload", "5",
                    "--token-file", "tokens", "--plaintext-tokens"});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_EQ(line.options->tls.certificate, "c.pem");
  EXPECT_EQ(line.options->tls.key, "k.pem");
  EXPECT_EQ(line.options->tls.client_ca, "ca.pem");
  EXPECT_EQ(line.options->tls.reload_interval.count(), 5);
  EXPECT_EQ(line.options->token_file, "tokens");
  EXPECT_TRUE(line.options->plaintext_tokens);
}

// Returns the probe directory of a server with these flags, or "none" if they
// are wrong.
std::string ProbeDirectory(std::vector<const char*> flags) {
  flags.insert(flags.begin(), {"--model", "m"});
  const CommandLine line = ParseOptions(std::move(flags));
  return line.options ? line.options->probe_directory : "none";
}

TEST(ServerOptionsTest, TheProbeDirectoryMayBeEmpty) {
  EXPECT_EQ(ProbeDirectory({"--probe-directory", "probes"}), "probes");
  EXPECT_EQ(ProbeDirectory({"--probe-directory", ""}), "");
  setenv("HOME", "/var/ana", 1);
  unsetenv("XDG_CACHE_HOME");
  unsetenv("INTERPRES_PROBE_DIRECTORY");
  EXPECT_EQ(ProbeDirectory({}), "/var/ana/.cache/interpres/probes");
  setenv("INTERPRES_PROBE_DIRECTORY", "", 1);
  EXPECT_EQ(ProbeDirectory({}), "");
}

TEST(ServerOptionsTest, RefusesValuesOutOfRange) {
  for (const char* flag :
       {"--workers=-1", "--slots=-1", "--max-attention-requests=0",
        "--queue-jobs=0", "--max-texts=0", "--max-message-bytes=10",
        "--max-glossary-bytes=67108865", "--max-glossary-terms=0",
        "--max-glossaries=-1", "--quota=-1", "--drain-timeout=-1",
        "--tls-reload=0", "--slots=many", "--log-level=loud",
        "--no-such-flag=1"}) {
    const CommandLine line = ParseOptions({"--model", "m", flag});
    EXPECT_FALSE(line.options.has_value()) << flag;
    EXPECT_EQ(line.exit_code, 2) << flag;
    EXPECT_FALSE(line.output.empty()) << flag;
  }
}

TEST(ServerOptionsTest, RefusesLessMemoryForMessagesThanOneMessageMayTake) {
  const CommandLine line =
      ParseOptions({"--model", "m", "--max-received-bytes", "4000000"});
  EXPECT_FALSE(line.options.has_value());
  EXPECT_EQ(line.exit_code, 2);
  EXPECT_THAT(line.output, HasSubstr("--max-received-bytes is 4000000"));
  EXPECT_THAT(line.output, HasSubstr("--max-message-bytes, which is 5242880"));
}

TEST(ServerOptionsTest, NamesTheFlagTheValueAndTheRange) {
  const struct {
    const char* flag;
    const char* message;
  } rows[] = {
      {"--slots=many",
       "--slots is \"many\"; expected an integer from 0 to 4096\n"},
      {"--slots=4097",
       "--slots is \"4097\"; expected an integer from 0 to 4096\n"},
      {"--tls-reload=0",
       "--tls-reload is \"0\"; expected an integer from 1 to 86400\n"},
      {"--log-level=loud",
       "--log-level is \"loud\"; expected one of debug, info, warning, "
       "error\n"},
  };
  for (const auto& row : rows) {
    EXPECT_THAT(ParseOptions({"--model", "m", row.flag}).output,
                StartsWith(row.message));
  }
}

TEST(ServerOptionsTest, RefusesMalformedAddresses) {
  for (const char* flag :
       {"--address=127.0.0.1:99999", "--address=localhost",
        "--metrics-address=127.0.0.1:99999", "--metrics-address=localhost",
        "--metrics-address=[::1]:9464", "--admin-address=127.0.0.1:99999",
        "--admin-address=localhost", "--http-address=unix:/run/s",
        "--http-address=8080"}) {
    const std::string text = flag;
    const size_t equals = text.find('=');
    const CommandLine line = ParseOptions({"--model", "m", flag});
    EXPECT_EQ(line.exit_code, 2) << flag;
    EXPECT_THAT(line.output,
                StartsWith(text.substr(0, equals) + " is \"" +
                           text.substr(equals + 1) + "\"; expected "));
  }
}

TEST(ServerOptionsTest, TheServiceNeedsAnAddress) {
  EXPECT_THAT(ParseOptions({"--model", "m", "--address", ""}).output,
              StartsWith("--address is \"\"; expected host:port"));
}

TEST(ServerOptionsTest, AnEmptyAddressDisablesMetricsAndAdmin) {
  const CommandLine line = ParseOptions(
      {"--model", "m", "--metrics-address", "", "--admin-address", ""});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_EQ(line.options->metrics_address, "");
  EXPECT_EQ(line.options->admin_address, "");
}

TEST(ServerOptionsTest, PrintsHelpAndVersion) {
  const CommandLine help = ParseOptions({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.output, HasSubstr("--drain-timeout"));
  EXPECT_THAT(help.output, HasSubstr("(Env:INTERPRES_DRAIN_TIMEOUT)"));
  const CommandLine version = ParseOptions({"--version"});
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_THAT(version.output, HasSubstr("interpres-server 0."));
}

}  // namespace
}  // namespace interpres
