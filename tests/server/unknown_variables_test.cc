#include "server/unknown_variables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::vector<std::string>& Server() {
  static const std::vector<std::string> names = {
      "INTERPRES_WORKERS", "INTERPRES_ROWS", "INTERPRES_ADDRESS",
      "INTERPRES_CONFIG"};
  return names;
}

std::vector<UnknownVariable> Find(const std::vector<std::string>& names) {
  return FindUnknownVariables(names, Server());
}

TEST(UnknownVariablesTest, NamesTheNearestVariable) {
  EXPECT_THAT(
      Find({"INTERPRES_WORKRES", "INTERPRES_ADRESS", "INTERPRES_WORKERS"}),
      ElementsAre(UnknownVariable{"INTERPRES_WORKRES", "INTERPRES_WORKERS"},
                  UnknownVariable{"INTERPRES_ADRESS", "INTERPRES_ADDRESS"}));
}

TEST(UnknownVariablesTest, SuggestsNothingForAnotherWord) {
  EXPECT_THAT(Find({"INTERPRES_FOO", "INTERPRES_"}),
              ElementsAre(UnknownVariable{"INTERPRES_FOO", ""},
                          UnknownVariable{"INTERPRES_", ""}));
}

TEST(UnknownVariablesTest, IgnoresOtherPrograms) {
  EXPECT_THAT(Find({"PATH", "interpres_workres", "MY_INTERPRES_WORKRES",
                    "INTERPRES_SERVER", "INTERPRES_TOKEN", "INTERPRES_DATA",
                    "INTERPRES_TIDY_BASE"}),
              IsEmpty());
}

TEST(UnknownVariablesTest, IgnoresTheVariablesOfKubernetesServices) {
  EXPECT_THAT(
      Find({"INTERPRES_SERVICE_HOST", "INTERPRES_SERVICE_PORT",
            "INTERPRES_SERVICE_PORT_GRPC", "INTERPRES_PORT",
            "INTERPRES_PORT_50051_TCP", "INTERPRES_PORT_50051_TCP_PROTO",
            "INTERPRES_PORT_50051_TCP_PORT", "INTERPRES_PORT_50051_TCP_ADDR",
            "INTERPRES_PROXY_SERVICE_HOST", "INTERPRES_PROXY_PORT",
            "INTERPRES_PROXY_PORT_9464_TCP_ADDR"}),
      IsEmpty());
  EXPECT_THAT(Find({"INTERPRES_PORTS", "INTERPRES_PORT_TCP"}),
              ElementsAre(UnknownVariable{"INTERPRES_PORTS", ""},
                          UnknownVariable{"INTERPRES_PORT_TCP", ""}));
}

// Returns the variables that the files with the extension below the directory
// of the repository read, as the regular expression finds them.
std::set<std::string> VariablesRead(const std::string& directory,
                                    const std::string& extension,
                                    const std::regex& read) {
  const char* source = std::getenv("INTERPRES_SOURCE_DIR");
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           std::string(source != nullptr ? source : ".") + "/" + directory)) {
    if (entry.path().extension() != extension) {
      continue;
    }
    std::ifstream stream(entry.path());
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    for (std::sregex_iterator match(text.begin(), text.end(), read), end;
         match != end; ++match) {
      names.insert((*match)[1]);
    }
  }
  return names;
}

std::vector<UnknownVariable> FindAll(const std::set<std::string>& names) {
  return Find({names.begin(), names.end()});
}

TEST(UnknownVariablesTest, KnowsEveryVariableOfTheClient) {
  const std::set<std::string> names = VariablesRead(
      "client", ".cc",
      std::regex(R"re((?:envname|getenv)\(\s*"(INTERPRES_\w+)")re"));
  EXPECT_GT(names.size(), 8U);
  EXPECT_THAT(FindAll(names), IsEmpty());
}

TEST(UnknownVariablesTest, KnowsEveryVariableOfTheTestScripts) {
  const std::set<std::string> shell = VariablesRead(
      "tests", ".sh", std::regex(R"re(\$\{?(INTERPRES_[A-Z0-9_]+))re"));
  const std::set<std::string> python = VariablesRead(
      "tests", ".py",
      std::regex(R"re(environ(?:\.get\(|\[)\s*"(INTERPRES_\w+)")re"));
  EXPECT_GT(shell.size() + python.size(), 8U);
  EXPECT_THAT(FindAll(shell), IsEmpty());
  EXPECT_THAT(FindAll(python), IsEmpty());
}

}  // namespace
}  // namespace interpres
