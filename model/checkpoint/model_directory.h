// A checkpoint on disk: the directory of a MarianMT model, a native Marian
// model as a directory or a zip archive, or a model for Bergamot
// (docs/checkpoint_format.md), read whole and checked.

#ifndef INTERPRES_MODEL_CHECKPOINT_MODEL_DIRECTORY_H_
#define INTERPRES_MODEL_CHECKPOINT_MODEL_DIRECTORY_H_

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/checkpoint/model_family.h"
#include "model/checkpoint/parameter_reader.h"
#include "model/checkpoint/shortlist.h"
#include "model/checkpoint/tensor_source.h"
#include "model/config/generation_config.h"
#include "model/config/language_direction.h"
#include "model/config/model_config.h"
#include "model/config/piece_ids.h"
#include "model/config/source_rules.h"

namespace interpres {

// A source sentence with its expected translation, for the self-test of a
// checkpoint. The self-test scores `target` as the translation of `source` and
// compares the score with `log_probability` (ModelCard::golden_tolerance).
struct GoldenSentence {
  std::string target_language;  // "" for a model without tags
  std::string source;
  std::string target;
  // The expected sum of the log-probabilities of the target's tokens and of the
  // end symbol.
  double log_probability = 0.0;
};

// The contents of interpres.json, an optional file of a checkpoint that only
// this project writes. Without the file, the members have their defaults.
struct ModelCard {
  // The name of this version of the model: at most 64 letters, digits, ".", "_"
  // and "-". Empty means that the version is a hash of the files of the model.
  std::string version;
  std::vector<LanguageDirection> directions;
  std::vector<GoldenSentence> golden;
  // The self-test accepts a golden sentence if its log-probability differs from
  // GoldenSentence::log_probability by at most this number times its target
  // tokens, the end symbol included. With a compute type other than float32,
  // ten times as much. Above 0.
  double golden_tolerance = 0.02;
  // Free-form provenance: data, command, commit, scores.
  std::map<std::string, std::string> provenance;
};

// A checkpoint without the weights.
struct ModelDescription {
  ModelConfig config;
  GenerationConfig generation;
  PieceIds vocabulary;  // vocab.json
  // The pieces of source texts and their ids. Empty means that `vocabulary`
  // serves both languages.
  PieceIds source_vocabulary;
  std::string source_spm;  // file contents
  std::string target_spm;
  SourceRules source_rules = SourceRules::kNone;
  // The languages in tokenizer_config.json, as they are spelled there: `eng`,
  // `en`, `en_US`, but also `mul` or `roa`. For a model of Marian or Bergamot,
  // the languages in README.md, metadata.json, or the name of the weights or of
  // the directory. A language that the model does not state is "".
  LanguageDirection tokenizer_languages;
  ModelCard card;

  const PieceIds& pieces_of_source() const {
    return source_vocabulary.empty() ? vocabulary : source_vocabulary;
  }
};

// A checkpoint that was read: its description and its weights. The weights stay
// in their file until they are read, except compressed weights, which are in
// memory. The names and shapes of the tensors match the configuration.
struct ModelDirectory {
  std::filesystem::path path;
  const ModelFamily* family = nullptr;  // ReadModelDirectory sets it
  // The name of the version. Taken from interpres.json, or a hash of the files
  // of the model (VersionOf in model/checkpoint/model_version.h) if
  // interpres.json has no version.
  std::string version;
  ModelDescription description;
  std::optional<Shortlist> shortlist;
  std::unique_ptr<const TensorSource> weights;

  // Must not outlive the directory's weights.
  ParameterReader parameters() const { return {*family, *weights}; }
};

// A function that gets the bytes of a SentencePiece model.
using SpmObserver = std::function<void(const std::string& spm)>;

struct ReadOptions {
  // True means that ReadModelDirectory reads the weights from int8.safetensors
  // if the directory has this file. Then TransformerWeights::Load accepts the
  // weights with the compute type int8 only. No effect on an archive.
  bool prefer_int8 = false;
  // Called with each SentencePiece model as soon as its file is read, so that
  // another thread can load the model while ReadModelDirectory reads on. Called
  // again if ReadModelDirectory begins again. Null means nothing.
  SpmObserver on_spm = nullptr;
};

// Returns whether `path` is a regular file NAME.zip, which ReadModelDirectory
// reads as a native Marian model.
bool IsModelArchive(const std::filesystem::path& path);

// Reads and checks all files of the checkpoint at `path`. An archive
// (IsModelArchive) is a native Marian model. A directory with config.json is a
// model of Hugging Face, such as MarianMT. Otherwise, a directory with
// decoder.yml is a native Marian model, and a directory with a file model*.bin
// (perhaps compressed) is a model for Bergamot.
//
// Returns NOT_FOUND if `path` or a required file is missing, and
// INVALID_ARGUMENT or DATA_LOSS if a file is invalid or damaged. Returns the
// error of the system if a file cannot be read. The message names the file and
// the defect. The content of .spm files is only checked if it gives the ids of
// the pieces. If another checkpoint replaces the directory during the call, all
// files are from one of the two. Returns ABORTED if the directory is replaced
// ten times. Returns FAILED_PRECONDITION if int8.safetensors is wanted and was
// made from other weights than the directory has.
absl::StatusOr<ModelDirectory> ReadModelDirectory(
    const std::filesystem::path& path, const ReadOptions& options = {});

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MODEL_DIRECTORY_H_
