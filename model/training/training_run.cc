#include "model/training/training_run.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/text/tokenizer.h"
#include "model/training/checkpoint_export.h"
#include "model/training/checkpoint_scores.h"
#include "model/training/training_log.h"
#include "model/training/training_report.h"
#include "model/training/vocabulary_store.h"

namespace interpres {
namespace {

using Say = std::function<void(const std::string&)>;

constexpr char kVocabularyFile[] = "vocabulary.state";
constexpr char kLogFile[] = "log.jsonl";
constexpr char kReportFile[] = "report.html";
// A checkpoint that is scored and deleted.
constexpr char kCandidate[] = "candidate";

absl::Status CheckLanguage(const char* flag, const std::string& language) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  if (!language.empty() &&
      std::all_of(language.begin(), language.end(), is_plain)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s is \"%s\"; it must be a language code such as en, es or pt-BR", flag,
      language));
}

// The vocabulary of the run that is resumed; one that is given must be the
// same.
absl::StatusOr<Vocabulary> ReadKeptVocabulary(
    const std::filesystem::path& kept, const std::filesystem::path& given) {
  INTERPRES_ASSIGN_OR_RETURN(Vocabulary vocabulary, ReadVocabulary(kept));
  if (given.empty()) {
    return vocabulary;
  }
  INTERPRES_ASSIGN_OR_RETURN(const Vocabulary other, ReadVocabulary(given));
  if (other.spm != vocabulary.spm || other.pieces != vocabulary.pieces) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s: it differs from the vocabulary this run was started with, %s; "
        "resume without --vocab, or start over with --fresh",
        given.string(), kept.string()));
  }
  return vocabulary;
}

// The vocabulary of the run that is resumed, a given one, or a new one.
absl::StatusOr<Vocabulary> ObtainVocabulary(const TrainingRunOptions& options,
                                            const ParallelText& text,
                                            const Say& say) {
  const std::filesystem::path kept =
      options.trainer.state_directory / kVocabularyFile;
  if (options.trainer.start == StartMode::kResume &&
      std::filesystem::exists(kept)) {
    return ReadKeptVocabulary(kept, options.vocabulary_file);
  }
  if (!options.vocabulary_file.empty()) {
    return ReadVocabulary(options.vocabulary_file);
  }
  say(absl::StrFormat("building a vocabulary of %d pieces from %d pairs",
                      options.vocab_size, text.lines.size()));
  return BuildVocabulary(options, text);
}

absl::StatusOr<ExampleSet> Encode(const CorpusFiles& files,
                                  const ParallelText& text,
                                  const TrainingRunOptions& options,
                                  const Tokenizer& tokenizer, const Say& say) {
  INTERPRES_ASSIGN_OR_RETURN(EncodedCorpus corpus,
                             EncodeCorpus(text, tokenizer, options.encoding));
  const ExampleSet& examples = corpus.examples;
  say(absl::StrFormat(
      "%s: %d pairs, %d examples, %d source and %d target tokens",
      files.source.string(), text.lines.size(), examples.size(),
      examples.source_tokens(), examples.target_tokens()));
  if (text.empty_pairs > 0) {
    say(absl::StrFormat("%s: left out %d pairs with an empty side",
                        files.source.string(), text.empty_pairs));
  }
  if (corpus.too_long > 0) {
    say(absl::StrFormat(
        "%s: left out %d pairs longer than %d tokens (the first at line %d)",
        files.source.string(), corpus.too_long, options.encoding.max_tokens,
        corpus.first_too_long_line));
  }
  return std::move(corpus.examples);
}

// Pair i of the text in each direction.
std::vector<GoldenSentence> GoldenPair(const EncodeOptions& encoding,
                                       const ParallelText& text,
                                       std::size_t i) {
  std::vector<GoldenSentence> golden = {
      {.target_language =
           encoding.bidirectional ? encoding.target_language : "",
       .source = text.source[i],
       .target = text.target[i]}};
  if (encoding.bidirectional) {
    golden.push_back({.target_language = encoding.source_language,
                      .source = text.target[i],
                      .target = text.source[i]});
  }
  return golden;
}

