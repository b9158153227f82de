#include "model/training/trainer.h"

#include <algorithm>
#include <cmath>
#include <system_error>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/training/progress.h"
#include "xxhash.h"

namespace interpres {
namespace {

constexpr char kStateFile[] = "training.state";
// Gradients that are not finite this many times in a row will not recover.
constexpr int64_t kMaxSkippedInARow = 20;

// The order of the parameters in the state file.
uint64_t LayoutFingerprint(const ParameterLayout& layout) {
  std::string text;
  for (const ParameterSlot& slot : layout.slots()) {
    absl::StrAppendFormat(&text, "%s %d %d\n", slot.name, slot.offset,
                          slot.size);
  }
  return XXH3_64bits(text.data(), text.size());
}

}  // namespace

absl::StatusOr<std::unique_ptr<Trainer>> Trainer::Create(
    const TrainerOptions& options, const ParameterLayout& layout,
    TrainingData data, TrainerHooks hooks) {
  INTERPRES_RETURN_IF_ERROR(ValidateTrainerOptions(options));
  if (data.train.size() == 0) {
    return absl::InvalidArgumentError("there is no training example");
  }
  std::unique_ptr<Trainer> trainer(
      new Trainer(options, layout, std::move(data), std::move(hooks)));
  INTERPRES_RETURN_IF_ERROR(trainer->Start());
  return trainer;
}

Trainer::Trainer(const TrainerOptions& options, const ParameterLayout& layout,
                 TrainingData data, TrainerHooks hooks)
    : options_(options),
      layout_(layout),
      data_(std::move(data)),
      hooks_(std::move(hooks)),
      snapshots_(options.state_directory, options.average_last),
      shards_(layout, options.shards, options.threads) {
  for (const auto& indices :
       PlanInOrder(data_.dev, options.batching.batch_tokens)) {
    dev_batches_.push_back(MakeBatch(data_.dev, indices, data_.start_id));
  }
}

absl::Status Trainer::Start() {
  const std::filesystem::path& directory = options_.state_directory;
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) {
    return absl::UnavailableError(
        absl::StrFormat("%s: creating the directory failed: %s",
                        directory.string(), error.message()));
  }
  const std::filesystem::path file = directory / kStateFile;
  const bool exists = std::filesystem::exists(file);
  if (exists && options_.start == StartMode::kNew) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s: an earlier run left its state here; --resume goes on from it, "
        "--fresh deletes it and starts over",
        file.string()));
  }
  if (!exists || options_.start == StartMode::kFresh) {
    return StartAnew();
  }
  INTERPRES_ASSIGN_OR_RETURN(
      state_, ReadTrainingState(file, Settings(), layout_.size()));
  hooks_.say(absl::StrFormat("resuming after update %d (epoch %d)",
                             state_.counters.update,
                             state_.counters.epoch + 1));
  return snapshots_.RemoveAfter(state_.counters.update);
}

absl::Status Trainer::StartAnew() {
  std::error_code error;
  std::filesystem::remove(options_.state_directory / kStateFile, error);
  INTERPRES_RETURN_IF_ERROR(snapshots_.RemoveAfter(-1));
  state_.parameters = AlignedBuffer<float>(layout_.size());
  state_.first_moments = AlignedBuffer<float>(layout_.size());
  state_.second_moments = AlignedBuffer<float>(layout_.size());
  InitializeParameters(layout_, options_.seed, state_.parameters.span());
  return absl::OkStatus();
}

// What must be the same for a resumed run to compute the same numbers. The
// schedule may change: that is how a run is prolonged or brought to its end.
StateEntries Trainer::Settings() const {
  const ModelConfig& config = layout_.config();
  const std::string model = absl::StrFormat(
      "vocabulary %d, d_model %d, layers %d+%d, heads %d, ffn %d, %s",
      config.vocab_size, config.d_model, config.encoder_layers,
      config.decoder_layers, config.encoder_attention_heads,
      config.encoder_ffn_dim, std::string(ActivationName(config.activation)));
  return {
      {"model", model},
      {"parameter layout",
       absl::StrFormat("%016x", LayoutFingerprint(layout_))},
      {"training data", absl::StrFormat("%016x", data_.train.Fingerprint())},
      {"batch-tokens", absl::StrFormat("%d", options_.batching.batch_tokens)},
      {"sort-window", absl::StrFormat("%d", options_.batching.sort_window)},
      {"shards", absl::StrFormat("%d", options_.shards)},
      {"seed", absl::StrFormat("%d", options_.seed)},
      {"label-smoothing", absl::StrFormat("%g", options_.label_smoothing)},
      {"dropout", absl::StrFormat("%g", options_.dropout)},
      {"clip-norm", absl::StrFormat("%g", options_.clip_norm)},
  };
}

