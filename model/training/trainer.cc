#include "model/training/trainer.h"

#include <algorithm>
#include <cmath>
#include <system_error>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/training/progress.h"
#include "model/training/run_settings.h"
#include "model/training/trainer_progress.h"

namespace interpres {
namespace {

// Gradients that are not finite this many times in a row will not recover.
constexpr int64_t kMaxSkippedInARow = 20;

absl::Status CheckRun(const TrainerOptions& options, const TrainingData& data,
                      int processes) {
  INTERPRES_RETURN_IF_ERROR(ValidateTrainerOptions(options));
  INTERPRES_RETURN_IF_ERROR(CheckShards(options, processes));
  if (data.dev.size() == 0 &&
      (options.average_best > 0 || options.patience > 0)) {
    return absl::InvalidArgumentError(
        "--average-best and --patience judge by a dev set: they need "
        "--dev-source and --dev-target");
  }
  if (data.train.size() == 0) {
    return absl::InvalidArgumentError("there is no training example");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::unique_ptr<Trainer>> Trainer::Create(
    const TrainerOptions& options, const ParameterLayout& layout,
    TrainingData data, TrainerHooks hooks, ProcessGroup group) {
  INTERPRES_RETURN_IF_ERROR(
      group.FirstError(CheckRun(options, data, group.size())));
  const std::vector<float> initial = std::exchange(data.initial_parameters, {});
  std::unique_ptr<Trainer> trainer(
      new Trainer(options, layout, std::move(data), std::move(hooks), group));
  INTERPRES_RETURN_IF_ERROR(
      CheckSameSettings(group, options, layout, trainer->data_.train));
  INTERPRES_RETURN_IF_ERROR(
      group.LeaderDoes([&] { return trainer->Start(initial); }));
  ShareState(group, trainer->state_);
  trainer->validation_.BeginSession(trainer->state_.counters.update);
  return trainer;
}

Trainer::Trainer(const TrainerOptions& options, const ParameterLayout& layout,
                 TrainingData data, TrainerHooks hooks, ProcessGroup group)
    : options_(options),
      layout_(layout),
      data_(std::move(data)),
      hooks_(std::move(hooks)),
      group_(group),
      snapshots_(options.state_directory,
                 {.keep = options.average_best > 0 ? options.average_best
                                                   : options.average_last,
                  .best = options.average_best > 0}),
      shards_(layout, options.shards / group.size(), options.threads,
              options.compute_type),
      clock_(hooks_.now_seconds),
      validation_(options_, hooks_, shards_, clock_,
                  MakeDevBatches(data_, options_)) {}

absl::Status Trainer::Start(std::span<const float> initial) {
  const std::filesystem::path& directory = options_.state_directory;
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) {
    return absl::UnavailableError(
        absl::StrFormat("%s: creating the directory failed: %s",
                        directory.string(), error.message()));
  }
  INTERPRES_RETURN_IF_ERROR(CheckNoEarlierRun(options_));
  if (!HasState(options_)) {
    return StartAnew(initial);
  }
  const std::filesystem::path file = TrainingStatePath(options_);
  INTERPRES_ASSIGN_OR_RETURN(
      state_,
      ReadTrainingState(file, RunSettings(options_, layout_, data_.train),
                        layout_.size()));
  if (options_.ema > 0.0 && state_.moving_average.size() == 0) {
    return absl::DataLossError(absl::StrFormat(
        "%s: holds no moving average, which --ema needs", file.string()));
  }
  hooks_.say(absl::StrFormat("resuming after update %d (epoch %d)",
                             state_.counters.update,
                             state_.counters.epoch + 1));
  return snapshots_.RemoveAfter(state_.counters.update);
}

absl::Status Trainer::StartAnew(std::span<const float> initial) {
  std::error_code error;
  const std::filesystem::path file = TrainingStatePath(options_);
  std::filesystem::remove(file, error);
  if (error) {
    // Without its snapshots, --resume would continue from an old state.
    return absl::UnavailableError(
        absl::StrFormat("%s: the state of an earlier run cannot be deleted: %s",
                        file.string(), error.message()));
  }
  INTERPRES_RETURN_IF_ERROR(snapshots_.RemoveAfter(-1));
  state_.parameters = AlignedBuffer<float>(layout_.size());
  state_.first_moments = AlignedBuffer<float>(layout_.size());
  state_.second_moments = AlignedBuffer<float>(layout_.size());
  if (initial.empty()) {
    InitializeParameters(layout_, options_.seed, state_.parameters.span());
  } else {
    std::ranges::copy(initial, state_.parameters.span().begin());
  }
  if (options_.ema > 0.0) {
    state_.moving_average = AlignedBuffer<float>(layout_.size());
    std::copy(state_.parameters.span().begin(), state_.parameters.span().end(),
              state_.moving_average.span().begin());
  }
  return absl::OkStatus();
}

absl::StatusOr<StopReason> Trainer::Run(const std::atomic<bool>& stop) {
  clock_.Resume(state_.counters);
  std::optional<StopReason> reason = LeadersReason(ReasonToStop(stop));
  while (!reason.has_value()) {
    INTERPRES_RETURN_IF_ERROR(group_.FirstError(TakeNextUpdate()));
    reason = LeadersReason(ReasonToStop(stop));
  }
  INTERPRES_RETURN_IF_ERROR(CheckSameWeights(group_, state_));
  INTERPRES_RETURN_IF_ERROR(group_.LeaderDoes([&] { return Finish(*reason); }));
  return *reason;
}

absl::Status Trainer::TakeNextUpdate() {
  TrainingCounters& counters = state_.counters;
  if (planned_epoch_ != counters.epoch) {
    plan_ = PlanEpoch(data_.train, options_.batching, counters.epoch);
    planned_epoch_ = counters.epoch;
  }
  const auto planned = static_cast<int64_t>(plan_.size());
  const int64_t count = std::min(options_.accumulate, planned - counters.batch);
  INTERPRES_RETURN_IF_ERROR(
      Update(std::span(plan_).subspan(static_cast<std::size_t>(counters.batch),
                                      static_cast<std::size_t>(count))));
  counters.batch += count;
  if (counters.batch == planned) {
    counters.batch = 0;
    ++counters.epoch;
  }
  return AfterUpdate();
}

std::optional<StopReason> Trainer::LeadersReason(
    std::optional<StopReason> reason) const {
  group_.BroadcastValue(reason);
  return reason;
}

std::optional<StopReason> Trainer::ReasonToStop(
    const std::atomic<bool>& stop) const {
  const TrainingCounters& counters = state_.counters;
  if (stop) {
    return StopReason::kSignal;
  }
  if (options_.schedule.max_updates > 0 &&
      counters.update >= options_.schedule.max_updates) {
    return StopReason::kMaxUpdates;
  }
  if (options_.max_epochs > 0 && counters.epoch >= options_.max_epochs) {
    return StopReason::kMaxEpochs;
  }
  if (options_.max_seconds > 0.0 && counters.seconds >= options_.max_seconds) {
    return StopReason::kMaxTime;
  }
  if (options_.patience > 0 &&
      counters.validations_without_gain >= options_.patience) {
    return StopReason::kPatience;
  }
  return std::nullopt;
}

std::vector<TrainingBatch> Trainer::ShardBatches(
    std::span<const int32_t> batch) {
  const auto all = SplitIntoShards(data_.train, batch, options_.shards);
  const std::size_t count =
      all.size() / static_cast<std::size_t>(group_.size());
  const auto mine = std::span(all).subspan(
      count * static_cast<std::size_t>(group_.rank()), count);
  std::vector<TrainingBatch> parts(count);
  shards_.ForEach(static_cast<int64_t>(count), [&](std::size_t i) {
    parts[i] =
        MakeTrainBatch(data_, mine[i], options_.seed, state_.counters.update);
    if (options_.r_drop > 0.0f) {
      parts[i] = TwiceEach(parts[i]);
    }
  });
  return parts;
}

UpdateSums Trainer::ComputeGradients(
    std::span<const std::vector<int32_t>> batches) {
  const LossOptions loss = {
      .label_smoothing = options_.label_smoothing,
      .dropout = options_.dropout,
      .attention_dropout = options_.attention_dropout,
      .ffn_dropout = options_.ffn_dropout,
      .r_drop = options_.r_drop,
      .seed = options_.seed,
      .update = static_cast<uint64_t>(state_.counters.update)};
  UpdateSums sums;
  GradientResult result = GradientResult::kReplace;
  for (const std::vector<int32_t>& batch : batches) {
    const std::vector<TrainingBatch> parts = ShardBatches(batch);
    for (const TrainingBatch& part : parts) {
      sums.source_tokens += part.source_tokens();
    }
    sums.loss += shards_.Compute(state_.parameters.span(), parts, loss, result);
    result = GradientResult::kAdd;
  }
  SumOverGroup(group_, shards_.gradients(), sums);
  return sums;
}

absl::Status Trainer::LeaveOut(const LossSums& sums) {
  TrainingCounters& counters = state_.counters;
  ++counters.skipped_updates;
  const std::string found = absl::StrFormat(
      "loss %g per token, gradient norm %g",
      sums.smoothed_loss / static_cast<double>(sums.target_tokens),
      counters.gradient_norm);
  if (++counters.skipped_in_a_row >= kMaxSkippedInARow) {
    return absl::InternalError(absl::StrFormat(
        "update %d: loss or gradient was not finite %d times in a row (%s); "
        "resume from the last save with a lower --learning-rate",
        counters.update, counters.skipped_in_a_row, found));
  }
  hooks_.say(absl::StrFormat("update %d left out, it is not finite: %s",
                             counters.update, found));
  return absl::OkStatus();
}

absl::Status Trainer::Update(std::span<const std::vector<int32_t>> batches) {
  TrainingCounters& counters = state_.counters;
  ++counters.update;
  const auto [sums, source_tokens] = ComputeGradients(batches);
  counters.source_tokens += source_tokens;
  counters.target_tokens += sums.target_tokens;

  const double per_token = 1.0 / static_cast<double>(sums.target_tokens);
  counters.gradient_norm =
      std::sqrt(SumOfSquares(shards_.gradients())) * per_token;
  if (!std::isfinite(counters.gradient_norm) ||
      !std::isfinite(sums.smoothed_loss)) {
    return LeaveOut(sums);
  }
  counters.skipped_in_a_row = 0;
  const bool clip =
      options_.clip_norm > 0.0 && counters.gradient_norm > options_.clip_norm;
  ApplyGradients(
      LearningRate(options_.schedule, counters.update),
      per_token * (clip ? options_.clip_norm / counters.gradient_norm : 1.0));
  counters.window_smoothed_loss += sums.smoothed_loss;
  counters.window_nll += sums.negative_log_likelihood;
  counters.window_source_tokens += source_tokens;
  counters.window_target_tokens += sums.target_tokens;
  return absl::OkStatus();
}

void Trainer::ApplyGradients(double learning_rate, double scale) {
  const AdamStep step = {.learning_rate = static_cast<float>(learning_rate),
                         .gradient_scale = static_cast<float>(scale),
                         .update = state_.counters.update};
  // Early on a long memory would only remember the initial weights.
  const auto u = static_cast<double>(state_.counters.update);
  const double decay = std::min(options_.ema, (1.0 + u) / (10.0 + u));
  shards_.ForEachRange([&](int64_t begin, int64_t end) {
    const auto slice = [&](auto array) {
      return array.subspan(static_cast<std::size_t>(begin),
                           static_cast<std::size_t>(end - begin));
    };
    AdamUpdate(options_.adam, step,
               {.parameters = slice(state_.parameters.span()),
                .first_moments = slice(state_.first_moments.span()),
                .second_moments = slice(state_.second_moments.span()),
                .gradients = slice(shards_.gradients())});
    if (options_.ema > 0.0) {
      MoveAverage(static_cast<float>(decay), slice(state_.parameters.span()),
                  slice(state_.moving_average.span()));
    }
  });
}

absl::Status Trainer::AfterUpdate() {
  const int64_t update = state_.counters.update;
  ++state_.counters.window_updates;
  state_.counters.seconds = clock_.Seconds();
  if (update % options_.log_every == 0) {
    Report();
    ClearWindow(state_.counters);
    clock_.BeginWindow();
  }
  const bool save = update % options_.save_every == 0;
  if (save) {
    INTERPRES_RETURN_IF_ERROR(CheckSameWeights(group_, state_));
  }
  if (group_.leads() && update % options_.validate_every == 0) {
    INTERPRES_RETURN_IF_ERROR(validation_.Validate(Weights(), state_.counters));
  }
  return group_.leads() && save ? SaveAll() : absl::OkStatus();
}

void Trainer::Report() {
  const ProgressRecord record = WindowRecord(
      options_, state_.counters, static_cast<int64_t>(plan_.size()), clock_);
  hooks_.say(FormatProgressLine(record));
  hooks_.log(FormatProgressJson(record));
}

std::span<const float> Trainer::Weights() const {
  return options_.ema > 0.0 ? state_.moving_average.span()
                            : state_.parameters.span();
}

absl::Status Trainer::CheckWeights() const {
  if (std::isfinite(SumOfSquares(Weights()))) {
    return absl::OkStatus();
  }
  return absl::InternalError(absl::StrFormat(
      "update %d: the weights are not finite and were not saved; a lower "
      "--learning-rate may help",
      state_.counters.update));
}

absl::Status Trainer::SaveModel() {
  const auto average = snapshots_.Average(state_.counters.update);
  INTERPRES_RETURN_IF_ERROR(average.status());
  return hooks_.save_model(average->span(), state_.counters);
}

absl::Status Trainer::SaveState() {
  INTERPRES_RETURN_IF_ERROR(CheckWeights());
  state_.counters.seconds = clock_.Seconds();  // with this save
  state_.counters.window_seconds = clock_.Seconds() - clock_.window_begin();
  return WriteTrainingState(TrainingStatePath(options_), state_,
                            RunSettings(options_, layout_, data_.train));
}

// The state comes last. A kill before that makes the resumed run save the same
// bytes again. Old snapshots go only then, because a run that resumes from the
// state before may need them.
absl::Status Trainer::SaveAll() {
  INTERPRES_RETURN_IF_ERROR(CheckWeights());
  const bool judge = options_.average_best > 0;
  if (judge && validation_.update() != state_.counters.update) {
    INTERPRES_RETURN_IF_ERROR(validation_.Validate(Weights(), state_.counters));
  }
  const double begin = clock_.Seconds();
  INTERPRES_RETURN_IF_ERROR(snapshots_.Add(
      state_.counters.update, judge ? validation_.score() : 0.0, Weights()));
  INTERPRES_RETURN_IF_ERROR(SaveModel());
  clock_.LeaveOutSince(begin);
  const double state_begin = clock_.Seconds();
  INTERPRES_RETURN_IF_ERROR(SaveState());
  last_saved_update_ = state_.counters.update;
  INTERPRES_RETURN_IF_ERROR(snapshots_.RemoveBeyond());
  clock_.LeaveOutSince(state_begin);
  return absl::OkStatus();
}

// Saves the run at its end. After a signal, saves only the state and no
// snapshot, because a resumed run must have the same averages as a run without
// a stop.
absl::Status Trainer::Finish(StopReason reason) {
  if (state_.counters.window_updates > 0) {
    Report();
  }
  hooks_.say(absl::StrFormat("stopping after update %d: %s",
                             state_.counters.update,
                             std::string(StopReasonName(reason))));
  if (reason == StopReason::kSignal) {
    return SaveState();
  }
  if (last_saved_update_ == state_.counters.update) {
    return absl::OkStatus();
  }
  return SaveAll();
}

}  // namespace interpres