// Sentences that the model can score: the first save must not fail over them.
absl::StatusOr<std::vector<GoldenSentence>> ChooseGolden(
    const TrainingRunOptions& options, const ParallelText& text,
    const Tokenizer& tokenizer, const ModelDescription& description) {
  const EncodeOptions& encoding = options.encoding;
  std::vector<GoldenSentence> golden;
  if (options.golden_file.empty()) {
    const auto is_good = [&](const GoldenSentence& sentence) {
      return CheckGolden(sentence, tokenizer, description).ok();
    };
    for (std::size_t i = 0; i < text.lines.size(); ++i) {
      golden = GoldenPair(encoding, text, i);
      if (std::all_of(golden.begin(), golden.end(), is_good)) {
        return golden;
      }
    }
    return std::vector<GoldenSentence>();
  }
  INTERPRES_ASSIGN_OR_RETURN(
      golden, ReadGoldenFile(options.golden_file, encoding.bidirectional));
  for (std::size_t i = 0; i < golden.size(); ++i) {
    const absl::Status status = CheckGolden(golden[i], tokenizer, description);
    if (!status.ok()) {
      return absl::Status(
          status.code(),
          absl::StrFormat("%s:%d: %s", options.golden_file.string(), i + 1,
                          std::string(status.message())));
    }
  }
  return golden;
}

double SteadySeconds() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// What Prepare makes of the options: the input of the loop and of the export.
struct Prepared {
  std::unique_ptr<const ParameterLayout> layout;
  TrainingData data;
  ParallelText dev;
  ModelDescription description;
  Vocabulary vocabulary;
};

absl::StatusOr<Prepared> Prepare(const TrainingRunOptions& options,
                                 const Say& say) {
  INTERPRES_ASSIGN_OR_RETURN(const ParallelText text,
                             ReadParallelText(options.train));
  INTERPRES_ASSIGN_OR_RETURN(Vocabulary vocabulary,
                             ObtainVocabulary(options, text, say));
  INTERPRES_ASSIGN_OR_RETURN(
      const auto tokenizer,
      Tokenizer::Create({.source_spm = vocabulary.spm,
                         .target_spm = vocabulary.spm,
                         .vocabulary = vocabulary.pieces}));
  const ModelConfig config = ConfigForVocabulary(options.model, vocabulary);
  INTERPRES_RETURN_IF_ERROR(ValidateModelConfig(config));
  Prepared prepared;
  INTERPRES_ASSIGN_OR_RETURN(
      prepared.data.train,
      Encode(options.train, text, options, *tokenizer, say));
  if (!options.dev.source.empty()) {
    INTERPRES_ASSIGN_OR_RETURN(prepared.dev, ReadParallelText(options.dev));
    INTERPRES_ASSIGN_OR_RETURN(
        prepared.data.dev,
        Encode(options.dev, prepared.dev, options, *tokenizer, say));
  }
  prepared.data.start_id = config.decoder_start_token_id;
  prepared.description = DescribeModel(config, vocabulary, options.encoding);
  prepared.description.card.provenance = options.provenance;
  INTERPRES_ASSIGN_OR_RETURN(
      prepared.description.card.golden,
      ChooseGolden(options, text, *tokenizer, prepared.description));
  prepared.layout = std::make_unique<const ParameterLayout>(config);
  say(absl::StrFormat(
      "model: %d parameters (d_model %d, %d+%d layers, ffn %d, %d heads, "
      "vocabulary %d)",
      CountParameters(config), config.d_model, config.encoder_layers,
      config.decoder_layers, config.encoder_ffn_dim,
      config.encoder_attention_heads, config.vocab_size));
  prepared.vocabulary = std::move(vocabulary);
  return prepared;
}

// What the hooks of the loop share.
struct RunContext {
  const TrainingRunOptions& options;
  const Prepared& prepared;
  const Say& say;
  const Say& log;
};

