// The two SentencePiece models of a tokenizer.

#ifndef INTERPRES_MODEL_TOKENIZER_SPM_MODELS_H_
#define INTERPRES_MODEL_TOKENIZER_SPM_MODELS_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/tokenizer/sentencepiece_adapter.h"
#include "model/tokenizer/token_ids.h"

namespace interpres {

struct SpmModels {
  // The same model if both files have the same bytes.
  std::shared_ptr<const SentencePieceModel> source;
  std::shared_ptr<const SentencePieceModel> target;
};

// Loads the models from the bytes of source.spm and target.spm. Returns
// INVALID_ARGUMENT if a file is not a usable model.
absl::StatusOr<SpmModels> LoadSpmModels(const std::string& source_bytes,
                                        const std::string& target_bytes);

struct NamedVocabulary {
  const TokenIds& ids;
  const char* file;  // for messages
};

// Returns INVALID_ARGUMENT if the vocabulary lacks most pieces of the model,
// because then the two belong to different models. A vocabulary may lack rare
// pieces of a published model. These pieces count as unknown. `file` is the
// file of the model, for messages.
absl::Status CheckBelongs(const SentencePieceModel& model,
                          const NamedVocabulary& vocabulary, const char* file);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TOKENIZER_SPM_MODELS_H_
