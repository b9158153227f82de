#include "model/trainer/corpus_flags.h"

#include <cstddef>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"

namespace interpres {
namespace {

// Returns the language that all texts have on `side`. Returns "" if the
// languages differ or there are no texts.
std::string Common(const std::vector<CorpusFiles>& texts,
                   std::string LanguageDirection::*side) {
  for (const CorpusFiles& text : texts) {
    if (text.languages.*side != texts[0].languages.*side) {
      return "";
    }
  }
  return texts.empty() ? "" : texts[0].languages.*side;
}

absl::StatusOr<std::vector<CorpusFiles>> DevTextsOf(
    TextFlags flags, const std::vector<CorpusFiles>& train) {
  if (flags.sources.empty() && flags.tsvs.empty()) {
    return TextsOf(flags);
  }
  if (flags.source_languages.empty()) {
    flags.source_languages = {Common(train, &LanguageDirection::source)};
  }
  if (flags.target_languages.empty()) {
    flags.target_languages = {Common(train, &LanguageDirection::target)};
  }
  return TextsOf(flags);
}

}  // namespace

void AddCorpusFlags(FlagGroup& group, CorpusFlags& flags,
                    TrainingRunOptions& run) {
  TextFlags& train = flags.train;
  group.Bare(train.names.source, train.sources,
             "Training text, source side: UTF-8, one sentence per line; again "
             "for each further corpus");
  group.Bare(train.names.target, train.targets,
             "Training text, target side: line i translates line i; as many "
             "as sources, in their order");
  group.Bare(train.names.tsv, train.tsvs,
             "Training text as one file, with one tab between source and "
             "target; after the corpora of two files where order counts");
  group
      .Bare(train.names.source_language, train.source_languages,
            "Code of the source language, e.g. en: one for all corpora, or one "
            "for each")
      ->required();
  group
      .Bare(train.names.target_language, train.target_languages,
            "Code of the target language: one for all, or one for each; if "
            "there are several, sources start with a >>language<< tag")
      ->required();
  group.Switch("--bidirectional", run.encoding.bidirectional,
               "Both directions of each corpus");
}

void AddDevFlags(FlagGroup& group, CorpusFlags& flags) {
  TextFlags& dev = flags.dev;
  group.Bare(dev.names.source, dev.sources,
             "Validation text, source side; again for each further text");
  group.Bare(dev.names.target, dev.targets,
             "Validation text, target side; as many as sources");
  group.Bare(dev.names.tsv, dev.tsvs,
             "Validation text as one file, with one tab between source and "
             "target");
  group.Bare(dev.names.source_language, dev.source_languages,
             "Code of its language: one for all, or one for each [the "
             "corpora's language, if they have one]");
  group.Bare(dev.names.target_language, dev.target_languages,
             "Code of its target language, as --dev-source-language");
}

void AddWeightFlag(FlagGroup& group, CorpusFlags& flags) {
  group.Bare("--train-weight", flags.weights,
             "How often an epoch, and the vocabulary, takes each pair of a "
             "corpus, one number per corpus [1: everything once]");
  group.Bare("--train-tag", flags.tags,
             "Name that the sources of a corpus begin with, such as bt for "
             "<<bt>>, one per corpus, - for none; a corpus with a tag is used "
             "in its own direction only");
}

absl::Status ApplyCorpusFlags(const CorpusFlags& flags,
                              TrainingRunOptions& run) {
  if (flags.train.sources.empty() && flags.train.targets.empty() &&
      flags.train.tsvs.empty()) {
    return absl::InvalidArgumentError(
        "there is no training text; expected --train-source and "
        "--train-target, or --train-tsv");
  }
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<CorpusFiles> texts,
                             TextsOf(flags.train));
  const std::size_t count = texts.size();
  if (!flags.weights.empty() && flags.weights.size() != count) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--train-weight is given ", flags.weights.size(), " times for ", count,
        " corpora; give one for each, or none"));
  }
  if (!flags.tags.empty() && flags.tags.size() != count) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--train-tag is given ", flags.tags.size(), " times for ", count,
        " corpora; give one for each (- for no tag), or none"));
  }
  run.train.clear();
  for (std::size_t i = 0; i < count; ++i) {
    run.train.push_back(
        {.files = texts[i],
         .weight = flags.weights.empty() ? 1.0 : flags.weights[i]});
    if (!flags.tags.empty() && flags.tags[i] != "-") {
      run.train.back().files.tag = flags.tags[i];
    }
  }
  INTERPRES_ASSIGN_OR_RETURN(run.dev, DevTextsOf(flags.dev, texts));
  return absl::OkStatus();
}

}  // namespace interpres