// Translates the dev set with the checkpoint at `path`, and tells the scores:
// "score" are those of a checkpoint, "candidate" of weights that are validated.
absl::StatusOr<std::vector<DirectionScore>> ReportScores(
    const RunContext& run, const std::filesystem::path& path, int64_t update,
    const char* event) {
  const TrainingRunOptions& options = run.options;
  if (options.bleu_sentences == 0 || run.prepared.dev.lines.empty()) {
    return std::vector<DirectionScore>();
  }
  INTERPRES_ASSIGN_OR_RETURN(
      std::vector<DirectionScore> scores,
      ScoreCheckpoint(path, run.prepared.dev, options.encoding,
                      options.bleu_sentences, options.trainer.threads));
  for (const DirectionScore& score : scores) {
    run.say(absl::StrFormat("update %d | %s %s BLEU %.2f | chrF %.2f", update,
                            score.direction,
                            std::string_view(event) == "score" ? "dev" : event,
                            score.bleu, score.chrf));
    run.log(absl::StrFormat(
        R"({"event":"%s","update":%d,"direction":"%s","bleu":%.4f,)"
        R"("chrf":%.4f})",
        event, update, score.direction, score.bleu, score.chrf));
  }
  return scores;
}

absl::Status SaveModel(const RunContext& run, std::span<const float> parameters,
                       const TrainingCounters& counters) {
  const TrainingRunOptions& options = run.options;
  ModelDescription description = run.prepared.description;
  description.card.provenance["updates"] =
      absl::StrFormat("%d", counters.update);
  INTERPRES_RETURN_IF_ERROR(
      ExportCheckpoint(options.output, std::move(description),
                       *run.prepared.layout, parameters, options.weights_type));
  run.say(absl::StrFormat("update %d | wrote %s", counters.update,
                          options.output.string()));
  return ReportScores(run, options.output, counters.update, "score").status();
}

// The mean over the directions of the metric, by the serving engine.
absl::StatusOr<double> ScoreModel(const RunContext& run,
                                  std::span<const float> parameters,
                                  const TrainingCounters& counters) {
  const std::filesystem::path path =
      run.options.trainer.state_directory / kCandidate;
  ModelDescription description = run.prepared.description;
  description.card.golden.clear();
  INTERPRES_RETURN_IF_ERROR(ExportCheckpoint(path, std::move(description),
                                             *run.prepared.layout, parameters,
                                             DataType::kFloat32));
  const auto scores = ReportScores(run, path, counters.update, "candidate");
  std::error_code error;
  std::filesystem::remove_all(path, error);
  INTERPRES_RETURN_IF_ERROR(scores.status());
  double sum = 0.0;
  for (const DirectionScore& score : *scores) {
    sum +=
        run.options.trainer.metric == Metric::kBleu ? score.bleu : score.chrf;
  }
  return sum / static_cast<double>(scores->size());
}

// A picture is not worth a run: what goes wrong is told, and training goes on.
void RefreshReport(const std::filesystem::path& state_directory,
                   const Say& say) {
  const absl::Status status = WriteTrainingReport(
      state_directory / kLogFile, state_directory / kReportFile);
  if (!status.ok()) {
    say(absl::StrFormat("the report was not written: %s",
                        std::string(status.message())));
  }
}

// Opens the log at its end. A line that a kill cut short gets its end, so that
// it does not spoil the next one.
absl::Status OpenLog(const std::filesystem::path& path, std::ofstream& log) {
  bool torn = false;
  if (std::ifstream old(path, std::ios::binary | std::ios::ate);
      old && old.tellg() > 0) {
    old.seekg(-1, std::ios::end);
    torn = old.get() != '\n';
  }
  log.open(path, std::ios::app);
  if (torn) {
    log << '\n';
  }
  return log ? absl::OkStatus()
             : absl::UnavailableError(absl::StrFormat(
                   "%s: cannot be opened for writing", path.string()));
}

}  // namespace

