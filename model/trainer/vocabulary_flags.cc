#include "model/trainer/vocabulary_flags.h"

#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "model/base/status.h"
#include "model/base/text_lines.h"

namespace interpres {

void AddVocabularyFlags(FlagGroup& group, VocabularyFlags& flags,
                        VocabularyOptions& options) {
  group.Add("--vocab-size", options.vocab_size,
            "Entries of the joint vocabulary: pieces, special symbols and "
            "tags together");
  group.Add("--vocab-type", flags.type,
            "SentencePiece model of the vocabulary: unigram or bpe");
  group
      .Switch("--byte-fallback,!--no-byte-fallback", options.byte_fallback,
              "256 pieces for bytes spell every character that has no piece: "
              "nothing is unknown; --no-byte-fallback leaves them out")
      ->default_str(options.byte_fallback ? "true" : "false");
  group.Switch("--split-digits", options.split_digits,
               "Every digit is a separate piece");
  group.Add("--character-coverage", options.character_coverage,
            "Share of the characters of the text that get pieces: 0.98 to 1; "
            "1: all");
  group.Bare("--user-symbol", options.user_symbols,
             "A text that is always one piece, such as <name>; again for each "
             "further symbol");
  group.Bare("--user-symbol-file", flags.user_symbol_file,
             "File with such symbols, one on each line");
}

absl::Status ApplyVocabularyFlags(const VocabularyFlags& flags,
                                  VocabularyOptions& options) {
  INTERPRES_ASSIGN_OR_RETURN(options.model, ParseSubwordModel(flags.type));
  if (flags.user_symbol_file.empty()) {
    return absl::OkStatus();
  }
  INTERPRES_ASSIGN_OR_RETURN(std::vector<std::string> symbols,
                             ReadLines(flags.user_symbol_file));
  for (std::string& symbol : symbols) {
    if (!symbol.empty()) {
      options.user_symbols.push_back(std::move(symbol));
    }
  }
  return absl::OkStatus();
}

}  // namespace interpres
