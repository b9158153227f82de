// Parts of a model that the readers of native Marian models and of Bergamot's
// models share.
// Internal to model/checkpoint.

#ifndef INTERPRES_MODEL_CHECKPOINT_MARIAN_MODEL_PARTS_H_
#define INTERPRES_MODEL_CHECKPOINT_MARIAN_MODEL_PARTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"
#include "model/checkpoint/model_files.h"
#include "model/checkpoint/model_version.h"
#include "model/config/piece_ids.h"

namespace interpres {

// Limit of a text file of a model, in bytes.
constexpr int64_t kMaxMarianTextBytes = int64_t{64} << 20;

// The ids of the pieces in a file of a vocabulary.
struct MarianVocabulary {
  PieceIds ids = {};
  std::string place = {};  // starts every message
};

// Collects the parts of one model, which Marian trained.
class MarianModelParts {
 public:
  // `on_spm` is as in ReadOptions. REQUIRES: `files` and `on_spm` outlive this
  // object.
  MarianModelParts(const ModelFiles& files, const SpmObserver& on_spm)
      : files_(files), on_spm_(on_spm) {}

  const ModelFiles& files() const { return files_; }
  ModelDirectory& model() { return model_; }

  // Returns the content of the file `name`, on which the translations depend.
  // Finish includes the file in the version. Returns INVALID_ARGUMENT if the
  // file has more than 64 MiB, and the other errors of ModelFiles::Read.
  absl::StatusOr<std::string> ReadVersioned(const std::string& name);

  // Returns the content of the file `name`, a SentencePiece model, as
  // ReadVersioned does. Also returns INVALID_ARGUMENT if the file is empty.
  absl::StatusOr<std::string> ReadSpm(const std::string& name);

  // Reads and checks the weights in the file `name`, and the configuration in
  // this file. Sets the family, the configuration and the weights of model().
  // Returns the errors of ModelFiles::Open, ParseMarianFile, FindMarianTables,
  // ParseMarianModelConfig, NativeMarianTensors and CheckWeights.
  absl::Status ReadWeights(const std::string& name);

  // Stores the vocabularies of both languages in model(), and adds the padding
  // symbol to the target's. Drops pieces whose id is behind the last row of the
  // embedding. Returns INVALID_ARGUMENT unless each row of an embedding then
  // has one piece, and `</s>` and `<unk>` exist. A padding symbol in the
  // target's vocabulary is an error. A model with one embedding needs equal
  // vocabularies. REQUIRES: ReadWeights has succeeded.
  absl::Status UseVocabularies(MarianVocabulary source,
                               MarianVocabulary target);

  // As UseVocabularies, for one vocabulary of both languages.
  absl::Status UseVocabulary(MarianVocabulary vocabulary);

  // Reads interpres.json into the card of model(). Does nothing if the file is
  // absent. Returns INVALID_ARGUMENT if the file is malformed, and the errors
  // of ModelFiles::Read.
  absl::Status ReadCard();

  // Returns the model and sets its version. The version is the version of the
  // card. If the card has no version, it is a hash of the weights and of the
  // files that ReadVersioned and ReadSpm have read. REQUIRES: ReadWeights has
  // succeeded. This object is not used afterwards.
  ModelDirectory Finish() &&;

 private:
  absl::Status UseTargetVocabulary(MarianVocabulary vocabulary);
  absl::Status UseSourceVocabulary(MarianVocabulary vocabulary);

  const ModelFiles& files_;
  const SpmObserver& on_spm_;
  std::vector<VersionedFile> versioned_;
  ModelDirectory model_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MARIAN_MODEL_PARTS_H_
