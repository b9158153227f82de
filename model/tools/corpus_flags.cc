#include "model/tools/corpus_flags.h"

#include <cstddef>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"

namespace interpres {

void AddCorpusFlags(FlagGroup& group, CorpusFlags& flags,
                    TrainingRunOptions& run) {
  group
      .Bare("--train-source", flags.sources,
            "Training text, source side: UTF-8, one sentence per line; again "
            "for each further corpus")
      ->required();
  group
      .Bare("--train-target", flags.targets,
            "Training text, target side: line i translates line i; as many "
            "as sources, in their order")
      ->required();
  group
      .Bare("--source-language", run.encoding.source_language,
            "Code of the source language, e.g. en")
      ->required();
  group
      .Bare("--target-language", run.encoding.target_language,
            "Code of the target language, e.g. es")
      ->required();
  group.Switch("--bidirectional", run.encoding.bidirectional,
               "Both directions; sources start with a >>language<< tag");
}

void AddWeightFlag(FlagGroup& group, CorpusFlags& flags) {
  group.Bare("--train-weight", flags.weights,
             "How often an epoch, and the vocabulary, takes each pair of a "
             "corpus, one number per corpus [1: everything once]");
}

void AddVocabularyFlags(FlagGroup& group, CorpusFlags& flags,
                        TrainingRunOptions& run) {
  group.Add("--vocab-size", run.vocab_size,
            "Entries of the joint vocabulary: pieces, special symbols and "
            "tags together");
  group.Add("--vocab-type", flags.vocab_type,
            "SentencePiece model of the vocabulary: unigram or bpe");
  group.Switch("--byte-fallback", run.byte_fallback,
               "Spell characters without a piece by 256 byte pieces: nothing "
               "is unknown");
}

absl::Status ApplyCorpusFlags(const CorpusFlags& flags,
                              TrainingRunOptions& run) {
  const std::size_t count = flags.sources.size();
  if (flags.targets.size() != count) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--train-source is given ", count, " times but --train-target ",
        flags.targets.size(), " times; they go together, in order"));
  }
  if (!flags.weights.empty() && flags.weights.size() != count) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--train-weight is given ", flags.weights.size(), " times for ", count,
        " corpora; give one for each, or none"));
  }
  run.train.clear();
  for (std::size_t i = 0; i < count; ++i) {
    run.train.push_back(
        {.files = {flags.sources[i], flags.targets[i]},
         .weight = flags.weights.empty() ? 1.0 : flags.weights[i]});
  }
  INTERPRES_ASSIGN_OR_RETURN(run.subword_model,
                             ParseSubwordModel(flags.vocab_type));
  return absl::OkStatus();
}

}  // namespace interpres
