// Tested by cli_options_test.cc.

#include "client/request_flags.h"

#include <map>

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

void AddProtectionFlags(CLI::App& app, RequestFlags& flags) {
  app.add_option(
         "--format", flags.format,
         "Markup of the input: plain (the default), html, xml or markdown. "
         "Except for plain, the whole input is one text, whose tags stay as "
         "they are")
      ->check(CLI::IsMember({"plain", "html", "xml", "markdown"}));
  app.add_option(
         "--integrity", flags.integrity,
         "Numbers, addresses, placeholders and other spans that must not "
         "change: repair damaged ones, report damaged ones (with --json or "
         "--report), or off. Default: the server's --integrity")
      ->check(CLI::IsMember({"repair", "report", "off"}));
  app.add_option("--numbers", flags.numbers,
                 "How translations write numbers: keep (the default), as the "
                 "model writes them; localize, with the marks of the target "
                 "language; verbatim, as the text writes them")
      ->check(CLI::IsMember({"keep", "localize", "verbatim"}));
  app.add_option("--do-not-translate", flags.do_not_translate,
                 "String that translations copy, such as the name of a "
                 "product. May be repeated")
      ->type_name("STRING")
      ->allow_extra_args(false);
}

// Adds an option to the group of decoding.
template <typename Value>
CLI::Option* AddDecoding(CLI::App& app, const char* name, Value& value,
                         const char* help) {
  return app.add_option(name, value, help)->group("Decoding");
}

void AddSamplingFlags(CLI::App& app, RequestFlags& flags) {
  app.add_flag("--sample", flags.sample,
               "Draw translations at random instead of searching; --nbest "
               "draws several")
      ->group("Decoding");
  AddDecoding(
      app, "--seed", flags.seed,
      "Seed of the samples; the same seed, text and model give the same "
      "translation on the same CPU. Implies --sample")
      ->check(CLI::NonNegativeNumber);
  AddDecoding(
      app, "--temperature", flags.temperature,
      "Temperature of the samples, 0.01 to 10; below 1, likely tokens become "
      "likelier. Implies --sample");
  AddDecoding(app, "--top-k", flags.top_k,
              "Number of likeliest tokens to sample from, 0 to 1000; 0 means "
              "unlimited. Implies --sample");
  AddDecoding(
      app, "--top-p", flags.top_p,
      "Share of the probability, above 0 to 1: samples come from the fewest "
      "likeliest tokens that have this share. Implies --sample");
}

void SetProtection(const RequestFlags& flags,
                   interpres::v1::TranslateRequest& request) {
  static const std::map<std::string, interpres::v1::Integrity> integrity = {
      {"repair", interpres::v1::INTEGRITY_REPAIR},
      {"report", interpres::v1::INTEGRITY_REPORT},
      {"off", interpres::v1::INTEGRITY_OFF}};
  static const std::map<std::string, interpres::v1::Numbers> numbers = {
      {"keep", interpres::v1::NUMBERS_KEEP},
      {"localize", interpres::v1::NUMBERS_LOCALIZE},
      {"verbatim", interpres::v1::NUMBERS_VERBATIM}};
  static const std::map<std::string, interpres::v1::TextFormat> formats = {
      {"plain", interpres::v1::TEXT_FORMAT_PLAIN},
      {"html", interpres::v1::TEXT_FORMAT_HTML},
      {"xml", interpres::v1::TEXT_FORMAT_XML},
      {"markdown", interpres::v1::TEXT_FORMAT_MARKDOWN}};
  if (!flags.format.empty()) {
    request.set_format(formats.at(flags.format));
  }
  if (!flags.integrity.empty()) {
    request.set_integrity(integrity.at(flags.integrity));
  }
  if (!flags.numbers.empty()) {
    request.set_numbers(numbers.at(flags.numbers));
  }
  request.mutable_do_not_translate()->Add(flags.do_not_translate.begin(),
                                          flags.do_not_translate.end());
}

}  // namespace

void AddRequestFlags(CLI::App& app, RequestFlags& flags) {
  app.add_option(
         "--priority", flags.priority,
         "Priority: interactive (the default), or batch for texts that no "
         "user waits for")
      ->check(CLI::IsMember({"interactive", "batch"}))
      ->envname("INTERPRES_PRIORITY");
  app.add_option("--split", flags.split,
                 "How texts are divided: sentences, or off if each text is "
                 "one sentence. Default: as the server is set")
      ->check(CLI::IsMember({"sentences", "off"}));
  app.add_option("--line-breaks", flags.line_breaks,
                 "Meaning of a line break: paragraph (the default), if it ends "
                 "a sentence, or wrapped, if lines up to a blank line are one "
                 "paragraph, as in e-mails")
      ->check(CLI::IsMember({"paragraph", "wrapped"}));
  app.add_flag("--allow-pivot", flags.allow_pivot,
               "Translate through a language between the two if no model "
               "translates directly. `interpres languages` lists these pairs");
  AddProtectionFlags(app, flags);
  AddDecoding(app, "--beam", flags.beam,
              "Beam size, 1 to 16; 1 means greedy search");
  AddDecoding(
      app, "--nbest", flags.nbest,
      "Number of translations of each line, at most the beam size, or with "
      "--sample at most 16; without --json, each one is printed on a separate "
      "line, after the number of its input line and a tab");
  AddDecoding(app, "--length-penalty", flags.length_penalty,
              "Exponent of the length normalisation, 0 to 5");
  AddDecoding(app, "--max-length", flags.max_length,
              "Maximum number of tokens of the translation of a sentence");
  app.add_flag("--shortlist", flags.shortlist,
               "Search within the model's shortlist, which is faster and may "
               "give other translations than exact search")
      ->group("Decoding");
  AddDecoding(
      app, "--repetition-penalty", flags.repetition_penalty,
      "Above 1, tokens that a translation already has become less likely; 0.1 "
      "to 10");
  AddDecoding(
      app, "--no-repeat-ngram", flags.no_repeat_ngram,
      "Length of the token runs that may occur only once in a translation, 0 "
      "to 64; 0 disables the rule");
  AddDecoding(app, "--target-prefix", flags.target_prefix,
              "Text that every translation begins with");
  AddSamplingFlags(app, flags);
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

void SetTextOptions(const RequestFlags& flags,
                    interpres::v1::TranslateRequest& request) {
  if (!flags.split.empty()) {
    request.set_split(flags.split == "off" ? interpres::v1::SPLIT_OFF
                                           : interpres::v1::SPLIT_SENTENCES);
  }
  if (!flags.line_breaks.empty()) {
    request.set_line_breaks(flags.line_breaks == "wrapped"
                                ? interpres::v1::LINE_BREAKS_WRAPPED
                                : interpres::v1::LINE_BREAKS_PARAGRAPH);
  }
  request.set_allow_pivot(flags.allow_pivot);
  SetProtection(flags, request);
}

interpres::v1::Priority PriorityOf(const RequestFlags& flags) {
  if (flags.priority.empty()) {
    return interpres::v1::PRIORITY_UNSPECIFIED;
  }
  return flags.priority == "batch" ? interpres::v1::PRIORITY_BATCH
                                   : interpres::v1::PRIORITY_INTERACTIVE;
}

}  // namespace interpres
