// Tested by translation_model_test.cc.

#include "model/engine/translation_model.h"

#include <algorithm>
#include <future>
#include <optional>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/base/within_memory.h"
#include "model/engine/carry_over.h"
#include "model/engine/directions.h"
#include "model/engine/golden_check.h"
#include "model/engine/required_tokens.h"
#include "model/engine/respelling.h"
#include "model/engine/session_sizing.h"
#include "model/engine/slot_engine.h"
#include "model/engine/source_encoding.h"
#include "model/engine/target_prefix.h"
#include "model/engine/transformer_step_model.h"
#include "model/kernels/matmul.h"
#include "model/language/language_table_file.h"
#include "model/tokenizer/spm_models.h"

namespace interpres {
namespace {

absl::Status NoMemoryFor(const std::filesystem::path& path) {
  return absl::ResourceExhaustedError(
      path.string() + ": there is not enough memory to load it");
}

SpmObserver BeginIn(SpmPreload& preload) {
  return [&preload](const std::string& spm) { preload.Begin(spm); };
}

}  // namespace

struct TranslationModel::Parts {
  std::string name;
  std::string version;
  std::string_view family_name;
  ModelDescription description;
  std::optional<Shortlist> shortlist;
  std::optional<LanguageTable> language_table;
  std::unique_ptr<const Tokenizer> tokenizer;
  std::shared_ptr<const WordTokens> words;
  std::vector<LanguageDirection> directions;
  Respelling respelling;
  // Of the weights.
  ComputeType compute_type = ComputeType::kFloat32;
  // Whether Load has run the self-test with these weights.
  bool passed_self_test = false;
  std::string refused_types;
};

std::vector<std::string> ComputeTypeNames() {
  return {"auto", "float32", "bfloat16", "int8"};
}

Sentence MakeSentence(EncodedText source, const DecodingOptions& options,
                      std::span<const int32_t> target_prefix) {
  const auto forced = static_cast<int32_t>(source.forced_target.size());
  Sentence sentence = {
      .source = std::move(source.ids),
      .options = options,
      .target_prefix = std::move(source.forced_target),
      .forced_tokens = forced,
      .pieces = {.first = source.first_piece, .count = source.pieces}};
  sentence.options.unwanted_token = source.unwanted_target;
  sentence.target_prefix.insert(sentence.target_prefix.end(),
                                target_prefix.begin(), target_prefix.end());
  return sentence;
}

TranslationModel::TranslationModel(std::shared_ptr<Parts> parts)
    : parts_(std::move(parts)) {}
TranslationModel::~TranslationModel() = default;

std::unique_ptr<const TranslationModel> TranslationModel::ShareWithoutWeights()
    const {
  return std::unique_ptr<const TranslationModel>(new TranslationModel(parts_));
}

absl::StatusOr<std::unique_ptr<const TranslationModel>>
TranslationModel::LoadAgain(const std::filesystem::path& path) const {
  return WithinMemory(
      NoMemoryFor(path),
      [&]() -> absl::StatusOr<std::unique_ptr<const TranslationModel>> {
        INTERPRES_ASSIGN_OR_RETURN(
            const ModelDirectory directory,
            ReadModelDirectory(path, {.prefer_int8 = parts_->compute_type ==
                                                     ComputeType::kInt8}));
        if (directory.version != version()) {
          return absl::FailedPreconditionError(absl::StrFormat(
              "%s is version %s; expected version %s, which was loaded before",
              path.string(), directory.version, version()));
        }
        std::unique_ptr<TranslationModel> model(new TranslationModel(parts_));
        INTERPRES_ASSIGN_OR_RETURN(
            model->weights_, TransformerWeights::Load(
                                 directory.description.config,
                                 directory.parameters(), parts_->compute_type));
        return model;
      });
}

std::string TranslationModel::NameOf(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::path absolute =
      std::filesystem::absolute(path, error).lexically_normal();
  const std::filesystem::path& known = error ? path : absolute;
  const std::filesystem::path last =
      (known.has_filename() ? known : known.parent_path()).filename();
  return IsModelArchive(path) ? last.stem().string() : last.string();
}

absl::StatusOr<std::unique_ptr<const TranslationModel>> TranslationModel::Load(
    const std::filesystem::path& path, std::string_view compute_type) {
  return WithinMemory(
      NoMemoryFor(path),
      [&]() -> absl::StatusOr<std::unique_ptr<const TranslationModel>> {
        if (compute_type == "auto") {
          return LoadFastest(path);
        }
        INTERPRES_ASSIGN_OR_RETURN(const ComputeType type,
                                   ParseComputeType(compute_type));
        SpmPreload preload;
        INTERPRES_ASSIGN_OR_RETURN(
            ModelDirectory directory,
            ReadModelDirectory(path, {.prefer_int8 = type == ComputeType::kInt8,
                                      .on_spm = BeginIn(preload)}));
        // WithoutWeights changes the directory, while a second thread loads the
        // weights.
        const ModelConfig config = directory.description.config;
        const ParameterReader parameters = directory.parameters();
        std::future<absl::StatusOr<std::unique_ptr<const TransformerWeights>>>
            weights = std::async([&] {
              return TransformerWeights::Load(config, parameters, type);
            });
        INTERPRES_ASSIGN_OR_RETURN(std::unique_ptr<TranslationModel> model,
                                   WithoutWeights(path, directory, preload));
        INTERPRES_ASSIGN_OR_RETURN(model->weights_, weights.get());
        model->parts_->compute_type = type;
        return model;
      });
}

absl::StatusOr<std::unique_ptr<TranslationModel>>
TranslationModel::WithoutWeights(const std::filesystem::path& path,
                                 ModelDirectory& directory,
                                 SpmPreload& preload) {
  auto parts = std::make_shared<Parts>();
  parts->name = NameOf(path);
  parts->version = std::move(directory.version);
  parts->family_name = directory.family->name;
  parts->description = std::move(directory.description);
  parts->shortlist = std::move(directory.shortlist);
  if (!IsModelArchive(path)) {
    INTERPRES_ASSIGN_OR_RETURN(parts->language_table, ReadLanguageTable(path));
  }
  ModelDescription& description = parts->description;
  INTERPRES_ASSIGN_OR_RETURN(
      parts->tokenizer,
      Tokenizer::Create(
          {.source_spm = std::move(description.source_spm),
           .target_spm = std::move(description.target_spm),
           .vocabulary = std::move(description.vocabulary),
           .source_vocabulary = std::move(description.source_vocabulary),
           .token_template = directory.family->token_template,
           .source_rules = description.source_rules},
          &preload));
  if (parts->tokenizer->HasSourceTags() && !description.card.golden.empty()) {
    return absl::InvalidArgumentError(
        "interpres.json has golden sentences, which state no source language, "
        "but this model must know the source language: remove `golden`");
  }
  parts->words =
      std::make_shared<const WordTokens>(FindWordTokens(*parts->tokenizer));
  INTERPRES_ASSIGN_OR_RETURN(
      parts->directions,
      ServedDirections(description.card, description.tokenizer_languages,
                       parts->tokenizer->tagged_languages(),
                       parts->tokenizer->HasSourceTags()));
  parts->respelling =
      Respelling(*parts->tokenizer, SourceLanguages(parts->directions));
  return std::unique_ptr<TranslationModel>(
      new TranslationModel(std::move(parts)));
}

absl::Status TranslationModel::LoadWeights(const ParameterReader& parameters,
                                           ComputeType type) {
  weights_.reset();  // before the next ones need memory
  INTERPRES_ASSIGN_OR_RETURN(
      weights_,
      TransformerWeights::Load(parts_->description.config, parameters, type));
  parts_->compute_type = type;
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<const TranslationModel>>
TranslationModel::LoadFastest(const std::filesystem::path& path) {
  SpmPreload preload;
  INTERPRES_ASSIGN_OR_RETURN(
      ModelDirectory directory,
      ReadModelDirectory(path, {.on_spm = BeginIn(preload)}));
  INTERPRES_ASSIGN_OR_RETURN(std::unique_ptr<TranslationModel> model,
                             WithoutWeights(path, directory, preload));
  // Without golden sentences nothing can show that rounded weights work.
  const bool can_test = !model->card().golden.empty();
  for (const ComputeType type : {ComputeType::kInt8, ComputeType::kBFloat16}) {
    if (!can_test || !CheckComputeType(type).ok()) {
      continue;
    }
    INTERPRES_RETURN_IF_ERROR(model->LoadWeights(directory.parameters(), type));
    const absl::Status tested = model->SelfTest();
    model->parts_->passed_self_test = tested.ok();
    if (tested.ok()) {
      return model;
    }
    std::string& refused = model->parts_->refused_types;
    absl::StrAppend(&refused, refused.empty() ? "" : "; ",
                    std::string(ComputeTypeName(type)), ": ",
                    std::string(tested.message()));
  }
  INTERPRES_RETURN_IF_ERROR(
      model->LoadWeights(directory.parameters(), ComputeType::kFloat32));
  return model;
}

const std::string& TranslationModel::name() const { return parts_->name; }
const std::string& TranslationModel::version() const { return parts_->version; }
std::string_view TranslationModel::family_name() const {
  return parts_->family_name;
}
const ModelConfig& TranslationModel::config() const {
  return parts_->description.config;
}
const GenerationConfig& TranslationModel::generation() const {
  return parts_->description.generation;
}
const ModelCard& TranslationModel::card() const {
  return parts_->description.card;
}
const Shortlist* TranslationModel::shortlist() const {
  return parts_->shortlist.has_value() ? &*parts_->shortlist : nullptr;
}
const LanguageTable* TranslationModel::language_table() const {
  return parts_->language_table.has_value() ? &*parts_->language_table
                                            : nullptr;
}
absl::Status TranslationModel::CheckShortlist(const LanguageTags& tags) const {
  if (shortlist() == nullptr) {
    return absl::InvalidArgumentError(
        "the model has no shortlist: leave the option out for exact search; "
        "interpres-train shortlist learns one");
  }
  if (tags.target.empty()) {
    return absl::OkStatus();
  }
  // The learner puts a direction's frequent tokens in the list of a token that
  // every source of the direction has. An empty source has this token, too.
  INTERPRES_ASSIGN_OR_RETURN(const EncodedText empty, Encode("", tags));
  const bool is_learned = std::any_of(
      empty.ids.begin(), empty.ids.end(),
      [this](int32_t id) { return !shortlist()->list(id).empty(); });
  return is_learned
             ? absl::OkStatus()
             : absl::InvalidArgumentError(absl::StrFormat(
                   "the model's shortlist was not learned for translations "
                   "into \"%s\": leave the option out for exact search",
                   tags.target));
}

const std::shared_ptr<const WordTokens>& TranslationModel::words() const {
  return parts_->words;
}

const Tokenizer& TranslationModel::tokenizer() const {
  return *parts_->tokenizer;
}
const std::vector<LanguageDirection>& TranslationModel::directions() const {
  return parts_->directions;
}

absl::StatusOr<ResolvedDirection> TranslationModel::ResolveDirection(
    std::string_view source_language, std::string_view target_language) const {
  INTERPRES_ASSIGN_OR_RETURN(
      ResolvedDirection resolved,
      interpres::ResolveDirection(directions(),
                                  !tokenizer().tagged_languages().empty(),
                                  source_language, target_language));
  if (tokenizer().HasSourceTags() && resolved.sources.size() == 1) {
    resolved.tags.source = resolved.sources.front();
  }
  return resolved;
}

absl::StatusOr<LanguageTags> TranslationModel::ResolveTags(
    std::string_view source_language, std::string_view target_language) const {
  INTERPRES_ASSIGN_OR_RETURN(
      ResolvedDirection resolved,
      ResolveDirection(source_language, target_language));
  if (tokenizer().HasSourceTags() && resolved.tags.source.empty()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "source_language is empty, and this model has several for \"%s\"; "
        "name one",
        resolved.target));
  }
  return std::move(resolved.tags);
}