absl::StatusOr<StopReason> Trainer::Run(const std::atomic<bool>& stop) {
  clock_offset_ = state_.counters.seconds - hooks_.now_seconds();
  window_ = Window();
  window_.begin_seconds = state_.counters.seconds;
  std::optional<StopReason> reason = ReasonToStop(stop);
  while (!reason.has_value()) {
    INTERPRES_RETURN_IF_ERROR(TakeNextBatch());
    reason = ReasonToStop(stop);
  }
  INTERPRES_RETURN_IF_ERROR(Finish(*reason));
  return *reason;
}

absl::Status Trainer::TakeNextBatch() {
  TrainingCounters& counters = state_.counters;
  if (planned_epoch_ != counters.epoch) {
    plan_ = PlanEpoch(data_.train, options_.batching, counters.epoch);
    planned_epoch_ = counters.epoch;
  }
  INTERPRES_RETURN_IF_ERROR(
      Update(plan_[static_cast<std::size_t>(counters.batch)]));
  if (++counters.batch == static_cast<int64_t>(plan_.size())) {
    counters.batch = 0;
    ++counters.epoch;
  }
  return AfterUpdate();
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

absl::Status Trainer::Update(std::span<const int32_t> batch) {
  TrainingCounters& counters = state_.counters;
  std::vector<TrainingBatch> parts;
  for (const auto& shard :
       SplitIntoShards(data_.train, batch, options_.shards)) {
    parts.push_back(MakeBatch(data_.train, shard, data_.start_id));
    counters.source_tokens += parts.back().source_tokens();
    window_.source_tokens += parts.back().source_tokens();
  }
  ++counters.update;
  const LossOptions loss = {.label_smoothing = options_.label_smoothing,
                            .dropout = options_.dropout,
                            .seed = options_.seed,
                            .update = static_cast<uint64_t>(counters.update)};
  const LossSums sums = shards_.Compute(state_.parameters.span(), parts, loss);
  counters.target_tokens += sums.target_tokens;

  const double per_token = 1.0 / static_cast<double>(sums.target_tokens);
  gradient_norm_ = std::sqrt(SumOfSquares(shards_.gradients())) * per_token;
  learning_rate_ = LearningRate(options_.schedule, counters.update);
  if (!std::isfinite(gradient_norm_)) {
    ++counters.skipped_updates;
    if (++skipped_in_a_row_ >= kMaxSkippedInARow) {
      return absl::InternalError(absl::StrFormat(
          "update %d: the gradient was not finite %d times in a row; resume "
          "from the last save with a lower --learning-rate",
          counters.update, skipped_in_a_row_));
    }
    hooks_.say(absl::StrFormat("update %d left out: gradient is not finite",
                               counters.update));
    return absl::OkStatus();
  }
  skipped_in_a_row_ = 0;
  const bool clip =
      options_.clip_norm > 0.0 && gradient_norm_ > options_.clip_norm;
  ApplyGradients(
      learning_rate_,
      per_token * (clip ? options_.clip_norm / gradient_norm_ : 1.0));
  window_.sums.smoothed_loss += sums.smoothed_loss;
  window_.sums.negative_log_likelihood += sums.negative_log_likelihood;
  window_.sums.target_tokens += sums.target_tokens;
  return absl::OkStatus();
}

void Trainer::ApplyGradients(double learning_rate, double scale) {
  const AdamStep step = {.learning_rate = static_cast<float>(learning_rate),
                         .gradient_scale = static_cast<float>(scale),
                         .update = state_.counters.update};
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
  });
}

