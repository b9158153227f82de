#include "model/training/vocabulary_store.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/training/state_archive.h"

namespace interpres {
namespace {

constexpr char kSpmKey[] = "source.spm";
// The pieces in the order of their ids, each followed by a zero byte: no piece
// contains one.
constexpr char kPiecesKey[] = "pieces";

}  // namespace

absl::Status WriteVocabulary(const std::filesystem::path& path,
                             const Vocabulary& vocabulary) {
  std::vector<std::string_view> pieces(vocabulary.pieces.size());
  for (const auto& [piece, id] : vocabulary.pieces) {
    pieces[static_cast<std::size_t>(id)] = piece;
  }
  std::string joined;
  for (const std::string_view piece : pieces) {
    joined.append(piece);
    joined.push_back('\0');
  }
  return WriteStateArchive(
      path, {{kSpmKey, vocabulary.spm}, {kPiecesKey, joined}}, {});
}

absl::StatusOr<Vocabulary> ReadVocabulary(const std::filesystem::path& path) {
  INTERPRES_ASSIGN_OR_RETURN(StateArchive archive, ReadStateArchive(path));
  if (!archive.entries.contains(kSpmKey) ||
      !archive.entries.contains(kPiecesKey)) {
    return absl::DataLossError(absl::StrFormat(
        "%s: not a vocabulary of interpres-train vocab", path.string()));
  }
  Vocabulary vocabulary;
  vocabulary.spm = std::move(archive.entries[kSpmKey]);
  std::string_view rest = archive.entries[kPiecesKey];
  int32_t id = 0;
  for (std::size_t end = rest.find('\0'); end != std::string_view::npos;
       end = rest.find('\0')) {
    vocabulary.pieces.emplace(rest.substr(0, end), id++);
    rest.remove_prefix(end + 1);
  }
  return vocabulary;
}

}  // namespace interpres
