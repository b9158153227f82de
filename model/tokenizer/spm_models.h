// The two SentencePiece models of a tokenizer.

#ifndef INTERPRES_MODEL_TOKENIZER_SPM_MODELS_H_
#define INTERPRES_MODEL_TOKENIZER_SPM_MODELS_H_

#include <future>
#include <memory>
#include <string>
#include <vector>

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

// Loads SentencePiece models on other threads, while the caller reads the rest
// of a checkpoint. Not thread-safe. The destructor waits for the threads.
class SpmPreload {
 public:
  // Begins to load the model with these bytes. Does nothing if a model with
  // these bytes has begun.
  void Begin(const std::string& bytes);

  // Returns the model with these bytes. Waits for it if it has begun, and
  // begins with it otherwise. Returns INVALID_ARGUMENT if the bytes are not a
  // usable model. `file` starts the message. May throw what the thread has
  // thrown, for example std::bad_alloc.
  absl::StatusOr<std::shared_ptr<const SentencePieceModel>> Finish(
      const std::string& bytes, const char* file);

 private:
  struct Loaded {
    std::shared_ptr<const SentencePieceModel> model;
    std::string error;  // without a model
  };
  struct Loading {
    std::string bytes;
    std::shared_future<Loaded> result;
  };
  static Loaded Load(const std::string& bytes);
  const Loading& BeginOrFind(const std::string& bytes);

  std::vector<std::unique_ptr<const Loading>> begun_;
};

// Returns the models with the bytes of source.spm and target.spm, which
// `preload` loads. Returns INVALID_ARGUMENT if a file is not a usable model.
absl::StatusOr<SpmModels> LoadSpmModels(const std::string& source_bytes,
                                        const std::string& target_bytes,
                                        SpmPreload& preload);

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
