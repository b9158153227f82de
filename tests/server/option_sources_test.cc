#include "server/option_sources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "server/server_options.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

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

TEST(EnvironmentTest, HasANameForEachOption) {
  EXPECT_EQ(EnvironmentName("--queue-jobs"), "INTERPRES_QUEUE_JOBS");
}

TEST(EnvironmentTest, TakesTheEnvironmentUnlessThereIsAFlag) {
  const ScopedVariable model("INTERPRES_MODEL", "from-env");
  const ScopedVariable slots("INTERPRES_SLOTS", "7");
  const ScopedVariable workers("INTERPRES_WORKERS", "2");
  const CommandLine line = Parse({"--workers", "4"});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_THAT(line.options->models, ElementsAre("from-env"));
  EXPECT_EQ(line.options->slots, 7);
  EXPECT_EQ(line.options->workers, 4);
}

TEST(EnvironmentTest, NamesTheVariableOfABadValue) {
  const struct {
    const char* name;
    const char* value;
    const char* message;
  } rows[] = {
      {"INTERPRES_SLOTS", "many",
       "INTERPRES_SLOTS: --slots is \"many\"; expected an integer from 0"},
      {"INTERPRES_ADDRESS", "127.0.0.1:99999",
       "INTERPRES_ADDRESS: --address is \"127.0.0.1:99999\"; expected a port"},
      {"INTERPRES_PLAINTEXT_TOKENS", "maybe",
       "INTERPRES_PLAINTEXT_TOKENS: --plaintext-tokens is \"maybe\"; expected "
       "true or false"},
  };
  for (const auto& row : rows) {
    const ScopedVariable variable(row.name, row.value);
    const CommandLine line = Parse({"--model", "m"});
    EXPECT_EQ(line.exit_code, 2);
    EXPECT_THAT(line.output, StartsWith(row.message));
  }
}

TEST(EnvironmentTest, TakesSwitches) {
  for (const char* value : {"1", "true", "on"}) {
    const ScopedVariable variable("INTERPRES_PLAINTEXT_TOKENS", value);
    const CommandLine line = Parse({"--model", "m"});
    ASSERT_TRUE(line.options.has_value()) << line.output;
    EXPECT_TRUE(line.options->plaintext_tokens) << value;
  }
  const ScopedVariable variable("INTERPRES_PLAINTEXT_TOKENS", "false");
  EXPECT_FALSE(Parse({"--model", "m"}).options->plaintext_tokens);
}

TEST(EnvironmentTest, AnEmptyVariableDisablesMetricsAndAdmin) {
  const ScopedVariable metrics("INTERPRES_METRICS_ADDRESS", "");
  const ScopedVariable admin("INTERPRES_ADMIN_ADDRESS", "");
  const CommandLine line = Parse({"--model", "m"});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_EQ(line.options->metrics_address, "");
  EXPECT_EQ(line.options->admin_address, "");
  const CommandLine flag =
      Parse({"--model", "m", "--metrics-address", "127.0.0.1:1"});
  ASSERT_TRUE(flag.options.has_value()) << flag.output;
  EXPECT_EQ(flag.options->metrics_address, "127.0.0.1:1");
}

TEST(EnvironmentTest, AnyOtherEmptyVariableIsNotSet) {
  const ScopedVariable address("INTERPRES_ADDRESS", "");
  const ScopedVariable slots("INTERPRES_SLOTS", "");
  const ScopedVariable level("INTERPRES_LOG_LEVEL", "");
  const CommandLine line = Parse({"--model", "m"});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_EQ(line.options->address, "127.0.0.1:50051");
  EXPECT_EQ(line.options->slots, 0);
  EXPECT_EQ(line.options->log_level, "info");
}

