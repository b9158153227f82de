// interpres-server: serves its models until SIGTERM or SIGINT. SIGHUP reads the
// token and TLS files again and looks for changed models.
//
// Exit codes: 0 after a complete drain or if the server stopped before its
// models were loaded, 1 for a failure, 2 for a wrong command line.

#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
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
#include "server/grpc_log.h"
#include "server/server_app.h"
#include "server/server_options.h"
#include "server/unknown_variables.h"

namespace interpres {
namespace {

// The loading thread sends this signal to the thread that waits for signals.
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

// Reloads at each SIGHUP. Returns at the first signal to stop.
void ServeUntilStopped(ServerApp& app) {
  const sigset_t signals = Signals({SIGTERM, SIGINT, SIGHUP});
  while (AwaitSignal(signals) == SIGHUP) {
    app.RequestReload(LogReload);
  }
}

// Loads on another thread. A signal to stop ends the process immediately,
// because the server has accepted no request yet.
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

// Raises the limit of file descriptors to what the system permits, because each
// connection needs one and many systems begin with 1,024. Some connections wait
// if this fails.
void RaiseFileLimit() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
}

// Lets every large block of memory come directly from the system and return to
// it. Otherwise the C library takes such blocks from its heaps once one was
// freed. A heap does not shrink, and calloc writes zeros to all pages of a
// block from it, also to pages that the engines of a model never use.
void MapLargeBlocks() {
  constexpr int kSmallestMapped = 1 << 20;
  // NOLINTNEXTLINE(concurrency-mt-unsafe): runs before the other threads load.
  mallopt(M_MMAP_THRESHOLD, kSmallestMapped);
}

int Run(const ServerOptions& options) {
  // Created first: it must outlive the gRPC servers.
  const GrpcLog grpc_log;
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
  // A second signal ends the process immediately.
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
  // Block the signals before the first thread, which is the logger's, because
  // every thread inherits the mask. The signals then wait for sigwait.
  const sigset_t signals = Signals({SIGTERM, SIGINT, SIGHUP, kLoaded});
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  // Writing to a closed pipe or connection returns an error instead.
  signal(SIGPIPE, SIG_IGN);
  // ParseCommandLine has checked both names.
  InitLogging(*ParseLogLevel(command_line.options->log_level),
              *ParseLogFormat(command_line.options->log_format));
  RaiseFileLimit();
  MapLargeBlocks();
  WarnOfUnknownVariables(command_line.unknown_variables);
  const int exit_code = Run(*command_line.options);
  ShutdownLogging();
  return exit_code;
}

}  // namespace
}  // namespace interpres

int main(int argc, char** argv) { return interpres::Main(argc, argv); }
