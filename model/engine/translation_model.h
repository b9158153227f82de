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
  // Sentences that decode at once in one engine; 0: as many as suit the model.
  int32_t slots = 0;
  // Hypotheses that decode at once in one engine (sum of beam sizes); 0: four
  // for each slot.
  int32_t max_rows = 0;
  // What the engines of a process share, so that one of them may use two CPUs
  // while others have nothing to do; null: each uses its own thread only.
  // Outlives the engine.
  CpuShare* cpus = nullptr;
  // Whether the results of a sentence are different texts. If not, they are
  // different sequences of tokens, as other decoders return them.
  bool merge_equal_texts = true;
};

// What Load takes: "auto", "float32", "bfloat16", "int8".
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
  // ComputeTypeNames(); "auto" is the fastest that the CPU has and in which the
  // model passes the self-test (without golden sentences to prove it: float32).
  // Errors are those of ParseComputeType, CheckComputeType, ReadModelDirectory,
  // Tokenizer::Create and TransformerWeights::Load.
  static absl::StatusOr<std::unique_ptr<const TranslationModel>> Load(
      const std::filesystem::path& path,
      std::string_view compute_type = "float32");
  ~TranslationModel();

  // The directory's last component, as an absolute path has it: "models/tiny/"
  // and "." inside it are both "tiny". A symbolic link keeps its own name.
  static std::string NameOf(const std::filesystem::path& path);

  // NameOf its directory.
  const std::string& name() const;
  // The model's version (docs/checkpoint_format.md): not empty.
  const std::string& version() const;
  const ModelConfig& config() const;
  const GenerationConfig& generation() const;
  const ModelCard& card() const;
  // nullptr if it has none.
  const Shortlist* shortlist() const;
  // Whether sources with the tag (or "") may be searched within it.
  // INVALID_ARGUMENT says what to do.
  absl::Status CheckShortlist(std::string_view tag) const;
  const Tokenizer& tokenizer() const;
  // "float32", "bfloat16" or "int8".
  std::string_view compute_type() const;

  // The directions served: those of interpres.json, else, for tagged models,
  // one per tag with an unknown ("") source, else one with both unknown.
  const std::vector<LanguageDirection>& directions() const;

  // The tag to encode with ("" for a model without tags) for a request's
  // languages, either of which may be "". NOT_FOUND names what is served;
  // INVALID_ARGUMENT if target_language is "" and there are several.
  absl::StatusOr<std::string> ResolveTag(
      std::string_view source_language, std::string_view target_language) const;

  // Encodes a text to translate, see Tokenizer::EncodeSource. ResolveTag
  // returns `tag`.
  absl::StatusOr<EncodedText> Encode(std::string_view text,
                                     std::string_view tag) const;

  // The pieces of a text that every translation shall begin with; empty for ""
  // and spaces. MakeSentence takes them. INVALID_ARGUMENT for invalid UTF-8,
  // for characters that the vocabulary does not know and for pieces that the
  // model never produces.
  absl::StatusOr<std::vector<int32_t>> EncodeTargetPrefix(
      std::string_view prefix) const;

  // The options with what they leave open (0) as CreateEngine fills it in.
  EngineOptions Resolve(const EngineOptions& options) const;

  // A new engine over the shared weights; `this` must outlive it. Call it on
  // the thread that will drive the engine.
  absl::StatusOr<std::unique_ptr<Engine>> CreateEngine(
      const EngineOptions& options) const;

  // Whether a sentence gets the same bytes whatever decodes beside it. So on
  // AVX-512; on other CPUs the last bits of a score may differ.
  static bool IsBatchInvariant();

  // Encodes a source and its translation for ScoreTokens. Returns the errors of
  // Tokenizer::EncodeSource.
  absl::StatusOr<TokenPair> EncodePair(std::string_view source,
                                       std::string_view target,
                                       std::string_view tag) const;

  // log P(target | source), summed over the target's tokens and end symbol,
  // by forced decoding.
  absl::StatusOr<double> Score(std::string_view source, std::string_view target,
                               std::string_view target_language) const;

  // The same for many pairs of token ids at once; in the order of `pairs`.
  absl::StatusOr<std::vector<double>> ScoreTokens(
      std::span<const TokenPair> pairs) const;

  // Force-decodes the golden sentences of interpres.json and compares their
  // scores: those of float32, so other compute types get ten times the
  // tolerance. FAILED_PRECONDITION names the sentence, the expected and found
  // scores. OK without golden sentences. Does no work if Load has tested the
  // model, because the model cannot have changed.
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
