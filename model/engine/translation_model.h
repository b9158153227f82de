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
#include "model/engine/carried_runs.h"
#include "model/engine/cpu_share.h"
#include "model/engine/directions.h"
#include "model/engine/engine.h"
#include "model/engine/forced_decoding.h"
#include "model/language/language_table.h"
#include "model/tokenizer/tokenizer.h"
#include "model/transformer/weights.h"

namespace interpres {

struct EngineOptions {
  // Maximum number of sentences that decode concurrently in one engine. 0 means
  // the default for the size of the model (DefaultSlots).
  int32_t slots = 0;
  // Maximum number of hypotheses that decode concurrently in one engine (sum of
  // beam sizes). 0 means four times the number of slots.
  int32_t max_rows = 0;
  // The CPUs that the engines of a process share, so that an int8 engine can
  // use two CPUs while other engines are idle. Null means that an engine uses
  // only the thread that drives the engine. Must outlive the engine.
  CpuShare* cpus = nullptr;
  // True returns only the best of the hypotheses of a sentence that have equal
  // texts, before TextOf copies unknown characters into the texts. False
  // returns all of them: hypotheses may have equal texts, but never equal
  // tokens. Sampled hypotheses are never merged and may have equal tokens.
  bool merge_equal_texts = true;
};

// Returns the compute types that TranslationModel::Load accepts: "auto",
// "float32", "bfloat16", "int8".
std::vector<std::string> ComputeTypeNames();

// Returns a sentence for the engine, with id 0, from an encoded source. Every
// translation begins with source.forced_target, then `target_prefix`. The
// sentence gets a copy of `options` in which `unwanted_token` is
// source.unwanted_target. Target tokens other than the end symbol are aligned
// only to the pieces of the text of `source`, not to its special pieces.
Sentence MakeSentence(EncodedText source, const DecodingOptions& options,
                      std::span<const int32_t> target_prefix);

// A loaded checkpoint: the configuration, the tokenizer and the weights of one
// model. Encodes texts, creates engines and scores translations. Immutable and
// thread-safe after Load.
class TranslationModel {
 public:
  // Reads and checks the checkpoint directory `path`, and packs the weights.
  // `compute_type` is one of ComputeTypeNames(). "auto" means the first of int8
  // and bfloat16 that this CPU has and in which the model passes the self-test.
  // If neither passes, or the model has no golden sentences, "auto" means
  // float32, without a self-test. Returns RESOURCE_EXHAUSTED if memory runs out
  // or a thread cannot start, and INVALID_ARGUMENT if a model with source tags
  // has golden sentences. Also returns the errors of ParseComputeType,
  // CheckComputeType, ReadModelDirectory, ReadLanguageTable, Tokenizer::Create,
  // ServedDirections and TransformerWeights::Load.
  static absl::StatusOr<std::unique_ptr<const TranslationModel>> Load(
      const std::filesystem::path& path,
      std::string_view compute_type = "float32");
  ~TranslationModel();

  // Returns a model that shares everything with this model, except the weights.
  // The result answers questions about the checkpoint and encodes texts. The
  // result may outlive this model. REQUIRES: the caller does not call
  // CreateEngine, Score, ScoreTokens or SelfTest of the result.
  std::unique_ptr<const TranslationModel> ShareWithoutWeights() const;
  // Reads the weights of this model again, in its compute type, from the
  // checkpoint at `path`. Returns a model that shares everything else with this
  // model. Runs no self-test. Returns FAILED_PRECONDITION if the checkpoint has
  // another version. Returns RESOURCE_EXHAUSTED if memory runs out or a thread
  // cannot start. Also returns the errors of ReadModelDirectory and
  // TransformerWeights::Load.
  // REQUIRES: the caller uses the result only if the files at `path` are those
  // that Load read.
  absl::StatusOr<std::unique_ptr<const TranslationModel>> LoadAgain(
      const std::filesystem::path& path) const;

