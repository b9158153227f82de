// Reads a model as Firefox Translations publishes it for Bergamot: the weights
// with their configuration, a SentencePiece model, and a lexical shortlist.

#ifndef INTERPRES_MODEL_CHECKPOINT_BERGAMOT_FILES_H_
#define INTERPRES_MODEL_CHECKPOINT_BERGAMOT_FILES_H_

#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"
#include "model/checkpoint/model_files.h"

namespace interpres {

// Returns whether the files look like a model for Bergamot: there is a file
// model*.bin, perhaps compressed, and no config.json or decoder.yml. An error
// of the file system counts as no model.
bool IsBergamotModel(const ModelFiles& files);

// Reads and checks model*.bin, vocab*.spm (or srcvocab*.spm and trgvocab*.spm
// of equal content) and, if present, lex*.bin, metadata.json and
// interpres.json. The languages are from metadata.json, or from the name of the
// weights (model.enes.intgemm.alphas.bin). Returns NOT_FOUND if a required file
// is missing. Returns INVALID_ARGUMENT if there are two files of a kind, if a
// file is compressed or damaged, or if a model is not supported. The message
// names the file, the defect and a remedy. The result has no path.
absl::StatusOr<ModelDirectory> ReadBergamotModel(const ModelFiles& files);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_BERGAMOT_FILES_H_
