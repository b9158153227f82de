#include "server/server_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

CommandLine Parse(std::vector<const char*> flags) {
  flags.insert(flags.begin(), "interpres-server");
  return ParseCommandLine(static_cast<int>(flags.size()), flags.data());
}

// An environment variable for the duration of a test.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const char* value) : name_(name) {
    setenv(name, value, 1);
  }
  ~ScopedVariable() { unsetenv(name_); }

 private:
  const char* name_;
};

TEST(ServerOptionsTest, NeedsAModelAndNothingElse) {
  const CommandLine line = Parse({"--model", "m"});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_THAT(line.options->models, ElementsAre("m"));
  EXPECT_EQ(line.options->address, "127.0.0.1:50051");
  EXPECT_EQ(line.options->metrics_address, "127.0.0.1:9464");
  EXPECT_EQ(line.options->workers, 0);
  EXPECT_EQ(line.options->drain_timeout.count(), 30);
}

TEST(ServerOptionsTest, AMissingModelIsAUsageError) {
  const CommandLine line = Parse({});
  EXPECT_FALSE(line.options.has_value());
  EXPECT_EQ(line.exit_code, 2);
  EXPECT_THAT(line.output, HasSubstr("--model is required"));
}

TEST(ServerOptionsTest, TakesSeveralModels) {
  const CommandLine line = Parse({"--model", "a", "--model=b"});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_THAT(line.options->models, ElementsAre("a", "b"));
  EXPECT_EQ(Parse({"--model", "a", "b"}).exit_code, 2);
  const CommandLine repository = Parse({"--model-repository", "r"});
  ASSERT_TRUE(repository.options.has_value()) << repository.output;
  EXPECT_EQ(repository.options->model_repository, "r");
  EXPECT_THAT(repository.options->models, ElementsAre());
}

TEST(ServerOptionsTest, TakesFlags) {
  const CommandLine line =
      Parse({"--model", "m", "--address", "0.0.0.0:0", "--metrics-address", "",
             "--workers=3", "--queue-tokens", "1000", "--drain-timeout", "5",
             "--max-connection-age=300", "--log-format", "json",
             "--max-attention-weights", "1000000"});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_EQ(line.options->address, "0.0.0.0:0");
  EXPECT_EQ(line.options->metrics_address, "");
  EXPECT_EQ(line.options->workers, 3);
  EXPECT_EQ(line.options->queue.max_tokens, 1000);
  EXPECT_EQ(line.options->drain_timeout.count(), 5);
  EXPECT_EQ(line.options->max_connection_age.count(), 300);
  EXPECT_EQ(line.options->log_format, "json");
  EXPECT_EQ(line.options->request.max_attention_weights, 1'000'000);
}

TEST(ServerOptionsTest, TakesTheFilesOfTlsAndTokens) {
  const CommandLine none = Parse({"--model", "m"});
  ASSERT_TRUE(none.options.has_value()) << none.output;
  EXPECT_FALSE(none.options->tls.enabled());
  EXPECT_FALSE(none.options->plaintext_tokens);
  const CommandLine line =
      Parse({"--model", "m", "--tls-certificate", "c.pem", "--tls-key", "k.pem",
             "--tls-client-ca", "ca.pem", "--tls-reload", "5", "--token-file",
             "tokens", "--plaintext-tokens"});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_EQ(line.options->tls.certificate, "c.pem");
  EXPECT_EQ(line.options->tls.key, "k.pem");
  EXPECT_EQ(line.options->tls.client_ca, "ca.pem");
  EXPECT_EQ(line.options->tls.reload_interval.count(), 5);
  EXPECT_EQ(line.options->token_file, "tokens");
  EXPECT_TRUE(line.options->plaintext_tokens);
}

TEST(ServerOptionsTest, TakesTheEnvironmentUnlessThereIsAFlag) {
  const ScopedVariable model("INTERPRES_MODEL", "from-env");
  const ScopedVariable slots("INTERPRES_SLOTS", "7");
  const ScopedVariable workers("INTERPRES_WORKERS", "2");
  const CommandLine line = Parse({"--workers", "4"});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_THAT(line.options->models, ElementsAre("from-env"));
  EXPECT_EQ(line.options->slots, 7);
  EXPECT_EQ(line.options->workers, 4);
}

class ConfigFileTest : public ::testing::Test {
 protected:
  void Write(const std::string& contents) { std::ofstream(path_) << contents; }

  const TempDir temporary_;
  const std::string path_ = temporary_.path() / "interpres_options.toml";
};

