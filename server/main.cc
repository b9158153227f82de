// interpres-server: serves its models until SIGTERM or SIGINT; SIGHUP reads the
// files of tokens and of TLS again and looks for changed models.
//
// Exit codes: 0 after a complete drain, or if there was nothing to drain yet, 1
// for a failure, 2 for a wrong command line.

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <future>
#include <initializer_list>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/base/logging.h"
#include "server/server_app.h"
#include "server/server_options.h"
#include "server/unknown_variables.h"

namespace interpres {
namespace {

// What the thread that loads tells the one that waits for signals.
constexpr int kLoaded = SIGUSR1;

int Fail(std::string_view event, const absl::Status& status) {
  Log(LogLevel::kError, event,
      {{"code", absl::StatusCodeToString(status.code())},
       {"error",
        std::string_view(status.message().data(), status.message().size())}});
  return 1;
}

sigset_t Signals(std::initializer_list<int> numbers) {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : numbers) {
    sigaddset(&signals, number);
  }
  return signals;
}

int AwaitSignal(const sigset_t& signals) {
  int signal = 0;
  sigwait(&signals, &signal);
  return signal;
}

void LogReload(const absl::Status& reloaded) {
  if (reloaded.ok()) {
    Log(LogLevel::kInfo, "reloaded");
  } else {
    Fail("not everything was reloaded", reloaded);
  }
}

// Returns at the first signal to stop; reloads at each SIGHUP.
void ServeUntilStopped(ServerApp& app) {
  const sigset_t signals = Signals({SIGTERM, SIGINT, SIGHUP});
  while (AwaitSignal(signals) == SIGHUP) {
    app.RequestReload(LogReload);
  }
}

// Loads on a thread of its own, so that a signal to stop need not wait for it:
// nothing was accepted yet, and the process ends at once.
absl::Status LoadUnlessStopped(ServerApp& app) {
  std::future<absl::Status> loaded = std::async(std::launch::async, [&app] {
    absl::Status status = app.Load();
    kill(getpid(), kLoaded);
    return status;
  });
  if (AwaitSignal(Signals({SIGTERM, SIGINT, kLoaded})) != kLoaded) {
    Log(LogLevel::kInfo, "stopped before the models were loaded");
    FlushLogging();
    _exit(0);
  }
  return loaded.get();
}

void WarnOfUnknownVariables(const std::vector<UnknownVariable>& variables) {
  for (const UnknownVariable& variable : variables) {
    Log(LogLevel::kWarning, "environment variable is unknown and has no effect",
        {{"variable", variable.name}, {"did_you_mean", variable.nearest}});
  }
}

int Run(const ServerOptions& options) {
  absl::StatusOr<std::unique_ptr<ServerApp>> app = ServerApp::Create(options);
  if (!app.ok()) {
    return Fail("the server cannot start", app.status());
  }
  const absl::Status loaded = LoadUnlessStopped(**app);
  if (!loaded.ok()) {
    return Fail("the models cannot be served", loaded);
  }
  (*app)->Open();
  ServeUntilStopped(**app);
  // A second signal ends the process at once.
  const sigset_t stop = Signals({SIGTERM, SIGINT});
  pthread_sigmask(SIG_UNBLOCK, &stop, nullptr);
  const absl::Status drained = (*app)->Drain();
  if (!drained.ok()) {
    return Fail("the drain was cut short", drained);
  }
  app->reset();
  Log(LogLevel::kInfo, "stopped");
  return 0;
}

int Main(int argc, const char* const* argv) {
  const CommandLine command_line = ParseCommandLine(argc, argv);
  if (!command_line.options.has_value()) {
    (command_line.exit_code == 0 ? std::cout : std::cerr)
        << command_line.output;
    return command_line.exit_code;
  }
  // Before the first thread, which is the logger's: every thread inherits the
  // mask, so that signals wait for sigwait.
  const sigset_t signals = Signals({SIGTERM, SIGINT, SIGHUP, kLoaded});
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  // A log or a connection that nobody reads any more is an error of its own.
  signal(SIGPIPE, SIG_IGN);
  // The flags accept no other names.
  InitLogging(*ParseLogLevel(command_line.options->log_level),
              *ParseLogFormat(command_line.options->log_format));
  WarnOfUnknownVariables(command_line.unknown_variables);
  const int exit_code = Run(*command_line.options);
  ShutdownLogging();
  return exit_code;
}

}  // namespace
}  // namespace interpres

int main(int argc, char** argv) { return interpres::Main(argc, argv); }
