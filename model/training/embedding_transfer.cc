#include "model/training/embedding_transfer.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "absl/strings/str_format.h"
#include "model/config/piece_ids.h"
#include "model/tokenizer/language_tag.h"
#include "model/tokenizer/token_spelling.h"

namespace interpres {
namespace {

// A language's tag or a byte, whose name is no text.
bool IsName(std::string_view piece) {
  return LanguageOfTag(piece).has_value() || IsBytePiece(piece);
}

// Returns the piece that spells `text`, or the piece of a byte, as the
// tokenizer does. Returns pieces.end() if no piece spells `text`.
PieceIds::const_iterator FindPiece(const PieceIds& pieces,
                                   const std::string& text) {
  const auto found = pieces.find(text);
  return found == pieces.end() && text.size() == 1
             ? pieces.find(absl::StrFormat("<0x%02X>",
                                           static_cast<unsigned char>(text[0])))
             : found;
}

// How a prefix of a piece is spelled with the fewest pieces.
struct Spelling {
  std::size_t pieces = 0;
  std::size_t last_begin = 0;  // of its last piece
  int32_t last_id = -1;        // -1: it cannot be spelled
};

// Returns the best spelling of the prefix of `text` with shorter.size() bytes.
// REQUIRES: shorter[n] is the best spelling of the prefix with n bytes.
Spelling SpellPrefix(const PieceIds& pieces, const std::string& text,
                     std::span<const Spelling> shorter) {
  const std::size_t end = shorter.size();
  Spelling best;
  for (std::size_t begin = 0; begin < end; ++begin) {
    const std::size_t count = shorter[begin].pieces + 1;
    const auto found = FindPiece(pieces, text.substr(begin, end - begin));
    const bool spells = shorter[begin].last_id >= 0 && found != pieces.end();
    if (spells && (best.last_id < 0 || count < best.pieces)) {
      best = {count, begin, found->second};
    }
  }
  return best;
}

// Returns the ids of the fewest `pieces` whose concatenation is `text`, last id
// first. Returns an empty list if the pieces cannot spell `text`. A byte or a
// tag (IsName) is only spelled by the piece of the same name.
std::vector<int32_t> Spell(const PieceIds& pieces, const std::string& text) {
  if (IsName(text)) {
    const auto found = pieces.find(text);
    return found == pieces.end() ? std::vector<int32_t>()
                                 : std::vector<int32_t>{found->second};
  }
  std::vector<Spelling> prefixes = {{.last_id = 0}};
  while (prefixes.size() <= text.size()) {
    prefixes.push_back(SpellPrefix(pieces, text, prefixes));
  }
  std::vector<int32_t> ids;
  if (prefixes.back().last_id >= 0) {
    for (std::size_t end = text.size(); end > 0;
         end = prefixes[end].last_begin) {
      ids.push_back(prefixes[end].last_id);
    }
  }
  return ids;
}

// The mean of the rows of `ids`, into `mean`: [d_model].
void MeanOfRows(std::span<const float> rows, const std::vector<int32_t>& ids,
                std::span<float> mean) {
  for (const int32_t id : ids) {
    const auto row =
        rows.subspan(static_cast<std::size_t>(id) * mean.size(), mean.size());
    for (std::size_t i = 0; i < mean.size(); ++i) {
      mean[i] += row[i] / static_cast<float>(ids.size());
    }
  }
}

}  // namespace

TransferredEmbeddings TransferEmbeddings(const PieceIds& old_pieces,
                                         std::span<const float> old_rows,
                                         int64_t d_model,
                                         const PieceIds& new_pieces) {
  const auto width = static_cast<std::size_t>(d_model);
  std::vector<int32_t> all;
  for (const auto& [piece, id] : old_pieces) {
    all.push_back(id);
  }
  std::vector<float> mean_of_all(width);
  MeanOfRows(old_rows, all, mean_of_all);

  TransferredEmbeddings transferred;
  transferred.rows.resize(new_pieces.size() * width);
  for (const auto& [piece, id] : new_pieces) {
    const std::span<float> row =
        std::span(transferred.rows)
            .subspan(static_cast<std::size_t>(id) * width, width);
    const std::vector<int32_t> spelling = Spell(old_pieces, piece);
    if (spelling.empty()) {
      std::ranges::copy(mean_of_all, row.begin());
      continue;
    }
    MeanOfRows(old_rows, spelling, row);
    ++(spelling.size() == 1 ? transferred.kept : transferred.spelled);
  }
  return transferred;
}

}  // namespace interpres
