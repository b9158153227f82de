// Runs the command line of `interpres` on strings.

#ifndef INTERPRES_TESTS_CLIENT_CLI_FIXTURE_H_
#define INTERPRES_TESTS_CLIENT_CLI_FIXTURE_H_

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "client/cli.h"
#include "tests/testing/fake_translation_service.h"
#include "tests/testing/temp_dir.h"

namespace interpres {

struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
};

inline std::string Content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

class CliTest : public ::testing::Test {
 protected:
  Outcome Run(std::vector<std::string> arguments, const std::string& input) {
    std::istringstream in(input);
    std::ostringstream out;
    std::ostringstream err;
    const ExitCode code = RunCli(std::move(arguments),
                                 {.in = in,
                                  .out = out,
                                  .err = err,
                                  .err_is_terminal = err_is_terminal_,
                                  .sleep = [](std::chrono::milliseconds) {}});
    return {.code = static_cast<int>(code), .out = out.str(), .err = err.str()};
  }

  // `interpres translate --server <address> <arguments>`.
  Outcome Translate(const testing::FakeTranslationService& server,
                    std::vector<std::string> arguments,
                    const std::string& input = "") {
    arguments.insert(arguments.begin(),
                     {"translate", "--server", server.address()});
    return Run(std::move(arguments), input);
  }

  const TempDir temp_dir_;
  const std::string directory_ = temp_dir_.path().string();
  bool err_is_terminal_ = false;
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_CLIENT_CLI_FIXTURE_H_
