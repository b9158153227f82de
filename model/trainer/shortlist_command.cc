// Tested by shortlist_command_test.cc.

#include "model/trainer/shortlist_command.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/checkpoint/model_directory.h"
#include "model/engine/directions.h"
#include "model/tokenizer/language_tag.h"
#include "model/tokenizer/tokenizer.h"
#include "model/trainer/flag_group.h"
#include "model/trainer/text_flags.h"
#include "model/training/corpus.h"
#include "model/training/shortlist_learner.h"

namespace interpres {
namespace {

struct ShortlistFlags {
  std::filesystem::path model;
  TextFlags texts = {.names = {"--source", "--target", "--source-language",
                               "--target-language"}};
  int64_t max_tokens = EncodeOptions{}.max_tokens;
  ShortlistOptions options;
  int64_t max_pairs = 300'000;
};

// The tokenizer and the served directions of the model that the shortlist is
// for.
struct ListedModel {
  std::unique_ptr<const Tokenizer> tokenizer;
  std::vector<LanguageDirection> directions;
};

absl::StatusOr<ListedModel> ReadModel(const std::filesystem::path& path) {
  INTERPRES_ASSIGN_OR_RETURN(ModelDirectory model, ReadModelDirectory(path));
  ModelDescription& description = model.description;
  if (!description.source_vocabulary.empty()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: the model has a vocabulary for each language; expected one "
        "vocabulary for both; use the lexical shortlist of the model",
        path.string()));
  }
  ListedModel listed;
  INTERPRES_ASSIGN_OR_RETURN(
      listed.tokenizer,
      Tokenizer::Create({.source_spm = std::move(description.source_spm),
                         .target_spm = std::move(description.target_spm),
                         .vocabulary = std::move(description.vocabulary),
                         .token_template = model.family->token_template,
                         .source_rules = description.source_rules}));
  if (listed.tokenizer->HasSourceTags()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: shortlists are not supported for models of many languages; give a "
        "model of one pair",
        path.string()));
  }
  INTERPRES_ASSIGN_OR_RETURN(
      listed.directions,
      ServedDirections(description.card, description.tokenizer_languages,
                       listed.tokenizer->tagged_languages()));
  return listed;
}

// Keeps `most` pairs, from all over the text.
void Thin(std::size_t most, ParallelText& text) {
  const std::size_t size = text.lines.size();
  if (size <= most) {
    return;
  }
  for (std::size_t i = 0; i < most; ++i) {
    const std::size_t from = i * size / most;
    if (from != i) {  // a string that is moved to itself may be empty then
      text.source[i] = std::move(text.source[from]);
      text.target[i] = std::move(text.target[from]);
      text.lines[i] = text.lines[from];
    }
  }
  text.source.resize(most);
  text.target.resize(most);
  text.lines.resize(most);
}

// The model must translate the texts in their direction. If it translates back,
// too, the list is learned for both.
absl::StatusOr<EncodeOptions> EncodingOf(const CorpusFiles& files,
                                         const ListedModel& model) {
  const auto& [source, target] = files.languages;
  for (const std::string& language : {source, target}) {
    if (!IsLanguageCode(language)) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s: \"%s\" is no language code such as en, es or pt-BR",
          files.source.string(), language));
    }
  }
  const bool tagged = !model.tokenizer->tagged_languages().empty();
  const absl::Status known =
      ResolveTag(model.directions, tagged, source, target).status();
  if (!known.ok()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: %s", files.source.string(), std::string(known.message())));
  }
  EncodeOptions encoding;
  encoding.bidirectional =
      tagged && ResolveTag(model.directions, tagged, target, source).ok();
  return encoding;
}

absl::StatusOr<ExampleSet> ReadExamples(const ShortlistFlags& flags,
                                        const ListedModel& model) {
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<CorpusFiles> texts,
                             TextsOf(flags.texts));
  ExampleSet examples;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    INTERPRES_ASSIGN_OR_RETURN(EncodeOptions encoding,
                               EncodingOf(texts[i], model));
    encoding.max_tokens = flags.max_tokens;
    encoding.corpus = static_cast<int64_t>(i);
    INTERPRES_ASSIGN_OR_RETURN(ParallelText text, ReadParallelText(texts[i]));
    Thin(static_cast<std::size_t>(flags.max_pairs) / texts.size(), text);
    INTERPRES_RETURN_IF_ERROR(
        EncodeCorpus(text, *model.tokenizer, encoding, examples).status());
  }
  return examples;
}

