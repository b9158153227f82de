// Parallel texts and their languages, as several commands take them.

#ifndef INTERPRES_MODEL_TRAINER_TEXT_FLAGS_H_
#define INTERPRES_MODEL_TRAINER_TEXT_FLAGS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "model/training/corpus.h"

namespace interpres {

// The four flags of some texts. The languages are given once for all texts, or
// once for each.
struct TextFlags {
  struct Names {
    const char* source;
    const char* target;
    const char* source_language;
    const char* target_language;
  };

  Names names;
  std::vector<std::string> sources = {};
  std::vector<std::string> targets = {};
  std::vector<std::string> source_languages = {};
  std::vector<std::string> target_languages = {};
};

// The texts in their order. Languages that are not given stay empty.
// INVALID_ARGUMENT for numbers that do not go together.
absl::StatusOr<std::vector<CorpusFiles>> TextsOf(const TextFlags& flags);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_TEXT_FLAGS_H_
