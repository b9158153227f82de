#include "model/training/training_run.h"

#include <chrono>
#include <fstream>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/checkpoint/model_directory.h"
#include "model/checkpoint/model_directory_writer.h"
#include "model/engine/directions.h"
#include "model/training/averaging.h"
#include "model/training/checkpoint_export.h"
#include "model/training/directory_lock.h"
#include "model/training/run_checkpoints.h"
#include "model/training/run_model.h"
#include "model/training/run_settings.h"
#include "model/training/run_vocabulary.h"
#include "model/training/training_input.h"
#include "model/training/training_log.h"
#include "model/training/training_report.h"
#include "model/training/training_state.h"
#include "model/training/vocabulary_store.h"

namespace interpres {
namespace {

using Say = std::function<void(const std::string&)>;

constexpr char kLogFile[] = "log.jsonl";
constexpr char kReportFile[] = "report.html";

double SteadySeconds() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// Rewrites the report. Reports an error through `say` and continues, because a
// failed report must not stop the training.
void RefreshReport(const std::filesystem::path& state_directory,
                   const Say& say) {
  const absl::Status status = WriteTrainingReport(
      state_directory / kLogFile, state_directory / kReportFile);
  if (!status.ok()) {
    say(absl::StrFormat("the report was not written: %s",
                        std::string(status.message())));
  }
}

// Opens the log at its end. A line that a kill cut short gets its end, so that
// it does not spoil the next one.
absl::Status OpenLog(const std::filesystem::path& path, std::ofstream& log) {
  bool torn = false;
  if (std::ifstream old(path, std::ios::binary | std::ios::ate);
      old && old.tellg() > 0) {
    old.seekg(-1, std::ios::end);
    torn = old.get() != '\n';
  }
  log.open(path, std::ios::app);
  if (torn) {
    log << '\n';
  }
  return log ? absl::OkStatus()
             : absl::UnavailableError(absl::StrFormat(
                   "%s: cannot be opened for writing", path.string()));
}

// The log, and the network and the vocabulary for a run that is resumed.
absl::Status OpenFiles(const RunContext& run, std::ofstream& log) {
  INTERPRES_RETURN_IF_ERROR(
      OpenLog(run.options.trainer.state_directory / kLogFile, log));
  INTERPRES_RETURN_IF_ERROR(StoreModel(run.options, run.options.model));
  return WriteVocabulary(VocabularyPath(run.options), run.prepared.vocabulary);
}

// Whether the run of the state directory has saved, or begun to.
bool HasSnapshot(const TrainingRunOptions& options) {
  return !SnapshotStore(options.trainer.state_directory, {}).Updates().empty();
}

std::string DescribeCheckpoint(const TrainingRunOptions& options) {
  std::error_code error;
  if (std::filesystem::is_empty(options.output, error) || error) {
    return "no checkpoint yet";
  }
  return HasSnapshot(options) ? "the checkpoint of the last save"
                              : "the checkpoint of an earlier run";
}

// A checkpoint that no state belongs to was written by a run that is over.
absl::Status CheckNothingIsLost(const TrainingRunOptions& options) {
  std::error_code error;
  const bool empty = std::filesystem::is_empty(options.output, error);
  const StartMode start = options.trainer.start;
  // A kill can interrupt the first save, whose snapshot comes first.
  const bool begun = start == StartMode::kResume && HasSnapshot(options) &&
                     std::filesystem::exists(VocabularyPath(options));
  if (error || empty || start == StartMode::kFresh || begun ||
      std::filesystem::exists(TrainingStatePath(options.trainer))) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(absl::StrFormat(
      "%s: holds a checkpoint, and %s holds no state of its run to continue; "
      "choose another --output (--init begins with its weights), or replace "
      "it with --fresh",
      options.output.string(), options.trainer.state_directory.string()));
}

// A run that began with the weights in its own output could not tell them from
// the weights of its first save.
absl::Status CheckOtherWeights(const TrainingRunOptions& options) {
  std::error_code error;
  const bool resumes =
      options.trainer.start == StartMode::kResume &&
      std::filesystem::exists(TrainingStatePath(options.trainer));
  if (resumes || options.initial_checkpoint.empty() ||
      !std::filesystem::equivalent(options.initial_checkpoint, options.output,
                                   error)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s: --init and --output name the same directory; choose another "
      "--output",
      options.output.string()));
}

// Locks and prepares the directories. Takes the lock first, because another run
// may be using the files.
absl::Status TakeDirectories(const TrainingRunOptions& options,
                             std::optional<DirectoryLock>& lock) {
  INTERPRES_ASSIGN_OR_RETURN(
      DirectoryLock taken,
      DirectoryLock::Take(options.trainer.state_directory));
  lock.emplace(std::move(taken));
  INTERPRES_RETURN_IF_ERROR(CheckOtherWeights(options));
  INTERPRES_RETURN_IF_ERROR(CheckNoEarlierRun(options.trainer));
  INTERPRES_RETURN_IF_ERROR(PrepareExport(options.output));
  const std::filesystem::path candidate = CandidatePath(options);
  if (std::filesystem::weakly_canonical(options.output) ==
      std::filesystem::weakly_canonical(candidate)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: the run keeps its state beside it and uses that name itself; "
        "choose another --output",
        options.output.string()));
  }
  INTERPRES_RETURN_IF_ERROR(PrepareModelDirectory(candidate));
  // Removes a candidate that a killed run left, because replacing a directory
  // fails on some file systems.
  std::error_code error;
  std::filesystem::remove_all(candidate, error);
  return CheckNothingIsLost(options);
}