absl::StatusOr<EncodedText> TranslationModel::Encode(
    std::string_view text, const LanguageTags& tags) const {
  // A text without a word has no language that could be detected.
  if (tokenizer().HasSourceTags() && tags.source.empty() &&
      text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return EncodeSourceText(tokenizer(), parts_->respelling, text, {});
  }
  return EncodeSourceText(tokenizer(), parts_->respelling, text, tags);
}

std::vector<CarriedRun> TranslationModel::CarriedRuns(
    std::string_view text, const EncodedText& source) const {
  return FindCarriedRuns(text, source, parts_->respelling, tokenizer());
}

std::string TranslationModel::TextOf(std::span<const CarriedRun> runs,
                                     const Hypothesis& hypothesis) const {
  return CarryOver(tokenizer(), runs, hypothesis).text;
}

absl::StatusOr<std::vector<int32_t>> TranslationModel::EncodeTargetPrefix(
    std::string_view prefix) const {
  if (prefix.empty()) {
    return std::vector<int32_t>();
  }
  return interpres::EncodeTargetPrefix(
      tokenizer(), SuppressedIds(config(), generation()), prefix);
}

std::string_view TranslationModel::compute_type() const {
  return ComputeTypeName(parts_->compute_type);
}

const std::string& TranslationModel::refused_types() const {
  return parts_->refused_types;
}

