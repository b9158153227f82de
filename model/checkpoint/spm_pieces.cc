#include "model/checkpoint/spm_pieces.h"

#include "absl/strings/str_cat.h"
#include "model/base/protobuf_fields.h"
#include "model/base/status.h"
#include "model/checkpoint/json_document.h"
#include "model/config/piece_ids.h"

namespace interpres {
namespace {

// Of ModelProto and of its SentencePiece (sentencepiece_model.proto).
constexpr uint64_t kPiecesField = 1;
constexpr uint64_t kPieceField = 1;

// Returns the text of a piece. Returns "" if the message is malformed.
std::string TextOf(std::string_view piece) {
  std::string text;
  ProtobufFields fields(piece);
  while (fields.Next()) {
    if (fields.field() == kPieceField) {
      text = std::string(fields.value());
    }
  }
  return fields.malformed() ? "" : text;
}

}  // namespace

absl::StatusOr<PieceIds> PiecesOfSpm(std::string_view serialized,
                                     std::string_view file) {
  const auto bad = [&](const auto&... parts) {
    return absl::InvalidArgumentError(absl::StrCat(
        AsAbsl(file), ": ", parts..., "; download the model again"));
  };
  PieceIds pieces;
  ProtobufFields fields(serialized);
  while (fields.Next()) {
    if (fields.field() != kPiecesField) {
      continue;
    }
    std::string text = TextOf(fields.value());
    if (text.empty()) {
      return bad("piece ", pieces.size(), " is empty or malformed");
    }
    const auto [entry, is_new] =
        pieces.emplace(std::move(text), static_cast<int32_t>(pieces.size()));
    if (!is_new) {
      return bad("the piece ", Quoted(entry->first), " occurs twice");
    }
  }
  if (fields.malformed() || pieces.empty()) {
    return bad("it is not a SentencePiece model, or cut");
  }
  return pieces;
}

}  // namespace interpres