// Logs the end of the session and refreshes the report. If `reason` is an error
// and a state exists, adds the path of the state to the error message.
absl::StatusOr<StopReason> Conclude(const RunContext& run, int64_t update,
                                    const absl::StatusOr<StopReason>& reason) {
  const std::string message = reason.ok()
                                  ? std::string(StopReasonName(*reason))
                                  : std::string(reason.status().message());
  run.log(FormatSessionEnd(update, message));
  RefreshReport(run.options.trainer.state_directory, run.say);
  const std::filesystem::path state = TrainingStatePath(run.options.trainer);
  if (reason.ok() && *reason == StopReason::kSignal) {
    run.say(absl::StrFormat("%s has the run: --resume continues it; %s has %s",
                            state.string(), run.options.output.string(),
                            DescribeCheckpoint(run.options)));
  }
  if (reason.ok() || !std::filesystem::exists(state)) {
    return reason;
  }
  return absl::Status(
      reason.status().code(),
      absl::StrFormat("%s; %s has the run up to its last save: --resume "
                      "continues the run",
                      message, state.string()));
}

TrainerHooks HooksOf(const RunContext& run) {
  return {.save_model =
              [&run](std::span<const float> parameters,
                     const TrainingCounters& counters) {
                absl::Status saved = SaveModel(run, parameters, counters);
                RefreshReport(run.options.trainer.state_directory, run.say);
                return saved;
              },
          .say = run.say,
          .log = run.log,
          .now_seconds = SteadySeconds,
          .score_model =
              [&run](std::span<const float> parameters,
                     const TrainingCounters& counters) {
                return ScoreModel(run, parameters, counters);
              },
          .sample_model =
              [&run](std::span<const float> parameters,
                     const TrainingCounters& counters) {
                SampleModel(run, parameters, counters);
              }};
}

// The numbers of the run that no flag has, for the report.
std::map<std::string, std::string> FactsOf(const TrainingInput& prepared) {
  const ModelConfig& config = prepared.layout->config();
  int64_t examples = 0;
  for (const SampledPart& part : prepared.parts) {
    examples += part.examples;
  }
  int64_t dev_pairs = 0;
  for (const ParallelText& text : prepared.dev) {
    dev_pairs += std::ssize(text.lines);
  }
  return {{"parameters", absl::StrFormat("%d", CountParameters(config))},
          {"network",
           absl::StrFormat("%d wide, %d+%d layers, feed-forward %d, %d heads",
                           config.d_model, config.encoder_layers,
                           config.decoder_layers, config.encoder_ffn_dim,
                           config.encoder_attention_heads)},
          {"vocabulary", absl::StrFormat("%d entries", config.vocab_size)},
          {"training pairs", absl::StrFormat("%d", prepared.train_pairs)},
          {"training examples", absl::StrFormat("%d", examples)},
          {"dev pairs", absl::StrFormat("%d", dev_pairs)}};
}

