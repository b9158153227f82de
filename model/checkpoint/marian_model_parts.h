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

  // Takes the ids of the pieces, and adds the padding symbol. Returns
  // INVALID_ARGUMENT unless each row of the embedding has one piece. `place`
  // starts every message. REQUIRES: ReadWeights has succeeded.
  absl::Status UseVocabulary(std::map<std::string, int32_t> vocabulary,
                             const std::string& place);

  // Returns the error INVALID_ARGUMENT that the vocabulary in the file `other`
  // differs from the one in `name`.
  absl::Status SeparateVocabularies(const std::string& other,
                                    const std::string& name) const;

  // Reads interpres.json if there is one.
  absl::Status ReadCard();

  // Sets the version and returns the model. REQUIRES: ReadWeights has
  // succeeded.
  ModelDirectory Finish() &&;

 private:
  const ModelFiles& files_;
  std::vector<VersionedFile> versioned_;
  ModelDirectory model_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MARIAN_MODEL_PARTS_H_
