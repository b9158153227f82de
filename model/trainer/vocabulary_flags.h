// The flags of a new vocabulary, which the subcommands train and vocab share.

#ifndef INTERPRES_MODEL_TRAINER_VOCABULARY_FLAGS_H_
#define INTERPRES_MODEL_TRAINER_VOCABULARY_FLAGS_H_

#include <filesystem>
#include <string>

#include "absl/status/status.h"
#include "model/tokenizer/vocabulary_trainer.h"
#include "model/trainer/flag_group.h"

namespace interpres {

// The parsed values of flags of a new vocabulary, which ApplyVocabularyFlags
// converts.
struct VocabularyFlags {
  // The type of the SentencePiece model: "unigram" or "bpe".
  std::string type = "unigram";
  // A file with one user symbol on each line. Empty means no file.
  std::filesystem::path user_symbol_file;
};

// Adds the flags of a new vocabulary to `group`. Parsing writes their values to
// `flags` and `options`. REQUIRES: `flags` and `options` outlive the parsing.
void AddVocabularyFlags(FlagGroup& group, VocabularyFlags& flags,
                        VocabularyOptions& options);

// Converts the parsed `flags` and writes options.model. Appends the lines of
// flags.user_symbol_file, if given, to options.user_symbols, without empty
// lines. Returns INVALID_ARGUMENT if the type is unknown. Returns the error of
// reading if the file cannot be read.
absl::Status ApplyVocabularyFlags(const VocabularyFlags& flags,
                                  VocabularyOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_VOCABULARY_FLAGS_H_
