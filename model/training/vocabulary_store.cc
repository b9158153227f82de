#include "model/training/vocabulary_store.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/config/piece_ids.h"
#include "model/config/token_template.h"
#include "model/training/state_archive.h"

namespace interpres {
namespace {

constexpr char kSpmKey[] = "source.spm";
constexpr char kPiecesKey[] = "pieces";

}  // namespace

std::string JoinPieces(const PieceIds& pieces) {
  std::vector<std::string_view> by_id(pieces.size());
  for (const auto& [piece, id] : pieces) {
    by_id[static_cast<std::size_t>(id)] = piece;
  }
  std::string joined;
  for (const std::string_view piece : by_id) {
    joined.append(piece);
    joined.push_back('\0');
  }
  return joined;
}

PieceIds SplitPieces(std::string_view joined) {
  PieceIds pieces;
  int32_t id = 0;
  for (std::size_t end = joined.find('\0'); end != std::string_view::npos;
       end = joined.find('\0')) {
    pieces.emplace(joined.substr(0, end), id++);
    joined.remove_prefix(end + 1);
  }
  return pieces;
}

absl::Status WriteVocabulary(const std::filesystem::path& path,
                             const Vocabulary& vocabulary) {
  return WriteStateArchive(
      path,
      {{kSpmKey, vocabulary.spm}, {kPiecesKey, JoinPieces(vocabulary.pieces)}},
      {});
}

absl::StatusOr<Vocabulary> ReadVocabulary(const std::filesystem::path& path) {
  absl::StatusOr<StateArchive> read = ReadStateArchive(path);
  if (absl::IsDataLoss(read.status())) {
    return absl::DataLossError(
        absl::StrCat(read.status().message(),
                     "; not a vocabulary of interpres-train vocab"));
  }
  INTERPRES_RETURN_IF_ERROR(read.status());
  StateArchive& archive = *read;
  if (!archive.entries.contains(kSpmKey) ||
      !archive.entries.contains(kPiecesKey)) {
    return absl::DataLossError(absl::StrFormat(
        "%s: not a vocabulary of interpres-train vocab", path.string()));
  }
  Vocabulary vocabulary;
  vocabulary.spm = std::move(archive.entries[kSpmKey]);
  const std::string& joined = archive.entries[kPiecesKey];
  vocabulary.pieces = SplitPieces(joined);
  if (std::count(joined.begin(), joined.end(), '\0') !=
      std::ssize(vocabulary.pieces)) {
    return absl::DataLossError(absl::StrFormat(
        "%s: it has a piece twice; make a vocabulary with interpres-train "
        "vocab",
        path.string()));
  }
  // The pieces that a model's configuration requires.
  for (const char* needed : {kEndPiece, kPaddingPiece}) {
    if (!vocabulary.pieces.contains(needed)) {
      return absl::DataLossError(
          absl::StrFormat("%s: it has no piece \"%s\"; make a vocabulary with "
                          "interpres-train vocab",
                          path.string(), needed));
    }
  }
  return vocabulary;
}

}  // namespace interpres
