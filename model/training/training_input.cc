#include "model/training/training_input.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "model/base/status.h"
#include "model/config/piece_ids.h"
#include "model/tokenizer/tokenizer.h"
#include "model/training/checkpoint_export.h"
#include "model/training/corpus_check.h"
#include "model/training/initial_checkpoint.h"
#include "model/training/model_settings.h"
#include "model/training/noise_sampler.h"
#include "model/training/run_vocabulary.h"
#include "model/training/subword_sampler.h"
#include "model/training/text_file.h"

namespace interpres {
namespace {

using Say = std::function<void(const std::string&)>;

// Characters without a piece that a run prints; its report has more.
constexpr std::size_t kSaidCharacters = 5;

// Returns the checkpoint of --init, on the leader only. Returns nullopt without
// --init. Also returns nullopt if the checkpoint does not exist and the run
// resumes, because a resumed run does not need the checkpoint and may be on
// another machine.
absl::StatusOr<std::optional<ModelDirectory>> ReadInitialCheckpoint(
    const TrainingRunOptions& options, const ProcessGroup& group) {
  const std::filesystem::path& path = options.initial_checkpoint;
  if (!group.leads() || path.empty() ||
      (HasState(options.trainer) && !std::filesystem::exists(path))) {
    return std::nullopt;
  }
  return ReadModelDirectory(path);
}

void SayLeftOut(const std::string& name, const LeftOut& reason,
                const std::string& why, const Say& say) {
  if (reason.pairs > 0) {
    say(absl::StrFormat("%s: left out %d pairs %s (the first at line %d)", name,
                        reason.pairs, why, reason.first_line));
  }
}

void SayUnknown(const std::filesystem::path& file, const FileTokens& tokens,
                const Say& say) {
  if (tokens.unknown > 0) {
    say(absl::StrFormat("%s: %d of %d tokens are unknown to the vocabulary",
                        file.string(), tokens.unknown, tokens.all));
  }
}

// Checks a text of a new run. A resumed run has checked its texts.
absl::Status CheckText(const TrainingRunOptions& options,
                       const ParallelText& text, const Say& say) {
  if (HasState(options.trainer)) {
    return absl::OkStatus();
  }
  absl::Status checked =
      CheckCorpus(text,
                  "correct the text, or train on it anyway with "
                  "--allow-suspicious-corpora");
  if (checked.ok() || !options.allow_suspicious_corpora) {
    return checked;
  }
  say(absl::StrFormat("warning: %s", std::string(checked.message())));
  return absl::OkStatus();
}

void SayReport(const ParallelText& text, const EncodingReport& report,
               const EncodeOptions& options, const Say& say) {
  const std::string name = text.files.source.string();
  say(absl::StrFormat(
      "%s: %d pairs, %d examples, %d source and %d target tokens, %s to %s",
      name, text.lines.size(), report.examples, report.source_tokens,
      report.target_tokens, text.files.languages.source,
      text.files.languages.target));
  SayLeftOut(name, text.empty, "with an empty side", say);
  SayLeftOut(name, text.overlong,
             absl::StrFormat("with a line of more than %d bytes", kLongestLine),
             say);
  SayLeftOut(name, report.too_long,
             absl::StrFormat("longer than %d tokens", options.max_tokens), say);
  SayLeftOut(name, report.too_short,
             absl::StrFormat("shorter than %d tokens", options.min_tokens),
             say);
  SayLeftOut(name, report.uneven,
             absl::StrFormat("with a side over %g times as long as the other",
                             options.max_ratio),
             say);
  SayUnknown(text.files.source, report.source_file, say);
  SayUnknown(text.files.target, report.target_file, say);
}

// The first pair of the text, in its direction or the reverse, that the model
// can score.
std::optional<GoldenSentence> FirstGoodPair(
    const ParallelText& text, const LanguageDirection& direction,
    const Tokenizer& tokenizer, const ModelDescription& description) {
  const bool reversed = direction != text.files.languages;
  if (reversed && direction != Reversed(text.files.languages)) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < text.lines.size(); ++i) {
    GoldenSentence sentence = {
        .target_language = TagLanguage(tokenizer, direction),
        .source = reversed ? text.target[i] : text.source[i],
        .target = reversed ? text.source[i] : text.target[i]};
    if (CheckGolden(sentence, tokenizer, description).ok()) {
      return sentence;
    }
  }
  return std::nullopt;
}

// One for each direction that has such a pair.
std::vector<GoldenSentence> FirstGoodPairs(
    std::span<const ParallelText> corpora, const Tokenizer& tokenizer,
    const ModelDescription& description) {
  std::vector<GoldenSentence> golden;
  for (const LanguageDirection& direction : description.card.directions) {
    std::optional<GoldenSentence> found;
    for (std::size_t i = 0; !found.has_value() && i < corpora.size(); ++i) {
      found = FirstGoodPair(corpora[i], direction, tokenizer, description);
    }
    if (found.has_value()) {
      golden.push_back(*std::move(found));
    }
  }
  return golden;
}

absl::Status EncodeTrain(const TrainingRunOptions& options,
                         std::span<const ParallelText> corpora,
                         const Tokenizer& tokenizer, TrainingInput& input,
                         const Say& say) {
  for (std::size_t i = 0; i < corpora.size(); ++i) {
    EncodeOptions encoding = options.encoding;
    encoding.corpus = static_cast<int64_t>(i);
    INTERPRES_ASSIGN_OR_RETURN(
        const EncodingReport report,
        EncodeCorpus(corpora[i], tokenizer, encoding, input.data.train));
    SayReport(corpora[i], report, encoding, say);
    input.train_pairs += std::ssize(corpora[i].lines);
    input.parts.push_back(
        {.examples = report.examples, .weight = options.train[i].weight});
  }
  return absl::OkStatus();
}

// Encodes the dev texts. The reverse of a text is validated if the run trains
// the reverse, which is one of `directions` then.
absl::Status EncodeDev(const TrainingRunOptions& options,
                       std::span<const LanguageDirection> directions,
                       const Tokenizer& tokenizer, TrainingInput& input,
                       const Say& say) {
  EncodeOptions encoding = options.encoding;
  encoding.min_tokens = 0;
  encoding.max_ratio = 0.0;
  for (const ParallelText& text : input.dev) {
    encoding.bidirectional = options.encoding.bidirectional &&
                             HasReverse(directions, text.files.languages);
    INTERPRES_ASSIGN_OR_RETURN(
        const EncodingReport report,
        EncodeCorpus(text, tokenizer, encoding, input.data.dev));
    SayReport(text, report, encoding, say);
    ++encoding.corpus;
  }
  return absl::OkStatus();
}

// Each of several target languages needs a tag, and so does a single one if the
// vocabulary has tags at all.
absl::Status CheckTags(const Tokenizer& tokenizer,
                       std::span<const LanguageDirection> directions) {
  const std::vector<std::string>& tagged = tokenizer.tagged_languages();
  const std::vector<std::string> targets = TargetLanguages(directions);
  if (tagged.empty() && targets.size() == 1) {
    return absl::OkStatus();
  }
  for (const std::string& target : targets) {
    if (std::find(tagged.begin(), tagged.end(), target) == tagged.end()) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "the vocabulary has no tag for the target language \"%s\" (it has: "
          "%s), and the run translates to %s; build one for them with "
          "interpres-train vocab under the same languages, and give it with "
          "--vocab",
          target, tagged.empty() ? "none" : absl::StrJoin(tagged, ", "),
          absl::StrJoin(targets, ", ")));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckTexts(const TrainingRunOptions& options,
                        std::span<const ParallelText> corpora, const Say& say) {
  for (const ParallelText& text : corpora) {
    INTERPRES_RETURN_IF_ERROR(CheckText(options, text, say));
  }
  return absl::OkStatus();
}

// Returns the draws of sub-words and noise, or null if the run has neither.
absl::StatusOr<ExampleSampling> MakeSampling(
    const TrainingRunOptions& options,
    std::shared_ptr<const Tokenizer> tokenizer,
    std::vector<ParallelText> corpora, const ExampleSet& examples) {
  const bool has_subwords = options.trainer.subword_alpha > 0.0;
  if (!has_subwords && !options.noise.any()) {
    return nullptr;
  }
  const auto texts =
      std::make_shared<const std::vector<ParallelText>>(std::move(corpora));
  NoiseSamplerOptions noise = {.noise = options.noise,
                               .max_tokens = options.encoding.max_tokens};
  if (has_subwords) {
    noise.subwords = {.alpha = options.trainer.subword_alpha,
                      .nbest = options.trainer.subword_nbest,
                      .max_tokens = options.encoding.max_tokens};
    INTERPRES_ASSIGN_OR_RETURN(
        noise.without_noise,
        MakeSubwordSampling(tokenizer, texts, *noise.subwords));
  }
  return options.noise.any()
             ? MakeNoiseSampling(std::move(tokenizer), texts, examples, noise)
             : noise.without_noise;
}

absl::StatusOr<std::vector<ParallelText>> ReadTexts(
    std::span<const CorpusFiles> files) {
  std::vector<ParallelText> texts;
  for (const CorpusFiles& text_files : files) {
    INTERPRES_ASSIGN_OR_RETURN(ParallelText text, ReadParallelText(text_files));
    texts.push_back(std::move(text));
  }
  return texts;
}

absl::Status CheckFiles(const TrainingRunOptions& options,
                        std::span<const ParallelText> corpora,
                        std::span<const ParallelText> dev, const Say& say) {
  if (!options.golden_file.empty()) {
    INTERPRES_RETURN_IF_ERROR(CheckGoldenFile(options.golden_file));
  }
  INTERPRES_RETURN_IF_ERROR(CheckTexts(options, corpora, say));
  return CheckTexts(options, dev, say);
}

// What every process makes of the texts and the vocabulary, by itself.
absl::Status EncodeTexts(const TrainingRunOptions& options,
                         std::vector<ParallelText> corpora,
                         TrainingInput& input, const Say& say) {
  INTERPRES_ASSIGN_OR_RETURN(
      std::shared_ptr<const Tokenizer> tokenizer,
      Tokenizer::Create({.source_spm = input.vocabulary.spm,
                         .target_spm = input.vocabulary.spm,
                         .vocabulary = input.vocabulary.pieces}));
  const ModelConfig config =
      ConfigForVocabulary(options.model, input.vocabulary);
  INTERPRES_RETURN_IF_ERROR(ValidateModelConfig(config));
  std::vector<LanguageDirection> directions =
      DirectionsOf(options.train, options.encoding.bidirectional);
  INTERPRES_RETURN_IF_ERROR(CheckTags(*tokenizer, directions));
  INTERPRES_RETURN_IF_ERROR(
      EncodeTrain(options, corpora, *tokenizer, input, say));
  INTERPRES_RETURN_IF_ERROR(
      EncodeDev(options, directions, *tokenizer, input, say));
  input.spelling = FindUnspelledCharacters(corpora, *tokenizer);
  for (const std::string& line :
       FormatSpellingReport(input.spelling, kSaidCharacters)) {
    say(line);
  }
  input.data.start_id = config.decoder_start_token_id;
  input.description =
      DescribeModel(config, input.vocabulary, std::move(directions));
  input.description.card.provenance = options.provenance;
  INTERPRES_ASSIGN_OR_RETURN(
      input.description.card.golden,
      options.golden_file.empty()
          ? FirstGoodPairs(corpora, *tokenizer, input.description)
          : ReadGoldenFile(options.golden_file, *tokenizer, input.description));
  input.layout = std::make_unique<const ParameterLayout>(config);
  INTERPRES_ASSIGN_OR_RETURN(
      input.data.sample, MakeSampling(options, std::move(tokenizer),
                                      std::move(corpora), input.data.train));
  return absl::OkStatus();
}

absl::Status BeginWith(const ModelDirectory* initial, TrainingInput& input,
                       const Say& say) {
  if (initial == nullptr) {
    return absl::OkStatus();
  }
  const PieceIds& pieces = input.vocabulary.pieces;
  INTERPRES_ASSIGN_OR_RETURN(
      InitialWeights weights,
      ReadInitialWeights(*initial, pieces, *input.layout));
  if (pieces != initial->description.vocabulary) {
    say(absl::StrFormat("of %d pieces %s has %d and spells %d with several",
                        pieces.size(), initial->path.string(),
                        weights.kept_pieces, weights.spelled_pieces));
  }
  input.data.initial_parameters = std::move(weights.parameters);
  return absl::OkStatus();
}

void SayModel(const ModelConfig& config, const Say& say) {
  say(absl::StrFormat(
      "model: %d parameters (d_model %d, %d+%d layers, ffn %d, %d heads, "
      "vocabulary %d%s)",
      CountParameters(config), config.d_model, config.encoder_layers,
      config.decoder_layers, config.encoder_ffn_dim,
      config.encoder_attention_heads, config.vocab_size, VariantWords(config)));
}

}  // namespace

