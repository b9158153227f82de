// Tested by tokenizer_test.cc and separate_vocabularies_test.cc.

#include "model/tokenizer/token_ids.h"

#include <cstddef>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/config/piece_ids.h"
#include "model/config/token_template.h"
#include "model/tokenizer/language_tag.h"

namespace interpres {
namespace {

// Returns the pieces by id.
absl::StatusOr<std::vector<std::string>> Invert(const PieceIds& vocabulary,
                                                std::string_view file) {
  const auto size = static_cast<int64_t>(vocabulary.size());
  std::vector<std::string> pieces(vocabulary.size());
  std::vector<bool> used(vocabulary.size(), false);
  for (const auto& [piece, id] : vocabulary) {
    if (id < 0 || id >= size) {
      return absl::InvalidArgumentError(
          absl::StrCat(AsAbsl(file), ": piece \"", piece, "\" has id ", id,
                       "; ids go from 0 to ", size - 1));
    }
    const auto index = static_cast<std::size_t>(id);
    if (used[index]) {
      return absl::InvalidArgumentError(
          absl::StrCat(AsAbsl(file), ": the pieces \"", pieces[index],
                       "\" and \"", piece, "\" both have id ", id));
    }
    used[index] = true;
    pieces[index] = piece;
  }
  return pieces;
}

// Returns kNoId if the vocabulary lacks the piece.
int32_t FindId(const PieceIds& vocabulary, const char* piece) {
  const auto found = vocabulary.find(piece);
  return found == vocabulary.end() ? kNoId : found->second;
}

absl::StatusOr<int32_t> RequireId(const PieceIds& vocabulary, const char* piece,
                                  std::string_view file) {
  const int32_t id = FindId(vocabulary, piece);
  if (id == kNoId) {
    return absl::InvalidArgumentError(
        absl::StrCat(AsAbsl(file), ": the special piece ", piece,
                     " is missing; download the file again"));
  }
  return id;
}

}  // namespace

absl::StatusOr<TokenIds> TokenIds::Create(const PieceIds& vocabulary,
                                          std::string_view file) {
  TokenIds ids;
  INTERPRES_ASSIGN_OR_RETURN(ids.pieces_, Invert(vocabulary, file));
  INTERPRES_ASSIGN_OR_RETURN(ids.end_id_,
                             RequireId(vocabulary, kEndPiece, file));
  INTERPRES_ASSIGN_OR_RETURN(ids.unknown_id_,
                             RequireId(vocabulary, kUnknownPiece, file));
  ids.padding_id_ = FindId(vocabulary, kPaddingPiece);
  ids.text_ids_.reserve(vocabulary.size());
  for (const auto& [piece, id] : vocabulary) {
    if (const auto language = LanguageOfTag(piece); language.has_value()) {
      ids.language_tags_.emplace(*language, id);
    } else if (const auto corpus = NameOfCorpusTag(piece); corpus.has_value()) {
      ids.corpus_tags_.emplace(*corpus, id);
    } else if (id != ids.end_id_ && id != ids.unknown_id_ &&
               id != ids.padding_id_) {
      ids.text_ids_.emplace(piece, id);
    }
  }
  return ids;
}

std::string_view TokenIds::Piece(int32_t id) const {
  return id >= 0 && id < size() ? pieces_[static_cast<std::size_t>(id)]
                                : std::string_view();
}

int32_t TokenIds::FindText(const std::string& piece) const {
  const auto found = text_ids_.find(piece);
  return found == text_ids_.end() ? kNoId : found->second;
}

std::vector<int32_t> TokenIds::TagIds() const {
  std::vector<int32_t> ids;
  for (const Tags* tags : {&language_tags_, &corpus_tags_}) {
    for (const auto& [name, id] : *tags) {
      ids.push_back(id);
    }
  }
  return ids;
}

}  // namespace interpres
