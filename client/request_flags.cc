// Tested by cli_options_test.cc.

#include "client/request_flags.h"

namespace interpres {

namespace {

void SetSampling(const RequestFlags& flags,
                 interpres::v1::TranslateOptions& options) {
  if (!flags.sample && !flags.seed && !flags.temperature && !flags.top_k &&
      !flags.top_p) {
    return;
  }
  interpres::v1::Sampling& sampling = *options.mutable_sampling();
  if (flags.seed) {
    sampling.set_seed(*flags.seed);
  }
  if (flags.temperature) {
    sampling.set_temperature(*flags.temperature);
  }
  if (flags.top_k) {
    sampling.set_top_k(*flags.top_k);
  }
  if (flags.top_p) {
    sampling.set_top_p(*flags.top_p);
  }
}

}  // namespace

void AddRequestFlags(CLI::App& app, RequestFlags& flags) {
  const auto add = [&app](const char* name, auto& value, const char* help) {
    return app.add_option(name, value, help)->group("Decoding");
  };
  app.add_option("--priority", flags.priority,
                 "interactive, or batch for texts that nobody waits for")
      ->check(CLI::IsMember({"interactive", "batch"}))
      ->envname("INTERPRES_PRIORITY");
  add("--beam", flags.beam, "Width of the beam; 1: greedy");
  add("--nbest", flags.nbest,
      "Translations for each line, at most the beam; each is printed on a line "
      "of its own after the number of its input line and a tab");
  add("--length-penalty", flags.length_penalty,
      "Exponent of the length normalisation");
  add("--max-length", flags.max_length, "Most tokens of one translation");
  app.add_flag("--shortlist", flags.shortlist,
               "Search within the model's shortlist: faster, and a little "
               "other than exact search")
      ->group("Decoding");
  add("--repetition-penalty", flags.repetition_penalty,
      "Above 1: tokens that a translation has already become less likely");
  add("--no-repeat-ngram", flags.no_repeat_ngram,
      "No run of so many tokens occurs twice in a translation");
  add("--target-prefix", flags.target_prefix,
      "What every translation begins with");
  app.add_flag("--sample", flags.sample,
               "Draw translations at random in place of searching; --nbest "
               "draws several")
      ->group("Decoding");
  add("--seed", flags.seed,
      "Samples; the same seed and text give the same translation")
      ->check(CLI::NonNegativeNumber);
  add("--temperature", flags.temperature,
      "Samples; below 1 likely tokens become likelier");
  add("--top-k", flags.top_k, "Samples from so many of the likeliest tokens");
  add("--top-p", flags.top_p,
      "Samples from the fewest likeliest tokens that have this share of the "
      "probability");
}

void SetOptions(const RequestFlags& flags,
                interpres::v1::TranslateOptions& options) {
  if (flags.beam) {
    options.set_beam_size(*flags.beam);
  }
  if (flags.nbest) {
    options.set_n_best(*flags.nbest);
  }
  if (flags.length_penalty) {
    options.set_length_penalty(*flags.length_penalty);
  }
  if (flags.max_length) {
    options.set_max_length(*flags.max_length);
  }
  if (flags.shortlist) {
    options.set_shortlist(true);
  }
  if (flags.repetition_penalty) {
    options.set_repetition_penalty(*flags.repetition_penalty);
  }
  if (flags.no_repeat_ngram) {
    options.set_no_repeat_ngram_size(*flags.no_repeat_ngram);
  }
  SetSampling(flags, options);
  if (!flags.target_prefix.empty()) {
    options.add_target_prefix(flags.target_prefix);
  }
}

interpres::v1::Priority PriorityOf(const RequestFlags& flags) {
  if (flags.priority.empty()) {
    return interpres::v1::PRIORITY_UNSPECIFIED;
  }
  return flags.priority == "batch" ? interpres::v1::PRIORITY_BATCH
                                   : interpres::v1::PRIORITY_INTERACTIVE;
}

}  // namespace interpres
