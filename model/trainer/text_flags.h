// Flags for parallel texts and their languages, shared by several commands.

#ifndef INTERPRES_MODEL_TRAINER_TEXT_FLAGS_H_
#define INTERPRES_MODEL_TRAINER_TEXT_FLAGS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "model/training/corpus.h"

namespace interpres {

// The names and the parsed values of the flags that name parallel texts. Text i
// is the pair of files sources[i] and targets[i]. The texts of `tsvs`, one file
// of two columns each, follow. Each list of languages is empty, has one
// language for all texts, or has one language per text.
struct TextFlags {
  // The flag names, e.g. "--train-source".
  struct Names {
    const char* source;
    const char* target;
    const char* source_language;
    const char* target_language;
    const char* tsv = nullptr;  // null means no such flag
  };

  Names names;
  std::vector<std::string> sources = {};
  std::vector<std::string> targets = {};
  std::vector<std::string> tsvs = {};
  std::vector<std::string> source_languages = {};
  std::vector<std::string> target_languages = {};
};

// Returns the parallel texts that the flags name: first the pairs of files,
// then the files of two columns, each in the order of the flags. A language
// that no flag names is empty. One language counts for all texts. Returns
// INVALID_ARGUMENT if the number of targets is not the number of sources. Also
// if the number of languages is not 0, 1 or the number of texts, or if there
// are languages without texts.
absl::StatusOr<std::vector<CorpusFiles>> TextsOf(const TextFlags& flags);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_TEXT_FLAGS_H_
