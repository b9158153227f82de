// A checkpoint, loaded: what the server, the offline translator and the
// trainer's validation share.

#ifndef INTERPRES_MODEL_ENGINE_TRANSLATION_MODEL_H_
#define INTERPRES_MODEL_ENGINE_TRANSLATION_MODEL_H_

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"
#include "model/decoding/sentence.h"
#include "model/engine/cpu_share.h"
#include "model/engine/engine.h"
#include "model/engine/forced_decoding.h"
#include "model/tokenizer/tokenizer.h"
#include "model/transformer/weights.h"

namespace interpres {

struct EngineOptions {
  // Maximum number of sentences that decode concurrently in one engine. 0 means
  // DefaultSlots for the size of the model.
  int32_t slots = 0;
  // Maximum number of hypotheses that decode concurrently in one engine (sum of
  // beam sizes). 0 means four for each slot.
  int32_t max_rows = 0;
  // The CPUs that the engines of a process share, so that an engine can use two
  // CPUs while other engines are idle. Null means that each engine uses its own
  // thread only. Must outlive the engine.
  CpuShare* cpus = nullptr;
  // Whether results of a sentence with equal texts are merged. If not, the
  // results are different sequences of tokens, as other decoders return them.
  bool merge_equal_texts = true;
};

// Returns the compute types that Load accepts: "auto", "float32", "bfloat16",
// "int8".
std::vector<std::string> ComputeTypeNames();

// Returns the sentence of an encoded source, with id 0. Every translation
// begins with the tokens that the template forces, then with `target_prefix`.
// Fills in options.attention->pieces.
Sentence MakeSentence(EncodedText source, const DecodingOptions& options,
                      std::span<const int32_t> target_prefix);

// Immutable and thread-safe after Load.
class TranslationModel {
 public:
  // Reads and checks the directory, packs the weights. `compute_type` is one of
  // ComputeTypeNames(). "auto" means the fastest type of this CPU in which the
  // model passes the self-test, or float32 for a model without golden
  // sentences. Returns the errors of ParseComputeType, CheckComputeType,
  // ReadModelDirectory, Tokenizer::Create and TransformerWeights::Load.
  static absl::StatusOr<std::unique_ptr<const TranslationModel>> Load(
      const std::filesystem::path& path,
      std::string_view compute_type = "float32");
  ~TranslationModel();

  // Returns the last component of the absolute path of a directory: "tiny" for
  // "models/tiny/", and for "." inside that directory. A symbolic link keeps
  // the name of the link.
  static std::string NameOf(const std::filesystem::path& path);

  // NameOf(path) of the directory that was loaded.
  const std::string& name() const;
  // The model's version (docs/checkpoint_format.md). Never empty.
  const std::string& version() const;
  const ModelConfig& config() const;
  const GenerationConfig& generation() const;
  const ModelCard& card() const;
  // Null means that the model has no shortlist.
  const Shortlist* shortlist() const;
  // Returns OK if the shortlist covers sources with this tag ("" for a model
  // without tags). Otherwise INVALID_ARGUMENT says what to do.
  absl::Status CheckShortlist(std::string_view tag) const;
  const Tokenizer& tokenizer() const;
  // "float32", "bfloat16" or "int8".
  std::string_view compute_type() const;

  // The language directions in interpres.json. Without interpres.json, a model
  // with tags has one direction for each tag with an unknown ("") source
  // language, and another model has one direction with both languages unknown.
  const std::vector<LanguageDirection>& directions() const;

  // Returns the tag for the languages of a request, "" for a model without
  // tags. A language may be "". NOT_FOUND names the directions of the model.
  // INVALID_ARGUMENT if target_language is "" and the model has several target
  // languages.
  absl::StatusOr<std::string> ResolveTag(
      std::string_view source_language, std::string_view target_language) const;

  // Encodes a text to translate, see Tokenizer::EncodeSource. ResolveTag
  // returns `tag`.
  absl::StatusOr<EncodedText> Encode(std::string_view text,
                                     std::string_view tag) const;

  // Encodes a target prefix for MakeSentence. Empty for "" and spaces.
  // INVALID_ARGUMENT for invalid UTF-8, for characters outside the vocabulary
  // and for pieces that the model never produces.
  absl::StatusOr<std::vector<int32_t>> EncodeTargetPrefix(
      std::string_view prefix) const;

  // Returns the options that CreateEngine uses: every 0 is replaced.
  EngineOptions Resolve(const EngineOptions& options) const;

  // Returns a new engine over the shared weights. The model must outlive the
  // engine.
  // REQUIRES: called on the thread that will drive the engine.
  absl::StatusOr<std::unique_ptr<Engine>> CreateEngine(
      const EngineOptions& options) const;

  // Whether the result of a sentence has the same bytes in every batch. True on
  // CPUs with AVX-512. On other CPUs the last bits of a score may differ.
  static bool IsBatchInvariant();

  // Encodes a source and its translation for ScoreTokens. Returns the errors of
  // Tokenizer::EncodeSource.
  absl::StatusOr<TokenPair> EncodePair(std::string_view source,
                                       std::string_view target,
                                       std::string_view tag) const;

  // Returns log P(target | source) by forced decoding, summed over the target's
  // tokens and end symbol.
  absl::StatusOr<double> Score(std::string_view source, std::string_view target,
                               std::string_view target_language) const;

  // Returns the scores of many pairs of token ids, in the order of `pairs`. The
  // pairs decode together.
  absl::StatusOr<std::vector<double>> ScoreTokens(
      std::span<const TokenPair> pairs) const;

  // Force-decodes the golden sentences of interpres.json and compares their
  // scores. The expected scores are float32 scores, so the other compute types
  // have ten times the tolerance. FAILED_PRECONDITION names the sentence, the
  // expected and the found score. OK without golden sentences. Returns
  // immediately if Load has tested the model, because the model cannot change.
  absl::Status SelfTest() const;

 private:
  struct Parts;
  // Moves everything but the weights out of `directory`. The model cannot be
  // used before LoadWeights.
  static absl::StatusOr<std::unique_ptr<TranslationModel>> WithoutWeights(
      const std::filesystem::path& path, ModelDirectory& directory);
  static absl::StatusOr<std::unique_ptr<const TranslationModel>> LoadFastest(
      const std::filesystem::path& path);
  explicit TranslationModel(std::unique_ptr<Parts> parts);
  // Replaces the weights.
  absl::Status LoadWeights(const ParameterReader& parameters, ComputeType type);

  const std::unique_ptr<Parts> parts_;  // constant after Load
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_TRANSLATION_MODEL_H_
