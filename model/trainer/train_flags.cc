#include "model/trainer/train_flags.h"

#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/trainer/flag_group.h"
#include "model/trainer/noise_flags.h"
#include "model/trainer/seed_flag.h"

namespace interpres {
namespace {

void AddDataFlags(CLI::App& app, TrainFlags& flags) {
  TrainingRunOptions& run = flags.run;
  FlagGroup group(app, "Data");
  AddCorpusFlags(group, flags.corpora, run);
  AddWeightFlag(group, flags.corpora);
  AddDevFlags(group, flags.corpora);
  group.Switch("--allow-suspicious-corpora", run.allow_suspicious_corpora,
               "Train on texts that look shuffled, exchanged or equal on both "
               "sides; otherwise an error");
  group.Add("--max-tokens", run.encoding.max_tokens,
            "Leave out pairs with a side of more tokens");
  group.Add("--min-tokens", run.encoding.min_tokens,
            "Leave out pairs with a side of fewer tokens");
  group.Add("--max-ratio", run.encoding.max_ratio,
            "Leave out pairs with a side over this many times as long as the "
            "other; 0: off");
  AddVocabularyFlags(group, flags.vocabulary, run.vocabulary);
  group.Bare("--vocab", run.vocabulary_file,
             "Use this vocabulary, written by interpres-train vocab");
  group.Bare("--init", run.initial_checkpoint,
             "Begin with the network and the weights of this checkpoint, and "
             "with its vocabulary or --vocab");
}

void AddRegularizationFlags(CLI::App& app, TrainFlags& flags) {
  TrainerOptions& trainer = flags.run.trainer;
  FlagGroup group(app, "Regularisation");
  group.Add("--label-smoothing", trainer.label_smoothing,
            "Probability spread over the vocabulary");
  group.Add("--dropout", trainer.dropout,
            "Dropout probability of embeddings and sublayer outputs");
  group.Add("--attention-dropout", trainer.attention_dropout,
            "Dropout probability of attention weights");
  group.Add("--ffn-dropout", trainer.ffn_dropout,
            "Dropout probability of feed-forward activations");
  group.Add("--r-drop", trainer.r_drop,
            "Each sentence passes twice under different dropout, and this "
            "weighs the divergence of the predictions, e.g. 5; 0: no");
  group.Add("--subword-sampling", trainer.subword_alpha,
            "Cut sentences into new pieces in each update, drawn with "
            "probability P^alpha: this is alpha, e.g. 0.2; 0: off");
  group.Add("--subword-nbest", trainer.subword_nbest,
            "Likeliest segmentations to draw from");
}

void AddOptimizerFlags(CLI::App& app, TrainFlags& flags) {
  TrainerOptions& trainer = flags.run.trainer;
  FlagGroup group(app, "Optimisation");
  group.Add("--batch-tokens", trainer.batching.batch_tokens,
            "Most source and most target tokens of a batch");
  group.Add("--accumulate", trainer.accumulate,
            "Batches whose gradients make one update");
  group.Add("--sort-window", trainer.batching.sort_window,
            "Sort by length within windows of this many batches; 1: no");
  group.Add("--learning-rate", trainer.schedule.learning_rate,
            "Peak learning rate, at the end of the warm-up");
  group.Add("--warmup", trainer.schedule.warmup, "Updates of linear warm-up");
  group.Add("--decay", flags.decay,
            "After the warm-up: inverse-sqrt, or linear to zero at "
            "max-updates");
  group.Add("--cooldown", trainer.schedule.cooldown,
            "Last updates before max-updates in which the rate falls to "
            "zero; 0: off");
  group.Add("--clip-norm", trainer.clip_norm,
            "Largest norm of the gradient per token; 0: no limit");
  group.Add("--ema", trainer.ema,
            "Decay of a moving average of the weights, e.g. 0.9998: what is "
            "validated and written; 0: off");
  group.Add("--shards", trainer.shards,
            "Parts of a batch whose gradients are computed apart; changes "
            "the numbers in the last digit, threads do not");
  group.Add("--threads", trainer.threads, "Worker threads");
  group.Add("--compute-type", flags.compute_type,
            "Type of the matrix products: float32, or bfloat16 (faster; needs "
            "AVX512_BF16 or AMX)");
  group
      .Add("--seed", trainer.seed,
           "Seed of initialisation, shuffling and dropout")
      ->check(SeedError);
}

void AddEndFlags(CLI::App& app, TrainFlags& flags) {
  TrainerOptions& trainer = flags.run.trainer;
  FlagGroup group(app, "End of the run");
  group.Add("--max-updates", trainer.schedule.max_updates,
            "End after this many updates; 0: no limit");
  group.Add("--max-epochs", trainer.max_epochs,
            "End after this many passes over the data; 0: no limit");
  group.Add("--max-minutes", flags.max_minutes,
            "End after this many minutes of training; 0: no limit");
  group.Add("--patience", trainer.patience,
            "End after this many validations without a better --metric; 0: "
            "off");
}

void AddValidationFlags(CLI::App& app, TrainFlags& flags) {
  TrainingRunOptions& run = flags.run;
  FlagGroup group(app, "Validation");
  group.Add("--log-every", run.trainer.log_every,
            "Updates between progress lines");
  group.Add("--validate-every", run.trainer.validate_every,
            "Updates between validations");
  group.Add("--bleu-sentences", run.bleu_sentences,
            "Dev pairs translated for BLEU and chrF, at each save and for "
            "--metric; 0: off");
  group.Add("--sample-translations", run.sample_translations,
            "Dev sentences of each text and direction whose translations the "
            "report shows for each validation; 0: off");
  group.Add("--metric", flags.metric,
            "What makes weights better, for --patience and --average-best: "
            "loss, bleu or chrf on the dev text");
}

void AddOutputFlags(CLI::App& app, TrainFlags& flags) {
  TrainingRunOptions& run = flags.run;
  FlagGroup group(app, "Output");
  group.Add("--save-every", run.trainer.save_every,
            "Updates between saves of state, snapshot and checkpoint");
  CLI::Option* last =
      group.Bare("--average-last", flags.average_last,
                 "Snapshots whose mean becomes the checkpoint [5; 1 with "
                 "--ema]");
  group
      .Add("--average-best", run.trainer.average_best,
           "The mean of this many snapshots, best by --metric, instead; 0: "
           "no")
      ->excludes(last);
  group
      .Bare("--output", run.output,
            "Checkpoint directory to write; replaced at each save")
      ->required();
  group.Bare("--state", run.trainer.state_directory,
             "Directory of the training state and log [OUTPUT.state]");
  group.Add("--type", flags.weights_type,
            "Type of the checkpoint's weights: f32, f16 or bf16");
  group.Bare("--golden", run.golden_file,
             "Self-test sentences, language<TAB>source<TAB>target lines "
             "[the first training pair]");
  group.Bare("--provenance", run.provenance,
             "Note for interpres.json, as: --provenance KEY TEXT");
  CLI::Option* resume = group.Switch(
      "--resume", flags.resume,
      "Continue from the saved state; without a state, start from the "
      "beginning");
  group.Switch("--fresh", flags.fresh, "Delete a saved state and start over")
      ->excludes(resume);
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
                                    "\"; expected f32, f16 or bf16");
}

absl::Status CheckOutputFlags(const TrainingRunOptions& run) {
  if (run.output.empty()) {
    return absl::InvalidArgumentError(
        "--output is empty; expected a directory to write");
  }
  for (const auto& [key, text] : run.provenance) {
    if (key.empty() || text.empty()) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "--provenance \"%s\" \"%s\" is no note; expected --provenance KEY "
          "TEXT",
          key, text));
    }
  }
  return absl::OkStatus();
}

}  // namespace