absl::Status ValidateTrainingRunOptions(const TrainingRunOptions& options) {
  const EncodeOptions& encoding = options.encoding;
  INTERPRES_RETURN_IF_ERROR(
      CheckLanguage("source-language", encoding.source_language));
  INTERPRES_RETURN_IF_ERROR(
      CheckLanguage("target-language", encoding.target_language));
  if (encoding.bidirectional &&
      encoding.source_language == encoding.target_language) {
    return absl::InvalidArgumentError(
        "--bidirectional needs two languages, but source-language and "
        "target-language are the same");
  }
  if (encoding.max_tokens < 2 ||
      encoding.max_tokens > options.model.max_position_embeddings) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "max-tokens is %d; it must be between 2 and max-positions (%d)",
        encoding.max_tokens, options.model.max_position_embeddings));
  }
  if (options.dev.source.empty() != options.dev.target.empty()) {
    return absl::InvalidArgumentError(
        "--dev-source and --dev-target go together");
  }
  if (options.bleu_sentences < 0) {
    return absl::InvalidArgumentError(
        absl::StrFormat("bleu-sentences is %d; it must not be negative",
                        options.bleu_sentences));
  }
  const TrainerOptions& trainer = options.trainer;
  if (options.dev.source.empty() &&
      (trainer.patience > 0 || trainer.average_best > 0)) {
    return absl::InvalidArgumentError(
        "--patience and --average-best judge by a dev set: they need "
        "--dev-source and --dev-target");
  }
  if (trainer.metric != Metric::kLoss && options.bleu_sentences == 0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--metric %s translates dev sentences: bleu-sentences must be above 0",
        std::string(MetricName(trainer.metric))));
  }
  return ValidateTrainerOptions(options.trainer);
}

absl::StatusOr<Vocabulary> BuildVocabulary(const TrainingRunOptions& options,
                                           const ParallelText& text) {
  std::vector<std::string> sentences = text.source;
  sentences.insert(sentences.end(), text.target.begin(), text.target.end());
  VocabularyOptions vocabulary;
  vocabulary.vocab_size = static_cast<int32_t>(options.vocab_size);
  if (options.encoding.bidirectional) {
    vocabulary.tagged_languages = {options.encoding.source_language,
                                   options.encoding.target_language};
  }
  return TrainVocabulary(sentences, vocabulary);
}

absl::StatusOr<StopReason> RunTraining(const TrainingRunOptions& options,
                                       const std::atomic<bool>& stop,
                                       const Say& say) {
  INTERPRES_RETURN_IF_ERROR(ValidateTrainingRunOptions(options));
  INTERPRES_RETURN_IF_ERROR(PrepareModelDirectory(options.output));
  INTERPRES_ASSIGN_OR_RETURN(Prepared prepared, Prepare(options, say));
  std::ofstream log;
  TrainerHooks hooks;
  hooks.say = say;
  const Say write_log = [&log, &say](const std::string& line) {
    if (!(log << line << std::endl)) {
      say("a line of the log was not written (is the disk full?)");
      log.clear();
    }
  };
  hooks.log = write_log;
  hooks.now_seconds = SteadySeconds;
  const RunContext run{options, prepared, say, write_log};
  hooks.save_model = [&run](std::span<const float> parameters,
                            const TrainingCounters& counters) {
    absl::Status saved = SaveModel(run, parameters, counters);
    RefreshReport(run.options.trainer.state_directory, run.say);
    return saved;
  };
  hooks.score_model = [&run](std::span<const float> parameters,
                             const TrainingCounters& counters) {
    return ScoreModel(run, parameters, counters);
  };
  INTERPRES_ASSIGN_OR_RETURN(
      const std::unique_ptr<Trainer> trainer,
      Trainer::Create(options.trainer, *prepared.layout,
                      std::move(prepared.data), std::move(hooks)));
  INTERPRES_RETURN_IF_ERROR(
      OpenLog(options.trainer.state_directory / kLogFile, log));
  // After Create, which refuses to overwrite another run.
  INTERPRES_RETURN_IF_ERROR(WriteVocabulary(
      options.trainer.state_directory / kVocabularyFile, prepared.vocabulary));
  write_log(
      FormatSessionStart(trainer->state().counters.update, options.settings));
  absl::StatusOr<StopReason> reason = trainer->Run(stop);
  RefreshReport(options.trainer.state_directory, say);
  return reason;
}

}  // namespace interpres