absl::Status RunShortlist(const ShortlistFlags& flags) {
  INTERPRES_RETURN_IF_ERROR(ValidateShortlistOptions(flags.options));
  INTERPRES_ASSIGN_OR_RETURN(const ListedModel model, ReadModel(flags.model));
  const Tokenizer& tokenizer = *model.tokenizer;
  const std::vector<int32_t> markers = tokenizer.MarkerIds();
  INTERPRES_ASSIGN_OR_RETURN(const ExampleSet examples,
                             ReadExamples(flags, model));
  INTERPRES_ASSIGN_OR_RETURN(
      const Shortlist shortlist,
      LearnShortlist(examples,
                     {.size = tokenizer.vocab_size(), .markers = markers},
                     flags.options));
  INTERPRES_RETURN_IF_ERROR(WriteShortlist(flags.model, shortlist));
  const ShortlistCoverage coverage =
      MeasureCoverage(shortlist, examples, tokenizer.eos_id());
  std::fprintf(stderr,
               "%s: %lld entries from %lld sentences. On these a list has %.0f "
               "tokens of %d on average; it has %.2f %% of the target tokens, "
               "and all of them in %.1f %% of the sentences\n",
               (flags.model / kShortlistFile).c_str(),
               static_cast<long long>(shortlist.entries()),
               static_cast<long long>(examples.size()), coverage.mean_tokens,
               shortlist.vocab_size(), 100.0 * coverage.listed_share,
               100.0 * coverage.complete_share);
  return absl::OkStatus();
}

void AddFlags(CLI::App& command, ShortlistFlags& flags) {
  TextFlags& texts = flags.texts;
  FlagGroup group(command, "Options");
  group.Bare("--model", flags.model, "Checkpoint directory; gets the file")
      ->required();
  group
      .Bare(texts.names.source, texts.sources,
            "Parallel text, source side: UTF-8, one sentence per line; again "
            "for each further corpus")
      ->required();
  group
      .Bare(texts.names.target, texts.targets,
            "Parallel text, target side: line i translates line i; as many as "
            "sources, in their order")
      ->required();
  group
      .Bare(texts.names.source_language, texts.source_languages,
            "Code of the source language, e.g. en: one for all texts, or one "
            "for each")
      ->required();
  group
      .Bare(texts.names.target_language, texts.target_languages,
            "Code of the target language: one for all, or one for each; a "
            "model with tags for both learns both directions")
      ->required();
  group.Add("--best", flags.options.best,
            "Maximum number of aligned target pieces of a source piece");
  group.Add("--threshold", flags.options.threshold,
            "Leave out those that are less probable, given the source piece");
  group.Add("--frequent", flags.options.frequent,
            "Number of frequent target pieces that every sentence has");
  group.Add("--iterations", flags.options.iterations,
            "Of expectation maximisation");
  group.Add("--max-tokens", flags.max_tokens,
            "Leave out pairs with a longer side");
  group
      .Add("--max-pairs", flags.max_pairs,
           "Number of pairs to learn from, from all over the text; time and "
           "memory grow with the number")
      ->check(CLI::Range(int64_t{1000}, int64_t{1} << 40));
}

}  // namespace

void AddShortlistCommand(CLI::App& app, int& exit_code) {
  const auto flags = std::make_shared<ShortlistFlags>();
  CLI::App* command = app.add_subcommand(
      "shortlist",
      "Learn from a parallel corpus which target pieces a source piece may "
      "become, for faster search");
  AddFlags(*command, *flags);
  command->callback([flags, &exit_code] {
    const absl::Status status = RunShortlist(*flags);
    if (!status.ok()) {
      std::fprintf(stderr, "shortlist: %s\n",
                   std::string(status.message()).c_str());
    }
    exit_code = status.ok() ? 0 : 1;
  });
}

}  // namespace interpres
