// Tested by embedding_neighbours_test.cc.

#include "model/trainer/word_pieces.h"

#include "absl/status/status.h"
#include "model/base/status.h"
#include "model/tokenizer/tokenizer.h"

namespace interpres {

absl::StatusOr<WordPieces> SplitWord(const ModelDescription& description,
                                     std::string_view text) {
  if (text.empty()) {
    return absl::InvalidArgumentError(
        "the token is \"\"; expected a piece or a word of the vocabulary");
  }
  const auto& vocabulary = description.pieces_of_source();
  for (const std::string& spelling :
       {std::string(text), std::string(kWordStart).append(text)}) {
    if (const auto found = vocabulary.find(spelling);
        found != vocabulary.end()) {
      return WordPieces{.ids = {found->second}, .pieces = {spelling}};
    }
  }
  INTERPRES_ASSIGN_OR_RETURN(
      const auto tokenizer,
      Tokenizer::Create({.source_spm = description.source_spm,
                         .target_spm = description.target_spm,
                         .vocabulary = description.vocabulary,
                         .source_vocabulary = description.source_vocabulary,
                         .source_rules = description.source_rules}));
  INTERPRES_ASSIGN_OR_RETURN(const EncodedText encoded,
                             tokenizer->EncodeSource(text, ""));
  WordPieces word;
  for (const int32_t id : encoded.own_pieces()) {
    word.ids.push_back(id);
    word.pieces.emplace_back(tokenizer->SourcePiece(id));
    word.is_known = word.is_known && id != tokenizer->source_unk_id();
  }
  return word;
}

}  // namespace interpres