absl::StatusOr<std::vector<ParallelText>> ReadCorpora(
    const std::vector<TrainingCorpus>& corpora) {
  if (corpora.empty()) {
    return absl::InvalidArgumentError("there is no training text");
  }
  std::vector<CorpusFiles> files;
  files.reserve(corpora.size());
  for (const TrainingCorpus& corpus : corpora) {
    files.push_back(corpus.files);
  }
  return ReadTexts(files);
}

absl::StatusOr<TrainingInput> PrepareTraining(const TrainingRunOptions& options,
                                              const ProcessGroup& group,
                                              const Say& say) {
  absl::StatusOr<std::vector<ParallelText>> corpora =
      ReadCorpora(options.train);
  INTERPRES_RETURN_IF_ERROR(group.FirstError(corpora.status()));
  // Building a vocabulary and encoding the corpora take long, so the dev texts
  // are read and checked before.
  absl::StatusOr<std::vector<ParallelText>> dev = ReadTexts(options.dev);
  INTERPRES_RETURN_IF_ERROR(group.FirstError(dev.status()));
  INTERPRES_RETURN_IF_ERROR(group.LeaderDoes(
      [&] { return CheckFiles(options, *corpora, *dev, say); }));
  const absl::StatusOr<std::optional<ModelDirectory>> opened =
      ReadInitialCheckpoint(options, group);
  INTERPRES_RETURN_IF_ERROR(group.FirstError(opened.status()));
  const ModelDirectory* initial = opened->has_value() ? &**opened : nullptr;
  TrainingInput input;
  input.dev = *std::move(dev);
  INTERPRES_ASSIGN_OR_RETURN(
      input.vocabulary,
      ObtainVocabulary(options, initial, group, *corpora, say));
  INTERPRES_RETURN_IF_ERROR(
      group.FirstError(EncodeTexts(options, *std::move(corpora), input, say)));
  // The run's own state wins over another checkpoint.
  INTERPRES_RETURN_IF_ERROR(group.LeaderDoes([&] {
    return HasState(options.trainer) ? absl::OkStatus()
                                     : BeginWith(initial, input, say);
  }));
  SayModel(input.layout->config(), say);
  return input;
}

}  // namespace interpres
