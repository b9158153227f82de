// The vocabulary shortlist of a checkpoint: for each source token, the target
// tokens that it is likely to become. A sentence that asks for it is decoded
// within the lists of its source tokens alone. The file is shortlist.bin
// (docs/checkpoint_format.md).
//
// After "On Using Very Large Target Vocabulary for Neural Machine Translation"
// (Jean et al., 2015), section 3.

#ifndef INTERPRES_MODEL_CHECKPOINT_SHORTLIST_H_
#define INTERPRES_MODEL_CHECKPOINT_SHORTLIST_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

inline constexpr char kShortlistFile[] = "shortlist.bin";

// Immutable and thread-safe.
class Shortlist {
 public:
  // lists[s] are the target tokens of source token s, rising and within the
  // vocabulary, whose size is the number of lists: else INVALID_ARGUMENT.
  static absl::StatusOr<Shortlist> Create(
      const std::vector<std::vector<int32_t>>& lists);

  int32_t vocab_size() const {
    return static_cast<int32_t>(offsets_.size()) - 1;
  }
  // The target tokens of all lists together.
  int64_t entries() const { return static_cast<int64_t>(targets_.size()); }
  // Rising. 0 <= source < vocab_size().
  std::span<const int32_t> list(int32_t source) const;

  bool operator==(const Shortlist&) const = default;

 private:
  friend absl::StatusOr<Shortlist> ParseShortlist(
      std::span<const std::byte> bytes, std::string_view name);

  Shortlist() = default;

  std::vector<int64_t> offsets_ = {0};  // [vocab_size + 1]
  std::vector<int32_t> targets_;        // [entries]
};

// Checks all of the file's bytes. `name` stands for the path in messages:
// INVALID_ARGUMENT says what was expected and found, DATA_LOSS that the
// checksum differs.
absl::StatusOr<Shortlist> ParseShortlist(std::span<const std::byte> bytes,
                                         std::string_view name);

// The shortlist of a model directory; nothing if it has none. INVALID_ARGUMENT
// if it is for a vocabulary of another size.
absl::StatusOr<std::optional<Shortlist>> ReadShortlist(
    const std::filesystem::path& directory, int64_t vocab_size);

// Writes it into the directory of a model: atomically, next to the other files.
absl::Status WriteShortlist(const std::filesystem::path& directory,
                            const Shortlist& shortlist);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_SHORTLIST_H_