TEST(EnvironmentTest, ReportsUnknownVariables) {
  const ScopedVariable variable("INTERPRES_WORKRES", "3");
  const ScopedVariable config("INTERPRES_CONFIG", "");
  const CommandLine line = Parse({"--model", "m"});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_THAT(
      line.unknown_variables,
      ElementsAre(UnknownVariable{"INTERPRES_WORKRES", "INTERPRES_WORKERS"}));
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
  EXPECT_EQ(line.options->workers, 2) << "an empty variable is not set";
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

TEST_F(ConfigFileTest, OfTheEnvironmentMustBeReadable) {
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

TEST_F(ConfigFileTest, AnEmptyVariableOverridesAnAddressOnly) {
  Write("metrics-address = \"127.0.0.1:1\"\ntoken-file = \"tokens\"\n");
  const ScopedVariable metrics("INTERPRES_METRICS_ADDRESS", "");
  const ScopedVariable tokens("INTERPRES_TOKEN_FILE", "");
  const CommandLine line = Parse({"--model", "m", "--config", path_.c_str()});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_EQ(line.options->metrics_address, "");
  EXPECT_EQ(line.options->token_file, "tokens")
      << "an empty variable must not disable authentication";
}

TEST_F(ConfigFileTest, TakesSwitchesAndEmptyAddresses) {
  Write("plaintext-tokens = true\nmetrics-address = \"\"\n");
  const CommandLine line = Parse({"--model", "m", "--config", path_.c_str()});
  ASSERT_TRUE(line.options.has_value()) << line.output;
  EXPECT_TRUE(line.options->plaintext_tokens);
  EXPECT_EQ(line.options->metrics_address, "");
}

struct BadFile {
  const char* contents;
  const char* message;  // after "FILE"
};

TEST_F(ConfigFileTest, ErrorsNameFileAndLine) {
  for (const BadFile& row : {
           BadFile{"model = \"m\"\n\nqueue-job = 12\n",
                   ":3: key \"queue-job\" is unknown; expected the name of an "
                   "option; did you mean \"queue-jobs\"?"},
           BadFile{"workerz\n",
                   ":1: key \"workerz\" is unknown; expected the name of an "
                   "option; did you mean \"workers\"?"},
           BadFile{"# workerz = 1\n\"workerz\" = 1\n",
                   ":2: key \"workerz\" is unknown"},
           BadFile{"no-such-key = 1\n",
                   ":1: key \"no-such-key\" is unknown; expected the name of "
                   "an option; list the options with --help"},
           BadFile{"\nconfig = \"other.toml\"\n",
                   ":2: key \"config\" is unknown"},
           BadFile{"help = true\n", ":1: key \"help\" is unknown"},
           BadFile{"slots = 8\n[server]\nslots = 8\n",
                   ":2: section \"server\" is unknown; expected keys without "
                   "sections"},
           BadFile{"server.slots = 8\n", ":1: section \"server\" is unknown"},
           BadFile{"slots = 8\nworkers = many\n",
                   ":2: --workers is \"many\"; expected an integer from 0 to "
                   "1024"},
           BadFile{"slots = [1, 2]\n",
                   ":1: --slots has 2 values; expected one value"},
           BadFile{"slots = []\n",
                   ":1: --slots has 0 values; expected one value"},
           BadFile{"address = \"localhost\"\n",
                   ":1: --address is \"localhost\"; expected host:port"},
           BadFile{"log-format = xml\n",
                   ":1: --log-format is \"xml\"; expected one of text, json"},
           BadFile{"plaintext-tokens = maybe\n",
                   ":1: --plaintext-tokens is \"maybe\"; expected true or "
                   "false"},
           BadFile{"slots = 1\nrows = 2\nslots = 3\n",
                   ":3: key \"slots\" is set again"},
       }) {
    Write(row.contents);
    const CommandLine line = Parse({"--model", "m", "--config", path_.c_str()});
    EXPECT_EQ(line.exit_code, 2) << row.contents;
    EXPECT_THAT(line.output, StartsWith(path_ + row.message)) << row.contents;
  }
}

TEST_F(ConfigFileTest, MustBeReadable) {
  const std::string directory = temporary_.path();
  for (const std::string& path : {std::string("/nowhere.toml"), directory}) {
    const CommandLine line = Parse({"--model", "m", "--config", path.c_str()});
    EXPECT_EQ(line.exit_code, 2);
    EXPECT_THAT(line.output, StartsWith("--config is \"" + path +
                                        "\"; expected a file that can be "
                                        "read"));
  }
}

}  // namespace
}  // namespace interpres
