// Parts of a model that the readers of native Marian models and of Bergamot's
// models share.
// Internal to model/checkpoint.

#ifndef INTERPRES_MODEL_CHECKPOINT_MARIAN_MODEL_PARTS_H_
#define INTERPRES_MODEL_CHECKPOINT_MARIAN_MODEL_PARTS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"
#include "model/checkpoint/model_files.h"
#include "model/checkpoint/model_version.h"

namespace interpres {

// The ids of the pieces in a file of a vocabulary.
struct MarianVocabulary {
  std::map<std::string, int32_t> ids = {};
  std::string place = {};  // starts every message
};

// Collects the parts of one model, which Marian trained.
class MarianModelParts {
 public:
  // REQUIRES: `files` outlives this object.
  explicit MarianModelParts(const ModelFiles& files) : files_(files) {}

  const ModelFiles& files() const { return files_; }
  ModelDirectory& model() { return model_; }

  // Returns the content of a file on which the translations depend. Returns the
  // errors of ModelFiles::Read.
  absl::StatusOr<std::string> ReadVersioned(const std::string& name);

  // Like ReadVersioned, for a SentencePiece model. Returns INVALID_ARGUMENT if
  // the file is empty.
  absl::StatusOr<std::string> ReadSpm(const std::string& name);

  // Reads and checks the weights in the file `name`, and the configuration with
  // them. Returns the errors of ParseMarianFile, ParseMarianModelConfig,
  // NativeMarianTensors and CheckWeights.
  absl::Status ReadWeights(const std::string& name);

  // Takes the vocabularies of both languages, and adds the padding symbol to
  // the target's. Returns INVALID_ARGUMENT unless each row of the embeddings
  // has one piece. A model with one embedding needs equal vocabularies.
  // REQUIRES: ReadWeights has succeeded.
  absl::Status UseVocabularies(MarianVocabulary source,
                               MarianVocabulary target);

  // Reads interpres.json if there is one.
  absl::Status ReadCard();

  // Sets the version and returns the model. REQUIRES: ReadWeights has
  // succeeded.
  ModelDirectory Finish() &&;

 private:
  absl::Status UseTargetVocabulary(MarianVocabulary vocabulary);
  absl::Status UseSourceVocabulary(MarianVocabulary vocabulary);

  const ModelFiles& files_;
  std::vector<VersionedFile> versioned_;
  ModelDirectory model_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MARIAN_MODEL_PARTS_H_
