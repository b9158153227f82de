#include "model/tools/train_command.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

#include "absl/status/status.h"
#include "model/base/status.h"
#include "model/training/training_run.h"

namespace interpres {
namespace {

// Set by the handler of SIGTERM and SIGINT, read between updates.
std::atomic<bool> stop_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void RequestStop(int /*signal*/) { stop_requested = true; }

// What the flags write to; converted to TrainingRunOptions once all are read.
struct TrainFlags {
  TrainingRunOptions run;
  std::string activation = "relu";
  std::string decay = "inverse-sqrt";
  std::string weights_type = "f16";
  int64_t heads = 8;
  int64_t ffn = 2048;
  double max_minutes = 0.0;
  bool resume = false;
  bool fresh = false;
};

void AddDataFlags(CLI::App& app, TrainFlags& flags) {
  TrainingRunOptions& run = flags.run;
  const char* group = "Data";
  app.add_option("--train-source", run.train.source,
                 "Training text, source side: UTF-8, one sentence per line")
      ->required()
      ->group(group);
  app.add_option("--train-target", run.train.target,
                 "Training text, target side: line i translates line i")
      ->required()
      ->group(group);
  app.add_option("--dev-source", run.dev.source, "Validation text, source side")
      ->group(group);
  app.add_option("--dev-target", run.dev.target, "Validation text, target side")
      ->group(group);
  app.add_option("--source-language", run.encoding.source_language,
                 "Code of the source language, e.g. en")
      ->required()
      ->group(group);
  app.add_option("--target-language", run.encoding.target_language,
                 "Code of the target language, e.g. es")
      ->required()
      ->group(group);
  app.add_flag("--bidirectional", run.encoding.bidirectional,
               "Train both directions; sources start with a >>language<< tag")
      ->group(group);
  app.add_option("--max-tokens", run.encoding.max_tokens,
                 "Leave out pairs with a side of more tokens")
      ->capture_default_str()
      ->group(group);
  app.add_option("--vocab-size", run.vocab_size,
                 "Entries of the joint vocabulary to build")
      ->capture_default_str()
      ->group(group);
  app.add_option("--vocab", run.vocabulary_file,
                 "Use this vocabulary, written by interpres-train vocab")
      ->group(group);
}

void AddModelFlags(CLI::App& app, TrainFlags& flags) {
  ModelConfig& model = flags.run.model;
  const char* group = "Model";
  app.add_option("--d-model", model.d_model, "Width of the model, even")
      ->capture_default_str()
      ->group(group);
  app.add_option("--encoder-layers", model.encoder_layers, "Encoder layers")
      ->capture_default_str()
      ->group(group);
  app.add_option("--decoder-layers", model.decoder_layers, "Decoder layers")
      ->capture_default_str()
      ->group(group);
  app.add_option("--heads", flags.heads, "Attention heads; divides d-model")
      ->capture_default_str()
      ->group(group);
  app.add_option("--ffn", flags.ffn, "Width of the feed-forward sublayers")
      ->capture_default_str()
      ->group(group);
  app.add_option("--activation", flags.activation, "relu, gelu or swish")
      ->capture_default_str()
      ->group(group);
  app.add_option("--max-positions", model.max_position_embeddings,
                 "Longest sentence the model accepts, in tokens")
      ->capture_default_str()
      ->group(group);
}

void AddOptimizerFlags(CLI::App& app, TrainFlags& flags) {
  TrainerOptions& trainer = flags.run.trainer;
  const char* group = "Optimisation";
  app.add_option("--batch-tokens", trainer.batching.batch_tokens,
                 "Most source and most target tokens of an update")
      ->capture_default_str()
      ->group(group);
  app.add_option("--sort-window", trainer.batching.sort_window,
                 "Sort by length within windows of this many batches; 1: no")
      ->capture_default_str()
      ->group(group);
  app.add_option("--learning-rate", trainer.schedule.learning_rate,
                 "Peak learning rate, at the end of the warm-up")
      ->capture_default_str()
      ->group(group);
  app.add_option("--warmup", trainer.schedule.warmup,
                 "Updates of linear warm-up")
      ->capture_default_str()
      ->group(group);
  app.add_option("--decay", flags.decay,
                 "After the warm-up: inverse-sqrt, or linear to zero at "
                 "max-updates")
      ->capture_default_str()
      ->group(group);
  app.add_option("--cooldown", trainer.schedule.cooldown,
                 "Last updates before max-updates in which the rate falls to "
                 "zero; 0: none")
      ->capture_default_str()
      ->group(group);
  app.add_option("--label-smoothing", trainer.label_smoothing,
                 "Probability spread over the vocabulary")
      ->capture_default_str()
      ->group(group);
  app.add_option("--dropout", trainer.dropout, "Dropout probability")
      ->capture_default_str()
      ->group(group);
  app.add_option("--clip-norm", trainer.clip_norm,
                 "Largest norm of the gradient per token; 0: no limit")
      ->capture_default_str()
      ->group(group);
  app.add_option("--shards", trainer.shards,
                 "Parts of a batch whose gradients are computed apart; changes "
                 "the numbers in the last digit, threads do not")
      ->capture_default_str()
      ->group(group);
  app.add_option("--threads", trainer.threads, "Worker threads")
      ->capture_default_str()
      ->group(group);
  app.add_option("--seed", trainer.seed,
                 "Seed of initialisation, shuffling and dropout")
      ->capture_default_str()
      ->group(group);
}

void AddRunFlags(CLI::App& app, TrainFlags& flags) {
  TrainingRunOptions& run = flags.run;
  const char* group = "Run";
  app.add_option("--max-updates", run.trainer.schedule.max_updates,
                 "End after this many updates; 0: no limit")
      ->capture_default_str()
      ->group(group);
  app.add_option("--max-epochs", run.trainer.max_epochs,
                 "End after this many passes over the data; 0: no limit")
      ->capture_default_str()
      ->group(group);
  app.add_option("--max-minutes", flags.max_minutes,
                 "End after this many minutes of training; 0: no limit")
      ->capture_default_str()
      ->group(group);
  app.add_option("--patience", run.trainer.patience,
                 "End after this many validations without a better loss; 0: "
                 "never")
      ->capture_default_str()
      ->group(group);
  app.add_option("--log-every", run.trainer.log_every,
                 "Updates between progress lines")
      ->capture_default_str()
      ->group(group);
  app.add_option("--validate-every", run.trainer.validate_every,
                 "Updates between validations")
      ->capture_default_str()
      ->group(group);
  app.add_option("--save-every", run.trainer.save_every,
                 "Updates between saves of state, snapshot and checkpoint")
      ->capture_default_str()
      ->group(group);
  app.add_option("--bleu-sentences", run.bleu_sentences,
                 "Dev pairs translated at each save for BLEU; 0: none")
      ->capture_default_str()
      ->group(group);
  app.add_option("--average-last", run.trainer.average_last,
                 "Snapshots whose mean becomes the checkpoint")
      ->capture_default_str()
      ->group(group);
  app.add_option("--output", run.output,
                 "Checkpoint directory to write; replaced at each save")
      ->required()
      ->group(group);
  app.add_option("--state", run.trainer.state_directory,
                 "Directory of the training state and log [OUTPUT.state]")
      ->group(group);
  app.add_option("--type", flags.weights_type,
                 "Type of the checkpoint's weights: f32, f16 or bf16")
      ->capture_default_str()
      ->group(group);
  app.add_option("--golden", run.golden_file,
                 "Self-test sentences, language<TAB>source<TAB>target lines "
                 "[the first training pair]")
      ->group(group);
  app.add_option("--provenance", run.provenance,
                 "Note for interpres.json, as: --provenance KEY TEXT")
      ->group(group);
  CLI::Option* resume = app.add_flag(
      "--resume", flags.resume,
      "Go on from the saved state; start from the beginning if there is none");
  resume->group(group);
  app.add_flag("--fresh", flags.fresh, "Delete a saved state and start over")
      ->excludes(resume)
      ->group(group);
}

absl::StatusOr<DataType> ParseWeightsType(const std::string& name) {
  if (name == "f32") {
    return DataType::kFloat32;
  }
  if (name == "f16") {
    return DataType::kFloat16;
  }
  if (name == "bf16") {
    return DataType::kBFloat16;
  }
  return absl::InvalidArgumentError("type is \"" + name +
                                    "\"; it must be f32, f16 or bf16");
}

absl::Status Complete(TrainFlags& flags) {
  TrainingRunOptions& run = flags.run;
  INTERPRES_ASSIGN_OR_RETURN(run.model.activation,
                             ParseActivation(flags.activation));
  INTERPRES_ASSIGN_OR_RETURN(run.trainer.schedule.decay,
                             ParseDecay(flags.decay));
  INTERPRES_ASSIGN_OR_RETURN(run.weights_type,
                             ParseWeightsType(flags.weights_type));
  run.model.encoder_attention_heads = flags.heads;
  run.model.decoder_attention_heads = flags.heads;
  run.model.encoder_ffn_dim = flags.ffn;
  run.model.decoder_ffn_dim = flags.ffn;
  run.trainer.batching.seed = run.trainer.seed;
  run.trainer.max_seconds = flags.max_minutes * 60.0;
  if (flags.resume) {
    run.trainer.start = StartMode::kResume;
  } else if (flags.fresh) {
    run.trainer.start = StartMode::kFresh;
  }
  if (run.trainer.state_directory.empty()) {
    run.trainer.state_directory = run.output;
    run.trainer.state_directory += ".state";
  }
  return absl::OkStatus();
}

int RunTrain(TrainFlags& flags) {
  absl::Status status = Complete(flags);
  if (status.ok()) {
    std::signal(SIGTERM, RequestStop);
    std::signal(SIGINT, RequestStop);
    const auto say = [](const std::string& line) {
      std::fprintf(stderr, "%s\n", line.c_str());
    };
    status = RunTraining(flags.run, stop_requested, say).status();
  }
  if (!status.ok()) {
    std::fprintf(stderr, "interpres-train train: %s\n",
                 std::string(status.message()).c_str());
    return 1;
  }
  return 0;
}

}  // namespace

void AddTrainCommand(CLI::App& app, int& exit_code) {
  const auto flags = std::make_shared<TrainFlags>();
  flags->run.trainer.threads =
      static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  CLI::App* command =
      app.add_subcommand("train", "Train a model on a parallel corpus");
  command->fallthrough();
  AddDataFlags(*command, *flags);
  AddModelFlags(*command, *flags);
  AddOptimizerFlags(*command, *flags);
  AddRunFlags(*command, *flags);
  command->callback([flags, &exit_code] { exit_code = RunTrain(*flags); });
}

}  // namespace interpres
