#include "model/training/vocabulary_store.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
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
  absl::StatusOr<StateArchive> read = ReadStateArchive(path);
  if (absl::IsNotFound(read.status())) {
    return read.status();
  }
  if (!read.ok()) {
    return absl::DataLossError(
        absl::StrCat(read.status().message(),
                     "; not a vocabulary of interpres-train vocab"));
  }
  StateArchive& archive = *read;
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
  // What a model's configuration names.
  for (const char* needed : {"</s>", "<pad>"}) {
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
