// The program itself: exit codes, log lines, SIGTERM.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "model/engine/translation_model.h"
#include "tests/integration/server_fixture.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::StartsWith;

// A run of interpres-server whose standard error the test reads.
class Process {
 public:
  // The program finds `pending`, if that is a signal, when it first waits for
  // one.
  explicit Process(std::vector<std::string> flags, int pending = 0) {
    int pipe_ends[2];
    EXPECT_EQ(pipe(pipe_ends), 0);
    const char* build = getenv("INTERPRES_BINARY_DIR");
    flags.insert(flags.begin(), std::string(build != nullptr ? build : ".") +
                                    "/bin/interpres-server");
    std::vector<char*> arguments;
    for (std::string& flag : flags) {
      arguments.push_back(flag.data());
    }
    arguments.push_back(nullptr);
    pid_ = fork();
    if (pid_ == 0) {
      dup2(pipe_ends[1], STDERR_FILENO);
      dup2(pipe_ends[1], STDOUT_FILENO);
      close(pipe_ends[0]);
      close(pipe_ends[1]);
      if (pending != 0) {
        sigset_t signals;
        sigemptyset(&signals);
        sigaddset(&signals, pending);
        sigprocmask(SIG_BLOCK, &signals, nullptr);
        raise(pending);
      }
      execv(arguments[0], arguments.data());
      _exit(127);
    }
    close(pipe_ends[1]);
    output_ = pipe_ends[0];
  }
  ~Process() {
    if (pid_ > 0) {
      Signal(SIGKILL);
      Await();
    }
    close(output_);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Reads up to a line that contains `words`, or to the end; all so far.
  const std::string& ReadUntil(const std::string& words) {
    size_t at = 0;
    while ((at = text_.find(words)) == std::string::npos ||
           text_.find('\n', at) == std::string::npos) {
      char buffer[512];
      const ssize_t count = read(output_, buffer, sizeof(buffer));
      if (count <= 0) {
        break;
      }
      text_.append(buffer, count);
    }
    return text_;
  }

  void Signal(int signal) const { kill(pid_, signal); }

  // The exit code, or minus the signal that ended it.
  int Await() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

 private:
  pid_t pid_ = 0;
  int output_ = -1;
  std::string text_;
};

class ServerProcessTest : public ::testing::Test {
 protected:
  void SetUp() override {
    TinyModelOptions tiny;
    tiny.max_positions = kTestPositions;
    ASSERT_TRUE(WriteTinyModel(model_, tiny).ok());
  }
  std::vector<std::string> Flags() const {
    return {"--model",           model_.string(), "--address", "127.0.0.1:0",
            "--metrics-address", "127.0.0.1:0",   "--workers", "1"};
  }
  // The port of the line that says so.
  static std::string PortIn(const std::string& log, const std::string& event) {
    const size_t line = log.find(event);
    const size_t port = log.find("port=", line) + 5;
    return log.substr(port, log.find_first_of(" \n", port) - port);
  }