  // Returns the name of a model in directory `path`: the last component of the
  // absolute path. Returns "tiny" for "models/tiny/", and for "." inside that
  // directory. Returns "opus" for an archive opus.zip. A symbolic link keeps
  // the name of the link.
  static std::string NameOf(const std::filesystem::path& path);

  // Returns the name of the model: NameOf(path) for the path that Load read.
  const std::string& name() const;
  // The model's version (docs/checkpoint_format.md). Never empty.
  const std::string& version() const;
  // Returns the name of the model's family (ModelFamily::name).
  std::string_view family_name() const;
  const ModelConfig& config() const;
  const GenerationConfig& generation() const;
  const ModelCard& card() const;
  // Returns the shortlist, which lives as long as the model. Null means that
  // the model has no shortlist.
  const Shortlist* shortlist() const;
  // Returns the language table of languages.bin, which lives as long as the
  // model. Null means that the checkpoint has no languages.bin or is an
  // archive.
  const LanguageTable* language_table() const;
  // Returns OK if the model has a shortlist, and the shortlist was learned for
  // sources with these tags or `tags` has no target. Otherwise returns
  // INVALID_ARGUMENT; the message has the remedy. `tags` is a result of
  // ResolveTags.
  absl::Status CheckShortlist(const LanguageTags& tags) const;
  const Tokenizer& tokenizer() const;
  // Returns FindWordTokens(tokenizer()). Never null.
  const std::shared_ptr<const WordTokens>& words() const;
  // "float32", "bfloat16" or "int8".
  std::string_view compute_type() const;
  // Returns the faster compute types of this CPU that "auto" refused, each with
  // the error of its self-test: "int8: ...; bfloat16: ...". Empty means none.
  const std::string& refused_types() const;

  // Returns the language directions that interpres.json lists. If it lists no
  // directions, a model with source tags has a direction between any two
  // different tagged languages. A model with only target tags then has one
  // direction to each tagged language, and a model without tags has one
  // direction. The languages without tags come from tokenizer_config.json, and
  // are unknown ("") if that file does not state them.
  const std::vector<LanguageDirection>& directions() const;

  // Returns the served languages that are nearest to the wanted ones, with the
  // tags to pass to Encode (ResolveDirection of directions.h). tags.source is
  // empty if the model has no source tags or several sources match. An empty
  // language matches every language. Returns NOT_FOUND if no direction matches;
  // the message lists the directions of the model. Returns INVALID_ARGUMENT if
  // target_language is "" and the matching directions have several target
  // languages.
  absl::StatusOr<ResolvedDirection> ResolveDirection(
      std::string_view source_language, std::string_view target_language) const;

  // Returns the tags of ResolveDirection for the same arguments, or the error
  // of ResolveDirection. Returns INVALID_ARGUMENT if the model has source tags
  // and several sources match.
  absl::StatusOr<LanguageTags> ResolveTags(
      std::string_view source_language, std::string_view target_language) const;

  // Returns the token ids of a text to translate (see EncodeSourceText). `tags`
  // is a result of ResolveTags. Needs no source tag for a text of only spaces,
  // tabs and line breaks. Returns the errors of Tokenizer::EncodeSource.
  absl::StatusOr<EncodedText> Encode(std::string_view text,
                                     const LanguageTags& tags) const;

  // Returns the parts of a source text that TextOf must copy into the
  // translation, because the vocabulary lacks their characters, and the
  // respelled words. `source` is the result of Encode for the same text.
  std::vector<CarriedRun> CarriedRuns(std::string_view text,
                                      const EncodedText& source) const;

  // Returns the text of a translation, with the characters of the source that
  // the vocabulary lacks (see CarryOver). `runs` is the result of CarriedRuns
  // for the source.
  std::string TextOf(std::span<const CarriedRun> runs,
                     const Hypothesis& hypothesis) const;

  // Returns the token ids of `prefix`, a text with which translations must
  // begin, for MakeSentence. Returns no ids for "" and for text of only spaces.
  // Returns INVALID_ARGUMENT for invalid UTF-8, for characters outside the
  // vocabulary and for pieces that the model never produces.
  absl::StatusOr<std::vector<int32_t>> EncodeTargetPrefix(
      std::string_view prefix) const;