bool TranslationModel::IsBatchInvariant() {
  return MatmulSession::RowsAreInvariant();
}

EngineOptions TranslationModel::Resolve(const EngineOptions& options) const {
  return ResolveEngineOptions(
      options, CountParameters(config()) * ElementBytes(parts_->compute_type));
}

absl::StatusOr<std::unique_ptr<Engine>> TranslationModel::CreateEngine(
    const EngineOptions& wanted) const {
  const EngineOptions options = Resolve(wanted);
  SlotEngineOptions slot_options = {
      .slots = options.slots,
      .max_rows = options.max_rows,
      .max_positions = static_cast<int32_t>(config().max_position_embeddings)};
  if (options.merge_equal_texts) {
    slot_options.text_of = [this](std::span<const int32_t> tokens) {
      return CarryOver(tokenizer(), {},
                       {.tokens = {tokens.begin(), tokens.end()}})
          .text;
    };
  }
  return WithinMemory(
      absl::ResourceExhaustedError(absl::StrFormat(
          "there is not enough memory for %d concurrent sentences of up to %d "
          "positions (max_position_embeddings) each: choose fewer threads or "
          "slots",
          slot_options.slots, slot_options.max_positions)),
      [&]() -> absl::StatusOr<std::unique_ptr<Engine>> {
        INTERPRES_ASSIGN_OR_RETURN(
            std::unique_ptr<StepModel> step_model,
            TransformerStepModel::Create(
                *weights_, generation(), shortlist(),
                SizeSession(config(), generation(), options,
                            parts_->compute_type),
                options.cpus));
        return SlotEngine::Create(std::move(step_model), slot_options);
      });
}