absl::Status Trainer::AfterUpdate() {
  const int64_t update = state_.counters.update;
  ++window_.updates;
  state_.counters.seconds = SecondsNow();
  if (update % options_.log_every == 0) {
    Report();
  }
  if (update % options_.validate_every == 0) {
    Validate();
  }
  if (update % options_.save_every == 0) {
    return SaveAll();
  }
  return absl::OkStatus();
}

void Trainer::Report() {
  const double seconds = SecondsNow();
  const double window_seconds = seconds - window_.begin_seconds;
  const ProgressRecord record = {
      .update = state_.counters.update,
      .epoch = state_.counters.epoch,
      .sums = window_.sums,
      .source_tokens = window_.source_tokens,
      .window_seconds = window_seconds,
      .total_seconds = seconds,
      .learning_rate = learning_rate_,
      .gradient_norm = gradient_norm_,
      .remaining_seconds = RemainingSeconds(
          window_seconds / static_cast<double>(window_.updates)),
  };
  hooks_.say(FormatProgressLine(record));
  hooks_.log(FormatProgressJson(record));
  window_ = Window();
  window_.begin_seconds = seconds;
}

void Trainer::Validate() {
  if (dev_batches_.empty()) {
    return;
  }
  TrainingCounters& counters = state_.counters;
  const LossSums sums = shards_.Evaluate(state_.parameters.span(), dev_batches_,
                                         options_.label_smoothing);
  const double loss =
      sums.negative_log_likelihood / static_cast<double>(sums.target_tokens);
  if (loss < counters.best_dev_loss) {
    counters.best_dev_loss = loss;
    counters.validations_without_gain = 0;
  } else {
    ++counters.validations_without_gain;
  }
  const ValidationRecord record = {.update = counters.update,
                                   .loss = loss,
                                   .best_loss = counters.best_dev_loss,
                                   .total_seconds = SecondsNow()};
  hooks_.say(FormatValidationLine(record));
  hooks_.log(FormatValidationJson(record));
  // Validation and saving are no part of the training speed.
  window_.begin_seconds += SecondsNow() - counters.seconds;
}

absl::Status Trainer::SaveState() const {
  return WriteTrainingState(options_.state_directory / kStateFile, state_,
                            Settings());
}

absl::Status Trainer::SaveModel() {
  const auto average = snapshots_.Average(state_.counters.update);
  INTERPRES_RETURN_IF_ERROR(average.status());
  return hooks_.save_model(average->span(), state_.counters);
}

absl::Status Trainer::SaveAll() {
  const double begin = SecondsNow();
  INTERPRES_RETURN_IF_ERROR(
      snapshots_.Add(state_.counters.update, state_.parameters.span()));
  INTERPRES_RETURN_IF_ERROR(SaveState());
  last_saved_update_ = state_.counters.update;
  INTERPRES_RETURN_IF_ERROR(SaveModel());
  window_.begin_seconds += SecondsNow() - begin;
  return absl::OkStatus();
}

// A run that a signal stopped will go on: it leaves no extra snapshot, so that
// its averages are those of a run that was never stopped.
absl::Status Trainer::Finish(StopReason reason) {
  if (window_.updates > 0) {
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

double Trainer::SecondsNow() const {
  return hooks_.now_seconds() + clock_offset_;
}

std::optional<double> Trainer::RemainingSeconds(
    double seconds_per_update) const {
  const TrainingCounters& counters = state_.counters;
  std::optional<double> remaining;
  const auto shorten = [&remaining](double seconds) {
    remaining = std::min(remaining.value_or(seconds), seconds);
  };
  if (options_.schedule.max_updates > 0) {
    shorten(
        static_cast<double>(options_.schedule.max_updates - counters.update) *
        seconds_per_update);
  }
  if (options_.max_epochs > 0) {
    const int64_t updates = (options_.max_epochs - counters.epoch) *
                                static_cast<int64_t>(plan_.size()) -
                            counters.batch;
    shorten(static_cast<double>(updates) * seconds_per_update);
  }
  if (options_.max_seconds > 0.0) {
    shorten(options_.max_seconds - counters.seconds);
  }
  return remaining;
}

}  // namespace interpres
