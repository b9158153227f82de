// libFuzzer over what an operator hands to the server: the file of tokens (and
// the authorization that a caller sends), PEM files, the command line and the
// configuration file. The first byte picks one. tests/fuzz.sh builds and runs
// it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "server/security/bearer_tokens.h"
#include "server/security/pem_file.h"
#include "server/server_options.h"
#include "tests/testing/fuzz_parsers.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

const TempDir& Directory() {
  static const TempDir directory;
  return directory;
}

void RequireMessage(const absl::Status& status) {
  if (!status.ok() && status.message().size() < 10) {
    Report("an error without words: " + status.ToString());
  }
}

// The first line is what a caller sends; the file is all of it.
void FuzzTokens(const std::string& bytes) {
  const auto tokens = BearerTokens::Load(Directory().Write("tokens", bytes));
  if (!tokens.ok()) {
    RequireMessage(tokens.status());
    return;
  }
  const std::string first = bytes.substr(0, bytes.find('\n'));
  (void)(*tokens)->Check(first);
  (void)(*tokens)->Check("Bearer " + first);
  if ((*tokens)->Check("Bearer ").ok() || (*tokens)->Check("").ok()) {
    Report("an empty token is accepted");
  }
  if (!(*tokens)->Reload().ok()) {
    Report("tokens that were read cannot be read again");
  }
}

void FuzzPem(const std::string& bytes) {
  const PemFile file = {.path = "file.pem", .contents = bytes};
  const auto pair = CheckKeyPair(file, file);
  RequireMessage(pair.status());
  if (pair.ok() && pair->not_after.empty()) {
    Report("a certificate without an end");
  }
  RequireMessage(CheckAuthorities(file));
}

// Accepted options are within the limits that --help states.
void CheckOptions(const ServerOptions& options) {
  if (options.workers < 0 || options.slots < 0 || options.rows < 0 ||
      options.max_calls < 1 || options.max_attention_requests < 1 ||
      options.queue.max_jobs < 1 || options.max_message_bytes < 1024 ||
      options.request.max_texts < 1 || options.drain_timeout.count() < 0) {
    Report("an option beyond its limits is accepted");
  }
}

void FuzzArguments(const std::vector<std::string>& arguments) {
  std::vector<const char*> argv = {"interpres-server"};
  for (const std::string& argument : arguments) {
    argv.push_back(argument.c_str());
  }
  const CommandLine line =
      ParseCommandLine(static_cast<int>(argv.size()), argv.data());
  if (line.options.has_value()) {
    CheckOptions(*line.options);
  } else if (line.output.empty() ||
             (line.exit_code != 0 && line.exit_code != 2)) {
    Report("a command line is refused without words");
  }
}

// One argument a line; no other configuration file than one of ours.
void FuzzCommandLine(std::string_view bytes) {
  std::vector<std::string> arguments;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const std::string_view line = bytes.substr(0, end);
    if (line.find("--conf") == std::string_view::npos) {
      arguments.emplace_back(line.substr(0, line.find('\0')));
    }
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  FuzzArguments(arguments);
}

void FuzzConfiguration(const std::string& bytes) {
  // A file may name another one.
  if (bytes.find("config") == std::string::npos) {
    FuzzArguments(
        {"--model", "m", "--config", Directory().Write("server.toml", bytes)});
  }
}

}  // namespace
}  // namespace interpres

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  return interpres::FuzzOneOf(
      data, size,
      {interpres::FuzzTokens, interpres::FuzzPem, interpres::FuzzCommandLine,
       interpres::FuzzConfiguration});
}
