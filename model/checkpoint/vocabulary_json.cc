#include "model/checkpoint/vocabulary_json.h"

#include <nlohmann/json.hpp>
#include <vector>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/base/utf8.h"
#include "model/checkpoint/json_document.h"
#include "model/config/piece_ids.h"
#include "model/config/token_template.h"

namespace interpres {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr int kIndent = 2;
// 1..vocab_size ids; the tokenizer's spelling of a special piece.
absl::Status CheckSpecial(const PieceIds& vocabulary, const std::string& piece,
                          int64_t id, std::string_view file) {
  const auto found = vocabulary.find(piece);
  if (found == vocabulary.end()) {
    return absl::InvalidArgumentError(
        absl::StrCat(AsAbsl(file), ": the special piece ", piece,
                     " is missing; download the file again"));
  }
  if (id >= 0 && found->second != id) {
    return absl::InvalidArgumentError(
        absl::StrCat(AsAbsl(file), ": ", piece, " has id ", found->second,
                     ", but config.json gives it ", id));
  }
  return absl::OkStatus();
}

// Checks that the ids are 0..size-1, each used once.
absl::Status CheckIds(const PieceIds& vocabulary, int64_t size,
                      std::string_view file) {
  const auto found = static_cast<int64_t>(vocabulary.size());
  if (found != size) {
    return absl::InvalidArgumentError(
        absl::StrCat(AsAbsl(file), ": it has ", found,
                     " pieces, but config.json says vocab_size ", size));
  }
  return PiecesOfIds(vocabulary, size, file).status();
}

}  // namespace

absl::StatusOr<PieceIds> ParseVocabulary(std::string_view text,
                                         std::string_view file) {
  INTERPRES_ASSIGN_OR_RETURN(const json document, ParseJsonObject(text, file));
  PieceIds vocabulary;
  for (const auto& [piece, id] : document.items()) {
    const bool valid = id.is_number_unsigned() &&
                       id.get<uint64_t>() < static_cast<uint64_t>(INT32_MAX);
    if (!valid) {
      return absl::InvalidArgumentError(
          absl::StrCat(AsAbsl(file), ": piece ", Quoted(piece), " has id ",
                       Excerpt(id), "; expected a non-negative integer"));
    }
    vocabulary.emplace(piece, id.get<int32_t>());
  }
  return vocabulary;
}

absl::StatusOr<std::string> SerializeVocabulary(const PieceIds& vocabulary) {
  std::map<int32_t, std::string> pieces;
  for (const auto& [piece, id] : vocabulary) {
    if (!IsValidUtf8(piece)) {
      return absl::InvalidArgumentError(
          absl::StrCat("vocab.json: piece ", Quoted(piece), " with id ", id,
                       " is not UTF-8; remove it from the vocabulary"));
    }
    pieces.emplace(id, piece);
  }
  ordered_json document = ordered_json::object();
  for (const auto& [id, piece] : pieces) {
    document[piece] = id;
  }
  return document.dump(kIndent) + "\n";
}

absl::StatusOr<std::vector<const std::string*>> PiecesOfIds(
    const PieceIds& vocabulary, int64_t size, std::string_view file) {
  std::vector<const std::string*> pieces(static_cast<std::size_t>(size));
  for (const auto& [piece, id] : vocabulary) {
    if (id < 0 || id >= size) {
      return absl::InvalidArgumentError(
          absl::StrCat(AsAbsl(file), ": piece ", Quoted(piece), " has id ", id,
                       "; expected 0 to ", size - 1,
                       ", because config.json says vocab_size ", size,
                       "; use the vocabulary of this model"));
    }
    const std::string*& known = pieces[static_cast<std::size_t>(id)];
    if (known != nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat(AsAbsl(file), ": the pieces ", Quoted(*known), " and ",
                       Quoted(piece), " both have id ", id));
    }
    known = &piece;
  }
  return pieces;
}

absl::Status ValidateVocabulary(const PieceIds& vocabulary,
                                const ModelConfig& config,
                                std::string_view file) {
  INTERPRES_RETURN_IF_ERROR(CheckIds(vocabulary, config.vocab_size, file));
  INTERPRES_RETURN_IF_ERROR(
      CheckSpecial(vocabulary, kEndPiece, config.eos_token_id, file));
  INTERPRES_RETURN_IF_ERROR(CheckSpecial(vocabulary, kUnknownPiece, -1, file));
  return CheckSpecial(vocabulary, kPaddingPiece, config.pad_token_id, file);
}

absl::Status ValidateSourceVocabulary(const PieceIds& vocabulary,
                                      const ModelConfig& config,
                                      std::string_view file) {
  INTERPRES_RETURN_IF_ERROR(
      CheckIds(vocabulary, config.source_vocab_size(), file));
  INTERPRES_RETURN_IF_ERROR(
      CheckSpecial(vocabulary, kEndPiece, config.eos_token_id, file));
  return CheckSpecial(vocabulary, kUnknownPiece, -1, file);
}

}  // namespace interpres