TEST_F(ConfigFileTest, IsReadBelowFlags) {
  Write("model = \"from-file\"\nqueue-jobs = 12\nslots = 5\n");
  const CommandLine line = Parse({"--config", path_.c_str(), "--slots", "9"});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_THAT(line.options->models, ElementsAre("from-file"));
  EXPECT_EQ(line.options->queue.max_jobs, 12);
  EXPECT_EQ(line.options->slots, 9);
}

TEST_F(ConfigFileTest, IsReadBelowTheEnvironment) {
  Write("model = \"from-file\"\nslots = 5\nworkers = 2\nqueue-jobs = 12\n");
  const ScopedVariable model("INTERPRES_MODEL", "from-env");
  const ScopedVariable slots("INTERPRES_SLOTS", "7");
  const ScopedVariable workers("INTERPRES_WORKERS", "");
  const CommandLine line = Parse({"--config", path_.c_str()});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_THAT(line.options->models, ElementsAre("from-env"));
  EXPECT_EQ(line.options->slots, 7);
  EXPECT_EQ(line.options->workers, 2) << "empty: as if it were not set";
  EXPECT_EQ(line.options->queue.max_jobs, 12);
}

TEST_F(ConfigFileTest, IsNamedByTheEnvironmentUnlessByAFlag) {
  Write("model = \"from-file\"\n");
  const ScopedVariable config("INTERPRES_CONFIG", path_.c_str());
  const CommandLine line = Parse({});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_THAT(line.options->models, ElementsAre("from-file"));
  const std::string other = temporary_.path() / "other.toml";
  std::ofstream(other) << "model = \"from-other\"\n";
  const CommandLine flag = Parse({"--config", other.c_str()});
  ASSERT_TRUE(flag.options.has_value()) << flag.output;
  EXPECT_THAT(flag.options->models, ElementsAre("from-other"));
}

TEST_F(ConfigFileTest, RefusesAFileOfTheEnvironmentThatIsNotThere) {
  const ScopedVariable config("INTERPRES_CONFIG", "/nowhere.toml");
  const CommandLine line = Parse({"--model", "m"});
  EXPECT_EQ(line.exit_code, 2);
  EXPECT_THAT(line.output, HasSubstr("/nowhere.toml"));
}

TEST_F(ConfigFileTest, TakesSeveralModels) {
  Write("model = [\"a\", \"b\"]\n");
  const CommandLine line = Parse({"--config", path_.c_str()});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_THAT(line.options->models, ElementsAre("a", "b"));
}

TEST_F(ConfigFileTest, RefusesAKeyThatNobodyReads) {
  Write("model = \"m\"\nqueue-job = 12\n");
  const CommandLine line = Parse({"--config", path_.c_str()});
  EXPECT_EQ(line.exit_code, 2);
  EXPECT_THAT(line.output, HasSubstr("queue-job"));
}

TEST_F(ConfigFileTest, RefusesAFileThatIsNotThere) {
  EXPECT_EQ(Parse({"--model", "m", "--config", "/nowhere.toml"}).exit_code, 2);
}

TEST(ServerOptionsTest, RefusesValuesOutOfRange) {
  for (const char* flag :
       {"--workers=-1", "--slots=-1", "--max-attention-requests=0",
        "--queue-jobs=0", "--max-texts=0", "--max-message-bytes=10",
        "--drain-timeout=-1", "--tls-reload=0", "--slots=many",
        "--log-level=loud", "--no-such-flag=1"}) {
    const CommandLine line = Parse({"--model", "m", flag});
    EXPECT_FALSE(line.options.has_value()) << flag;
    EXPECT_EQ(line.exit_code, 2) << flag;
    EXPECT_FALSE(line.output.empty()) << flag;
  }
}

TEST(ServerOptionsTest, RefusesLessMemoryForMessagesThanOneMessageMayTake) {
  const CommandLine line =
      Parse({"--model", "m", "--max-received-bytes", "4000000"});
  EXPECT_FALSE(line.options.has_value());
  EXPECT_EQ(line.exit_code, 2);
  EXPECT_THAT(line.output, HasSubstr("--max-received-bytes is 4000000"));
  EXPECT_THAT(line.output, HasSubstr("--max-message-bytes, which is 4194304"));
}

TEST(ServerOptionsTest, PrintsHelpAndVersion) {
  const CommandLine help = Parse({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.output, HasSubstr("--drain-timeout"));
  EXPECT_THAT(help.output, HasSubstr("INTERPRES_QUEUE_JOBS"));
  const CommandLine version = Parse({"--version"});
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_THAT(version.output, HasSubstr("interpres-server 0."));
}

}  // namespace
}  // namespace interpres