// Sets the fields of the trainer's options that describe the texts.
void DescribeTexts(TrainingRunOptions& options) {
  TrainerOptions& trainer = options.trainer;
  trainer.subword_max_tokens = options.encoding.max_tokens;
  trainer.noise = DescribeNoise(options.noise);
  if (options.noise.any()) {
    absl::StrAppendFormat(&trainer.noise, ", at most %d tokens",
                          options.encoding.max_tokens);
  }
  trainer.directions = DescribeDirections(
      DirectionsOf(options.train, options.encoding.bidirectional));
}

absl::Status CheckResumedSettings(const TrainerOptions& options) {
  return HasState(options) ? CheckStateSettings(TrainingStatePath(options),
                                                OptionSettings(options))
                           : absl::OkStatus();
}

absl::Status ValidateForGroup(const TrainingRunOptions& options,
                              const ProcessGroup& group) {
  INTERPRES_RETURN_IF_ERROR(ValidateTrainingRunOptions(options));
  return CheckShards(options.trainer, group.size());
}

}  // namespace

absl::StatusOr<StopReason> RunTraining(const TrainingRunOptions& given_options,
                                       const std::atomic<bool>& stop,
                                       const Say& leaders_say,
                                       const ProcessGroup& group) {
  const Say say = group.leads() ? leaders_say : [](const std::string&) {};
  TrainingRunOptions options = given_options;
  INTERPRES_ASSIGN_OR_RETURN(options.model, ObtainModel(given_options, group));
  INTERPRES_RETURN_IF_ERROR(group.FirstError(ValidateForGroup(options, group)));
  DescribeTexts(options);
  std::optional<DirectoryLock> lock;
  INTERPRES_RETURN_IF_ERROR(
      group.LeaderDoes([&] { return TakeDirectories(options, lock); }));
  // Before the texts are read, which can take minutes.
  INTERPRES_RETURN_IF_ERROR(
      group.LeaderDoes([&] { return CheckResumedSettings(options.trainer); }));
  INTERPRES_ASSIGN_OR_RETURN(TrainingInput prepared,
                             PrepareTraining(options, group, say));
  for (const std::string& warning :
       {WarnAboutMean(options.trainer),
        WarnAboutThreads(options.trainer, group.size())}) {
    if (!warning.empty()) {
      say(absl::StrFormat("warning: %s", warning));
    }
  }
  std::ofstream log;
  const Say write_log = [&](const std::string& line) {
    if (group.leads() && !(log << line << std::endl)) {
      say(absl::StrFormat(
          "%s: a line was not written; free space on the disk",
          (options.trainer.state_directory / kLogFile).string()));
      log.clear();
    }
  };
  const RunContext run{options, prepared, say, write_log};
  TrainerOptions trainer_options = options.trainer;
  trainer_options.batching.parts = prepared.parts;
  INTERPRES_ASSIGN_OR_RETURN(
      const std::unique_ptr<Trainer> trainer,
      Trainer::Create(trainer_options, *prepared.layout,
                      std::move(prepared.data), HooksOf(run), group));
  // After Create, which refuses to overwrite another run.
  INTERPRES_RETURN_IF_ERROR(
      group.LeaderDoes([&] { return OpenFiles(run, log); }));
  write_log(FormatSessionStart({.update = trainer->state().counters.update,
                                .settings = options.settings,
                                .defaults = options.changed_defaults,
                                .facts = FactsOf(prepared)}));
  for (const std::string& line : FormatSpellingEvents(
           trainer->state().counters.update, prepared.spelling)) {
    write_log(line);
  }
  const absl::StatusOr<StopReason> reason = trainer->Run(stop);
  return group.leads() ? Conclude(run, trainer->state().counters.update, reason)
                       : reason;
}

}  // namespace interpres
