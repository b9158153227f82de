#include "model/trainer/train_command.h"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <exception>
#include <map>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "model/base/cpu_count.h"
#include "model/base/status.h"
#include "model/trainer/exception_text.h"
#include "model/trainer/train_flags.h"
#include "model/training/process_group.h"
#include "model/training/training_run.h"

namespace interpres {
namespace {

// Set by the handler of signals, read between updates.
std::atomic<bool> stop_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free);

constexpr int kFailed = 1;
// The run was stopped by a signal after it saved its state. Restart it with
// --resume.
constexpr int kStopped = 3;

// Time of the first Ctrl-C, in ms of the monotonic clock. 0 means no Ctrl-C
// yet.
std::atomic<int64_t> interrupted_at = 0;
static_assert(std::atomic<int64_t>::is_always_lock_free);

// Requests a stop. A second Ctrl-C ends the process immediately, because
// building a vocabulary may take minutes without checking for a stop. An
// immediate end does not damage any file. Signals within kOneMoment count as
// one request: `timeout -s INT`, or a terminal shared with mpirun, sends two.
void RequestStop(int signal) {
  constexpr int64_t kOneMoment = 200;  // ms; no hand is faster
  stop_requested = true;
  if (signal != SIGINT) {
    return;
  }
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const int64_t at = int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
  int64_t first = 0;
  if (!interrupted_at.compare_exchange_strong(first, at) &&
      at - first >= kOneMoment) {
    std::signal(SIGINT, SIG_DFL);
    std::raise(SIGINT);
  }
}

// Every flag with its value, given or default.
std::map<std::string, std::string> FlagValues(const CLI::App& command) {
  std::map<std::string, std::string> values;
  for (const CLI::Option* option : command.get_options()) {
    const std::string value = option->count() > 0
                                  ? CLI::detail::join(option->results(), " ")
                                  : option->get_default_str();
    if (!value.empty()) {
      values[option->get_name()] = value;
    }
  }
  return values;
}

// Whether two values of a flag are the same text or the same number.
bool IsSameValue(const std::string& a, const std::string& b) {
  double number = 0.0;
  double other = 0.0;
  return a == b || (absl::SimpleAtod(a, &number) &&
                    absl::SimpleAtod(b, &other) && number == other);
}

// The defaults of the flags that the command line or a configuration file gives
// another value.
std::map<std::string, std::string> ChangedDefaults(const CLI::App& command) {
  std::map<std::string, std::string> defaults;
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() > 0 &&
        !IsSameValue(CLI::detail::join(option->results(), " "),
                     option->get_default_str())) {
      defaults[option->get_name()] = option->get_default_str();
    }
  }
  return defaults;
}

absl::StatusOr<StopReason> RunInGroup(const TrainFlags& flags,
                                      const ProcessGroup& group) {
  const absl::StatusOr<TrainingRunOptions> options = ToOptions(flags);
  INTERPRES_RETURN_IF_ERROR(group.FirstError(options.status()));
  // SIGUSR1 is what mpirun passes on and batch systems send before their limit.
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1}) {
    std::signal(signal, RequestStop);
  }
  // A terminal that is gone, unless nohup said to go on.
  if (std::signal(SIGHUP, RequestStop) == SIG_IGN) {
    std::signal(SIGHUP, SIG_IGN);
  }
  // Ctrl-C also ends a `tee` behind the run. The run saves its state all the
  // same.
  std::signal(SIGPIPE, SIG_IGN);
  const auto say = [](const std::string& line) {
    std::fprintf(stderr, "%s\n", line.c_str());
  };
  return RunTraining(*options, stop_requested, say, group);
}

int Fail(const absl::Status& status) {
  std::fprintf(stderr, "interpres-train train: %s\n",
               std::string(status.message()).c_str());
  return kFailed;
}

// The exit code. The leader alone tells the error.
int RunTrain(const TrainFlags& flags) {
  const absl::StatusOr<ProcessGroupMember> member = ProcessGroupMember::Join();
  if (!member.ok()) {
    return Fail(member.status());
  }
  const ProcessGroup& group = member->group();
  try {
    const absl::StatusOr<StopReason> reason = RunInGroup(flags, group);
    if (!reason.ok()) {
      return group.leads() ? Fail(reason.status()) : kFailed;
    }
    return *reason == StopReason::kSignal ? kStopped : 0;
  } catch (const std::exception& error) {
    // The others would wait for this process for ever.
    group.EndAll(ExceptionText(error));
    throw;
  }
}

}  // namespace

void AddTrainCommand(CLI::App& app, int& exit_code) {
  const auto flags = std::make_shared<TrainFlags>();
  flags->run.trainer.threads = AvailableCpus();
  CLI::App* command =
      app.add_subcommand("train", "Train a model on a parallel corpus");
  command->fallthrough();
  AddTrainFlags(*command, *flags);
  command->callback([flags, command, &exit_code] {
    flags->run.settings = FlagValues(*command);
    flags->run.changed_defaults = ChangedDefaults(*command);
    exit_code = RunTrain(*flags);
  });
}

}  // namespace interpres
