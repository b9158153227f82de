#include "model/checkpoint/marian_vocabulary.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/flat_yaml.h"
#include "model/checkpoint/json_document.h"
#include "model/config/piece_ids.h"

namespace interpres {
namespace {

constexpr std::string_view kLongPiece = "? ";
constexpr std::string_view kIdOfLongPiece = ":";

class VocabularyLines {
 public:
  explicit VocabularyLines(std::string_view file) : file_(file) {}

  absl::Status Add(std::string_view line) {
    ++number_;
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    if (long_piece_.has_value()) {
      const std::string_view piece = *std::exchange(long_piece_, std::nullopt);
      return line.starts_with(kIdOfLongPiece) ? AddEntry(piece, line.substr(1))
                                              : Bad(line, ": ID");
    }
    if (line.starts_with(kLongPiece)) {
      long_piece_ = line.substr(kLongPiece.size());
      return absl::OkStatus();
    }
    if (line.empty() || line == "---" || line == "...") {
      return absl::OkStatus();
    }
    // The last colon, because a plain piece may contain colons.
    const std::size_t colon = line.rfind(':');
    return colon == std::string_view::npos
               ? Bad(line, "PIECE: ID")
               : AddEntry(line.substr(0, colon), line.substr(colon + 1));
  }

  absl::StatusOr<PieceIds> Finish() && {
    if (long_piece_.has_value()) {
      return Bad(*long_piece_, "a line with its id behind it");
    }
    return std::move(vocabulary_);
  }

 private:
  absl::Status Bad(std::string_view line, std::string_view expected) const {
    return absl::InvalidArgumentError(
        absl::StrCat(AsAbsl(file_), ": line ", number_, " is ", Quoted(line),
                     "; expected ", AsAbsl(expected)));
  }

  absl::Status AddEntry(std::string_view piece, std::string_view id) {
    while (piece.ends_with(' ')) {
      piece.remove_suffix(1);
    }
    auto spelled = FlatYaml::ParseScalar(piece);
    if (!spelled.ok() || spelled->empty()) {
      return Bad(piece, "a piece: plain, in 'single' or in \"double\" quotes");
    }
    int32_t number = 0;
    if (!absl::SimpleAtoi(AsAbsl(id), &number) || number < 0 ||
        number == INT32_MAX) {
      return Bad(id, "an id, an integer from 0 on");
    }
    const auto [entry, added] = vocabulary_.emplace(*spelled, number);
    if (!added) {
      return absl::InvalidArgumentError(absl::StrCat(
          AsAbsl(file_), ": piece ", Quoted(*spelled), " has the ids ",
          entry->second, " and ", number, "; expected one id"));
    }
    return absl::OkStatus();
  }

  std::string_view file_;
  std::optional<std::string_view> long_piece_;  // whose id is on the next line
  PieceIds vocabulary_;
  int64_t number_ = 0;  // of the line
};

}  // namespace

absl::StatusOr<PieceIds> ParseMarianVocabulary(std::string_view text,
                                               std::string_view file) {
  VocabularyLines lines(file);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    INTERPRES_RETURN_IF_ERROR(lines.Add(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::move(lines).Finish();
}

}  // namespace interpres