absl::StatusOr<double> TranslationModel::Score(
    std::string_view source, std::string_view target,
    std::string_view target_language) const {
  INTERPRES_ASSIGN_OR_RETURN(const LanguageTags tags,
                             ResolveTags("", target_language));
  INTERPRES_ASSIGN_OR_RETURN(const TokenPair pair,
                             EncodePair(source, target, tags));
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<double> scores,
                             ScoreTokens({&pair, 1}));
  return scores.front();
}

absl::StatusOr<TokenPair> TranslationModel::EncodePair(
    std::string_view source, std::string_view target,
    const LanguageTags& tags) const {
  INTERPRES_ASSIGN_OR_RETURN(EncodedText read,
                             tokenizer().EncodeSource(source, tags));
  INTERPRES_ASSIGN_OR_RETURN(
      EncodedText written,
      tokenizer().EncodeTarget(target, read.forced_target));
  return TokenPair{.source = std::move(read.ids),
                   .target = std::move(written.ids)};
}

absl::StatusOr<std::vector<double>> TranslationModel::ScoreTokens(
    std::span<const TokenPair> pairs) const {
  // One row per pair, and no beam: less memory than an engine needs.
  const auto sentences =
      static_cast<int32_t>(std::clamp<std::size_t>(pairs.size(), 1, 32));
  const int64_t positions = config().max_position_embeddings;
  return ScoreTokenPairs(
      *weights_, generation(),
      {.max_sentences = sentences,
       .max_rows = sentences,
       .max_source_tokens = positions + 64 * int64_t{sentences},
       .max_cache_positions = positions + 64 * int64_t{sentences}},
      pairs);
}

absl::Status TranslationModel::SelfTest() const {
  if (parts_->passed_self_test) {
    return absl::OkStatus();
  }
  return CheckGoldenSentences(*this);
}

}  // namespace interpres
