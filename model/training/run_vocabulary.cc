#include "model/training/run_vocabulary.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/kernels/counter_random.h"
#include "model/training/batching.h"
#include "model/training/initial_checkpoint.h"
#include "model/training/pair_noise.h"
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

// The names of the tags of the corpora, sorted, without repeats.
std::vector<std::string> CorpusTagsOf(
    const std::vector<TrainingCorpus>& corpora) {
  std::set<std::string> names;
  for (const TrainingCorpus& corpus : corpora) {
    names.insert(corpus.files.tag);
  }
  names.erase("");
  return {names.begin(), names.end()};
}

// Whether a vocabulary learns from noise of the kind. Errors are no words.
// Emoji and rare characters would each take an entry. A joined sentence has no
// new pieces.
bool TeachesPieces(NoiseKind kind) {
  return kind != NoiseKind::kTypos && kind != NoiseKind::kJoinedSentences &&
         kind != NoiseKind::kEmoji && kind != NoiseKind::kCharacters;
}

// Returns the pairs of a corpus that the noise of the run changes, with the
// noise. The draws depend only on the corpus and the line.
ParallelText WithNoise(const ParallelText& text, int64_t corpus,
                       const NoiseOptions& options) {
  // First part of the keys. The keys of training begin with another number.
  constexpr uint64_t kVocabularyDraws = 3;
  NoiseOptions taught;
  for (std::size_t i = 0; i < kNoiseKindCount; ++i) {
    taught.rates[i] =
        TeachesPieces(static_cast<NoiseKind>(i)) ? options.rates[i] : 0.0;
  }
  ParallelText noisy;
  for (std::size_t i = 0; taught.any() && i < text.lines.size(); ++i) {
    const uint64_t key = KeyOf({.corpus = corpus, .line = text.lines[i]});
    TextPair pair = {text.source[i], text.target[i]};
    const NoiseDraw draw =
        DrawNoise(taught, CombineKeys(kVocabularyDraws, key));
    if (!ApplyNoise(draw, text.files.languages, pair).empty()) {
      noisy.source.push_back(std::move(pair.source));
      noisy.target.push_back(std::move(pair.target));
    }
  }
  return noisy;
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
                      std::string(SubwordModelName(options.vocabulary.model)),
                      options.vocabulary.vocab_size));
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
    const ParallelText noisy =
        WithNoise(corpora[i], static_cast<int64_t>(i), options.noise);
    AppendEvenly(noisy.source, weight, sentences);
    AppendEvenly(noisy.target, weight, sentences);
  }
  VocabularyOptions vocabulary = options.vocabulary;
  vocabulary.tagged_languages = TargetLanguages(
      DirectionsOf(options.train, options.encoding.bidirectional));
  if (vocabulary.tagged_languages.size() == 1) {
    vocabulary.tagged_languages.clear();
  }
  vocabulary.corpus_tags = CorpusTagsOf(options.train);
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
