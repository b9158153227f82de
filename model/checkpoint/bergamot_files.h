// Reads a model as Firefox Translations publishes it for Bergamot: the weights
// with their configuration, a SentencePiece model, and a lexical shortlist.

#ifndef INTERPRES_MODEL_CHECKPOINT_BERGAMOT_FILES_H_
#define INTERPRES_MODEL_CHECKPOINT_BERGAMOT_FILES_H_

#include <span>
#include <string>

#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"
#include "model/checkpoint/model_files.h"

namespace interpres {

// Returns whether a directory with files of these names looks like a model for
// Bergamot. Such a model has a file model*.bin, perhaps with the ending .gz or
// .zst.
bool IsBergamotModel(std::span<const std::string> names);

// Reads and checks the files of a model for Bergamot: model*.bin, vocab*.spm
// (or srcvocab*.spm and trgvocab*.spm) and, if present, lex*.bin, metadata.json
// and interpres.json. Each may be compressed (NAME.gz, NAME.zst). `names` are
// the names of `files`. The languages are from metadata.json, or from the name
// of the weights (model.enes.intgemm.alphas.bin), or empty.
//
// Returns NOT_FOUND if a required file is missing. Returns INVALID_ARGUMENT if
// there are two files of a kind, if a file is damaged, or if a model is not
// supported. Returns DATA_LOSS if the checksum of lex*.bin differs or a file
// changes during the call, and otherwise the error of the system. The message
// names the file and the defect. The result has no path. `on_spm` is as in
// ReadOptions.
absl::StatusOr<ModelDirectory> ReadBergamotModel(
    const ModelFiles& files, std::span<const std::string> names,
    const SpmObserver& on_spm);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_BERGAMOT_FILES_H_
