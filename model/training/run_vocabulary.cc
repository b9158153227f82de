#include "model/training/run_vocabulary.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/training/batching.h"
#include "model/training/initial_checkpoint.h"
#include "model/training/vocabulary_store.h"

namespace interpres {
namespace {

using Say = std::function<void(const std::string&)>;

// Takes each line `weight` times on average, evenly over the text.
void AppendEvenly(const std::vector<std::string>& lines, double weight,
                  std::vector<std::string>& taken) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto times = static_cast<std::size_t>(
        std::floor(weight * static_cast<double>(i + 1)) -
        std::floor(weight * static_cast<double>(i)));
    taken.insert(taken.end(), times, lines[i]);
  }
}

// The vocabulary that the options name, by a file or a checkpoint.
absl::StatusOr<std::optional<Vocabulary>> GivenVocabulary(
    const TrainingRunOptions& options, const ModelDirectory* initial) {
  if (!options.vocabulary_file.empty()) {
    return ReadVocabulary(options.vocabulary_file);
  }
  if (initial == nullptr) {
    return std::nullopt;
  }
  return InitialVocabulary(*initial);
}

// The vocabulary of the run that is resumed; one that is given must be the
// same.
absl::StatusOr<Vocabulary> ReadKeptVocabulary(
    const TrainingRunOptions& options, const std::optional<Vocabulary>& given,
    const Say& say) {
  const std::filesystem::path kept = VocabularyPath(options);
  INTERPRES_ASSIGN_OR_RETURN(Vocabulary vocabulary, ReadVocabulary(kept));
  if (given.has_value() &&
      (given->spm != vocabulary.spm || given->pieces != vocabulary.pieces)) {
    const bool initial = options.vocabulary_file.empty();
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s: its vocabulary differs from the one this run was started with, "
        "%s; resume without %s, or start over with --fresh",
        (initial ? options.initial_checkpoint : options.vocabulary_file)
            .string(),
        kept.string(), initial ? "--init" : "--vocab"));
  }
  say(absl::StrFormat("going on with the vocabulary of %s: %d pieces",
                      kept.string(), vocabulary.pieces.size()));
  return vocabulary;
}

// The vocabulary of the run that is resumed, a given one, or a new one.
absl::StatusOr<Vocabulary> ChooseVocabulary(
    const TrainingRunOptions& options, const ModelDirectory* initial,
    std::span<const ParallelText> corpora, const Say& say) {
  INTERPRES_ASSIGN_OR_RETURN(std::optional<Vocabulary> given,
                             GivenVocabulary(options, initial));
  // Without a state the run begins, with these options.
  if (HasState(options.trainer)) {
    return ReadKeptVocabulary(options, given, say);
  }
  if (given.has_value()) {
    return *std::move(given);
  }
  say(absl::StrFormat("building a %s vocabulary of %d pieces",
                      std::string(SubwordModelName(options.subword_model)),
                      options.vocab_size));
  return BuildVocabulary(options, corpora);
}

}  // namespace

absl::StatusOr<Vocabulary> BuildVocabulary(
    const TrainingRunOptions& options, std::span<const ParallelText> corpora) {
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < corpora.size(); ++i) {
    const double weight = options.train[i].weight;
    const absl::Status valid = ValidateSampledPart(
        {.examples = static_cast<int64_t>(corpora[i].source.size()),
         .weight = weight});
    if (!valid.ok()) {
      return absl::Status(
          valid.code(),
          absl::StrFormat("%s: %s", corpora[i].files.source.string(),
                          std::string(valid.message())));
    }
    AppendEvenly(corpora[i].source, weight, sentences);
    AppendEvenly(corpora[i].target, weight, sentences);
  }
  VocabularyOptions vocabulary;
  vocabulary.vocab_size = options.vocab_size;
  vocabulary.model = options.subword_model;
  vocabulary.byte_fallback = options.byte_fallback;
  vocabulary.tagged_languages = TargetLanguages(
      DirectionsOf(options.train, options.encoding.bidirectional));
  if (vocabulary.tagged_languages.size() == 1) {
    vocabulary.tagged_languages.clear();
  }
  return TrainVocabulary(sentences, vocabulary);
}

std::filesystem::path VocabularyPath(const TrainingRunOptions& options) {
  return options.trainer.state_directory / "vocabulary.state";
}

absl::StatusOr<Vocabulary> ObtainVocabulary(
    const TrainingRunOptions& options, const ModelDirectory* initial,
    const ProcessGroup& group, std::span<const ParallelText> corpora,
    const Say& say) {
  absl::StatusOr<Vocabulary> vocabulary =
      group.leads() ? ChooseVocabulary(options, initial, corpora, say)
                    : Vocabulary();
  INTERPRES_RETURN_IF_ERROR(group.FirstError(vocabulary.status()));
  std::string pieces = JoinPieces(vocabulary->pieces);
  group.Broadcast(pieces);
  group.Broadcast(vocabulary->spm);
  vocabulary->pieces = SplitPieces(pieces);
  return vocabulary;
}

}  // namespace interpres