  // Returns `options` with every 0 replaced by the default for this model.
  // CreateEngine uses the same values.
  EngineOptions Resolve(const EngineOptions& options) const;

  // Returns a new engine that shares the weights of this model. Returns
  // RESOURCE_EXHAUSTED if memory runs out or a helper thread cannot start,
  // INVALID_ARGUMENT for options out of range, and INTERNAL if oneDNN fails.
  // REQUIRES: the model outlives the engine. Called on the thread that will
  // drive the engine.
  absl::StatusOr<std::unique_ptr<Engine>> CreateEngine(
      const EngineOptions& options) const;

  // Returns true if the result of a sentence has the same bytes in every batch.
  // True on CPUs with AVX-512, unless ONEDNN_MAX_CPU_ISA excludes AVX-512. If
  // false, the last bits of a score may differ, and so, rarely, a translation.
  static bool IsBatchInvariant();

  // Returns the token ids of a source and its translation, for ScoreTokens.
  // Encodes the source as in training: by the tokenizer, without respelled
  // words. `tags` is a result of ResolveTags. Returns the errors of
  // Tokenizer::EncodeSource and Tokenizer::EncodeTarget.
  absl::StatusOr<TokenPair> EncodePair(std::string_view source,
                                       std::string_view target,
                                       const LanguageTags& tags) const;

  // Returns log P(target | source) in nats by forced decoding, summed over the
  // target's tokens and end symbol. Returns the errors of ResolveTags("",
  // target_language), EncodePair and ScoreTokens: a model with several tagged
  // source languages cannot score. Throws std::bad_alloc if memory runs out.
  absl::StatusOr<double> Score(std::string_view source, std::string_view target,
                               std::string_view target_language) const;

  // Returns log P(target | source) in nats of each pair, in the order of
  // `pairs`. -infinity means that the target has a token that the model never
  // produces. Up to 32 pairs decode together. Returns INVALID_ARGUMENT if a
  // pair has an empty or too long side, and the other errors of
  // ScoreTokenPairs. Throws std::bad_alloc if memory runs out.
  absl::StatusOr<std::vector<double>> ScoreTokens(
      std::span<const TokenPair> pairs) const;

  // Computes the scores of the golden sentences of interpres.json by forced
  // decoding and compares them with the expected scores. The expected scores
  // are float32 scores, so the other compute types have ten times the
  // tolerance. Returns FAILED_PRECONDITION if a score differs; the message has
  // the sentence and both scores. Also returns the errors of Score. Returns OK
  // without golden sentences. Returns OK immediately if Load has tested the
  // model, because the model cannot change. Throws std::bad_alloc if memory
  // runs out.
  absl::Status SelfTest() const;

 private:
  struct Parts;
  // Returns a model without weights, from the files in `directory`, which was
  // read from `path`. Moves all parts except the weights out of `directory`.
  // Takes SentencePiece models from `preload` if it has them.
  // Returns INVALID_ARGUMENT if a model with source tags has golden sentences.
  // Returns the errors of ReadLanguageTable, Tokenizer::Create and
  // ServedDirections.
  // REQUIRES: LoadWeights is called before the model is used.
  static absl::StatusOr<std::unique_ptr<TranslationModel>> WithoutWeights(
      const std::filesystem::path& path, ModelDirectory& directory,
      SpmPreload& preload);
  static absl::StatusOr<std::unique_ptr<const TranslationModel>> LoadFastest(
      const std::filesystem::path& path);
  explicit TranslationModel(std::shared_ptr<Parts> parts);
  // Replaces the weights.
  absl::Status LoadWeights(const ParameterReader& parameters, ComputeType type);

  // All except the weights. Constant after Load, and shared by the models of
  // ShareWithoutWeights and LoadAgain.
  const std::shared_ptr<Parts> parts_;
  // Constant after Load. Null in a model of ShareWithoutWeights.
  std::unique_ptr<const TransformerWeights> weights_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_TRANSLATION_MODEL_H_
