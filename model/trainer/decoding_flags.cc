// Tested by evaluation_commands_test.cc.

#include "model/trainer/decoding_flags.h"

#include <algorithm>

#include "model/trainer/seed_flag.h"

namespace interpres {

void AddDecodingFlags(CLI::App& command, DecodingFlags& flags) {
  command.add_option("--model", flags.model, "Checkpoint directory")
      ->required();
  command
      .add_option("--compute-type", flags.compute_type,
                  "Arithmetic of the matrix products; auto: the fastest that "
                  "this CPU has and the model's golden sentences allow")
      ->check(CLI::IsMember(ComputeTypeNames()))
      ->capture_default_str();
  command.add_option("--source-language", flags.source_language,
                     "Language of the texts, if the model has several");
  command.add_option("--target-language", flags.target_language,
                     "Language to translate to, if the model has several");
  command.add_option("--beam", flags.beam,
                     "Width of the beam, 1 to 16 (default: the model's)");
  command.add_option("--length-penalty", flags.length_penalty,
                     "a in score = log P / length^a (default: the model's)");
  command.add_option("--max-length", flags.max_length,
                     "Maximum tokens of a translation (default: the model's)");
  command
      .add_option("--repetition-penalty", flags.repetition_penalty,
                  "Divides the positive logits of tokens that a translation "
                  "has already and multiplies the negative ones; 1: off")
      ->capture_default_str();
  command
      .add_option("--no-repeat-ngram", flags.no_repeat_ngram_size,
                  "Length of the runs of tokens that occur only once in a "
                  "translation; 0: off")
      ->capture_default_str();
  CLI::Option* sample =
      command
          .add_option("--sample", flags.sample_seed,
                      "Draw translations at random with this seed in place of "
                      "searching")
          ->check(SeedError);
  const auto add = [&](const char* name, auto& value, const char* help) {
    command.add_option(name, value, help)->needs(sample)->capture_default_str();
  };
  add("--temperature", flags.sampling.temperature,
      "Divides the logits, 0.01 to 10");
  add("--top-k", flags.sampling.top_k,
      "Number of the likeliest tokens to draw from; 0 means no limit");
  add("--top-p", flags.sampling.top_p,
      "Draw from the fewest likeliest tokens with this share of the "
      "probability");
  command
      .add_option("--threads", flags.threads,
                  "Worker threads; the results do not depend on it")
      ->capture_default_str();
  command
      .add_option("--slots", flags.slots,
                  "Sentences that each thread decodes concurrently; 0: as many "
                  "as suit the model")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  command.add_flag("--shortlist", flags.shortlist,
                   "Search within the model's shortlist: faster, and a little "
                   "other than exact search");
}

absl::StatusOr<std::unique_ptr<const TranslationModel>> LoadModel(
    const DecodingFlags& flags) {
  return TranslationModel::Load(flags.model, flags.compute_type);
}

OfflineOptions ToOfflineOptions(const DecodingFlags& flags,
                                const TranslationModel& model) {
  const GenerationConfig& defaults = model.generation();
  OfflineOptions options;
  options.source_language = flags.source_language;
  options.target_language = flags.target_language;
  options.decoding = {
      .beam_size = flags.beam.value_or(defaults.num_beams),
      .n_best = flags.n_best,
      .length_penalty = flags.length_penalty.value_or(defaults.length_penalty),
      .max_length = flags.max_length.value_or(defaults.max_length),
      .shortlist = flags.shortlist,
      .repetition_penalty = flags.repetition_penalty,
      .no_repeat_ngram_size = flags.no_repeat_ngram_size};
  if (flags.sample_seed.has_value()) {
    options.decoding.sampling = flags.sampling;
    options.decoding.sampling->seed = *flags.sample_seed;
    // Draws take the places of the hypotheses of a beam.
    options.decoding.beam_size = flags.beam.value_or(flags.n_best);
  }
  options.threads = flags.threads;
  options.engine = model.Resolve({.slots = flags.slots});
  options.engine.max_rows =
      options.engine.slots *
      std::clamp(options.decoding.beam_size, 1, kMaxBeamSize);
  return options;
}

}  // namespace interpres