void AddTrainFlags(CLI::App& app, TrainFlags& flags) {
  AddDataFlags(app, flags);
  AddNoiseFlags(app, flags.run.noise);
  FlagGroup model(app, "Model");
  AddModelFlags(model, flags.model);
  AddRegularizationFlags(app, flags);
  AddOptimizerFlags(app, flags);
  AddEndFlags(app, flags);
  AddValidationFlags(app, flags);
  AddOutputFlags(app, flags);
}

absl::StatusOr<TrainingRunOptions> ToOptions(const TrainFlags& flags) {
  TrainingRunOptions run = flags.run;
  INTERPRES_RETURN_IF_ERROR(ApplyCorpusFlags(flags.corpora, run));
  INTERPRES_RETURN_IF_ERROR(
      ApplyVocabularyFlags(flags.vocabulary, run.vocabulary));
  INTERPRES_ASSIGN_OR_RETURN(run.model_settings, ChosenSettings(flags.model));
  run.model = WithSettings(run.model, run.model_settings);
  INTERPRES_ASSIGN_OR_RETURN(run.trainer.schedule.decay,
                             ParseDecay(flags.decay));
  INTERPRES_ASSIGN_OR_RETURN(run.trainer.metric, ParseMetric(flags.metric));
  INTERPRES_ASSIGN_OR_RETURN(run.weights_type,
                             ParseWeightsType(flags.weights_type));
  INTERPRES_ASSIGN_OR_RETURN(run.trainer.compute_type,
                             ParseComputeType(flags.compute_type));
  run.trainer.average_last =
      flags.average_last.value_or(run.trainer.ema > 0.0 ? 1 : 5);
  run.trainer.batching.seed = run.trainer.seed;
  run.trainer.max_seconds = flags.max_minutes * 60.0;
  if (flags.resume) {
    run.trainer.start = StartMode::kResume;
  } else if (flags.fresh) {
    run.trainer.start = StartMode::kFresh;
  }
  INTERPRES_RETURN_IF_ERROR(CheckOutputFlags(run));
  // OUTPUT/ is OUTPUT: names beside it are made by appending to it.
  run.output = run.output.lexically_normal();
  if (!run.output.has_filename()) {
    run.output = run.output.parent_path();
  }
  if (run.trainer.state_directory.empty()) {
    run.trainer.state_directory = run.output;
    run.trainer.state_directory += ".state";
  }
  return run;
}

}  // namespace interpres