  TempDir directory_;
  std::filesystem::path model_ = directory_.path() / "tiny";
};

TEST_F(ServerProcessTest, LogsWhoseRequestItAnswered) {
  std::vector<std::string> flags = Flags();
  flags.insert(flags.end(), {"--log-level", "debug"});
  Process server(flags);
  const std::string log = server.ReadUntil("server ready");
  const auto stub = v1::TranslationService::NewStub(
      grpc::CreateChannel("127.0.0.1:" + PortIn(log, "server listening"),
                          grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  context.AddMetadata("x-request-id", "order-66");
  context.AddMetadata(
      "traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
  v1::TranslateRequest request;
  request.add_texts("the secret cat");
  request.set_target_language("es");
  v1::TranslateResponse response;
  ASSERT_TRUE(stub->Translate(&context, request, &response).ok());
  const auto& trailer = context.GetServerTrailingMetadata();
  const auto id = trailer.find("interpres-request-id");
  ASSERT_NE(id, trailer.end());
  EXPECT_EQ(id->second, "order-66");
  const std::string all = server.ReadUntil("order-66");
  const std::string line = all.substr(all.find("request method="));
  EXPECT_THAT(line, HasSubstr("method=Translate code=OK texts=1 seconds="));
  EXPECT_THAT(line, HasSubstr("request_id=order-66 "
                              "trace_id=4bf92f3577b34da6a3ce929d0e0e4736 "
                              "parent_span_id=00f067aa0ba902b7"));
  EXPECT_THAT(line, Not(HasSubstr("secret")));
}

TEST_F(ServerProcessTest, ServesUntilSigtermAndFinishesWhatItAccepted) {
  Process server(Flags());
  const std::string log = server.ReadUntil("server ready");
  ASSERT_THAT(log, HasSubstr("server ready"));
  EXPECT_THAT(log, HasSubstr(TranslationModel::IsBatchInvariant()
                                 ? "batch_invariant=yes"
                                 : "batch_invariant=no"));
  const auto channel =
      grpc::CreateChannel("127.0.0.1:" + PortIn(log, "server listening"),
                          grpc::InsecureChannelCredentials());
  const auto stub = v1::TranslationService::NewStub(channel);
  const int metrics_port = std::stoi(PortIn(log, "metrics listening"));

  v1::TranslateRequest request;
  for (int i = 0; i < 40; ++i) {
    request.add_texts("the secret cat sees the dog");
  }
  request.set_target_language("es");
  PendingCall call(*stub, request);
  // Until the call has arrived, or is already answered.
  std::string page;
  while (page.find("interpres_calls_in_flight 1\n") == std::string::npos &&
         page.find(R"({code="OK",method="Translate"} 1)") ==
             std::string::npos) {
    page = ScrapeMetrics(metrics_port);
  }
  server.Signal(SIGTERM);
  ASSERT_TRUE(call.Await().ok());
  EXPECT_EQ(call.response().results_size(), 40);
  EXPECT_EQ(server.Await(), 0);
  const std::string all = server.ReadUntil("stopped");
  EXPECT_THAT(all, HasSubstr("draining"));
  EXPECT_THAT(all, HasSubstr("stopped"));
  EXPECT_THAT(all, ::testing::Not(HasSubstr("secret")));
}

TEST_F(ServerProcessTest, StopsOnSigintToo) {
  Process server(Flags());
  ASSERT_THAT(server.ReadUntil("server ready"), HasSubstr("server ready"));
  server.Signal(SIGINT);
  EXPECT_EQ(server.Await(), 0) << server.ReadUntil("no such line");
}

TEST_F(ServerProcessTest, StopsWhileItsModelsLoad) {
  Process server(Flags(), SIGTERM);
  EXPECT_THAT(server.ReadUntil("no such line"),
              AllOf(HasSubstr("stopped before the models were loaded"),
                    Not(HasSubstr("server ready"))));
  EXPECT_EQ(server.Await(), 0);
}

TEST_F(ServerProcessTest, SighupReadsTheTokensAgainOrSaysWhyNot) {
  std::vector<std::string> flags = Flags();
  flags.insert(flags.end(), {"--token-file",
                             directory_.Write("tokens", "0123456789abcdef")});
  Process server(flags);
  ASSERT_THAT(server.ReadUntil("server ready"), HasSubstr("tokens=yes"));
  server.Signal(SIGHUP);
  EXPECT_THAT(server.ReadUntil("reloaded"), HasSubstr("reloaded"));
  directory_.Write("tokens", "short");
  server.Signal(SIGHUP);
  const std::string log = server.ReadUntil("not everything was reloaded");
  EXPECT_THAT(log, HasSubstr("tokens:1: a token of 5 characters"));
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Await(), 0);
}

TEST_F(ServerProcessTest, AWrongFlagIsAUsageError) {
  Process server({"--model", "m", "--no-such-flag"});
  EXPECT_THAT(server.ReadUntil("\n"), HasSubstr("--no-such-flag"));
  EXPECT_EQ(server.Await(), 2);
}

TEST_F(ServerProcessTest, AMissingModelIsAFailure) {
  std::vector<std::string> flags = Flags();
  flags[1] = "/nowhere/at/all";
  Process server(flags);
  EXPECT_THAT(server.ReadUntil("/nowhere/at/all"),
              HasSubstr("/nowhere/at/all"));
  EXPECT_EQ(server.Await(), 1);
}

TEST_F(ServerProcessTest, AMalformedAddressIsAUsageError) {
  for (const char* flag : {"--address", "--metrics-address"}) {
    Process server({"--model", "m", flag, "127.0.0.1:99999"});
    EXPECT_THAT(server.ReadUntil("\n"),
                StartsWith(std::string(flag) + " is \"127.0.0.1:99999\""));
    EXPECT_EQ(server.Await(), 2);
  }
}

TEST_F(ServerProcessTest, SaysWhyItCannotListen) {
  Process first(Flags());
  const std::string log = first.ReadUntil("server ready");
  const struct {
    const char* event;  // that names the port of the first server
    std::string address;
    const char* reason;
  } rows[] = {
      {"server listening", "", "no other program listens on"},
      {"metrics listening", "", "no other program listens on"},
      // Reserved by RFC 5737 and RFC 6761: no machine has them.
      {"", "203.0.113.1:0", "expected an IP address of this machine"},
      {"", "nowhere.invalid:1", "expected a host name that resolves"},
  };
  for (const auto& row : rows) {
    const std::string address = row.address.empty()
                                    ? "127.0.0.1:" + PortIn(log, row.event)
                                    : row.address;
    for (const size_t flag : {2, 4}) {  // --address, --metrics-address
      std::vector<std::string> flags = Flags();
      flags[flag + 1] = address;
      Process server(flags);
      EXPECT_THAT(server.ReadUntil("no such line"),
                  AllOf(HasSubstr(flags[flag] + " is \\\"" + address),
                        HasSubstr(row.reason)));
      EXPECT_EQ(server.Await(), 1);
    }
  }
}

TEST_F(ServerProcessTest, EveryLineIsJsonIfAskedFor) {
  Process first(Flags());
  const std::string log = first.ReadUntil("server ready");
  std::vector<std::string> flags = Flags();
  flags[3] = "127.0.0.1:" + PortIn(log, "server listening");
  flags.insert(flags.end(), {"--log-format", "json"});
  Process server(flags);
  std::istringstream lines(server.ReadUntil("no such line"));
  std::set<std::string> messages;
  for (std::string line; std::getline(lines, line);) {
    const auto json = nlohmann::json::parse(line, nullptr, false);
    ASSERT_TRUE(json.is_object()) << line;
    messages.insert(json.value("message", ""));
    if (json.value("message", "") == "grpc") {
      EXPECT_EQ(json.value("level", ""), "error");
      EXPECT_THAT(json.value("detail", ""), HasSubstr("No address added"));
    }
  }
  EXPECT_THAT(messages, IsSupersetOf({"grpc", "the server cannot start"}));
  EXPECT_EQ(server.Await(), 1);
}

TEST_F(ServerProcessTest, WarnsOfAnUnknownEnvironmentVariable) {
  setenv("INTERPRES_WORKRES", "3", 1);
  Process server(Flags());
  unsetenv("INTERPRES_WORKRES");
  EXPECT_THAT(server.ReadUntil("server ready"),
              HasSubstr("warning environment variable is unknown and has no "
                        "effect variable=INTERPRES_WORKRES "
                        "did_you_mean=INTERPRES_WORKERS\n"));
}

TEST_F(ServerProcessTest, HasNoMetricsIfTheVariableIsEmpty) {
  setenv("INTERPRES_METRICS_ADDRESS", "", 1);
  std::vector<std::string> flags = Flags();
  flags.erase(flags.begin() + 4, flags.begin() + 6);
  Process server(flags);
  unsetenv("INTERPRES_METRICS_ADDRESS");
  EXPECT_THAT(server.ReadUntil("server ready"),
              AllOf(HasSubstr("server ready"), Not(HasSubstr("metrics"))));
}

}  // namespace
}  // namespace interpres
