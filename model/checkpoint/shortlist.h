// The vocabulary shortlist of a checkpoint: for each source token, its likely
// target tokens. A sentence that is decoded with a shortlist uses only the
// target tokens in the lists of its source tokens. The file is shortlist.bin
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
  // lists[s] are the target tokens of source token s. The size of the
  // vocabulary is lists.size(). INVALID_ARGUMENT if a list is not rising or has
  // a token outside the vocabulary.
  static absl::StatusOr<Shortlist> Create(
      const std::vector<std::vector<int32_t>>& lists);

  int32_t vocab_size() const {
    return static_cast<int32_t>(offsets_.size()) - 1;
  }
  // The number of target tokens in all lists together.
  int64_t entries() const { return static_cast<int64_t>(targets_.size()); }
  // Returns the list of a source token, in rising order.
  // REQUIRES: 0 <= source < vocab_size().
  std::span<const int32_t> list(int32_t source) const;

  bool operator==(const Shortlist&) const = default;

 private:
  friend absl::StatusOr<Shortlist> ParseShortlist(
      std::span<const std::byte> bytes, std::string_view name);

  Shortlist() = default;

  std::vector<int64_t> offsets_ = {0};  // [vocab_size + 1]
  std::vector<int32_t> targets_;        // [entries]
};

// Parses and checks the bytes of a file. INVALID_ARGUMENT says what was
// expected and found; DATA_LOSS says that the checksum differs. Messages name
// the file `name`.
absl::StatusOr<Shortlist> ParseShortlist(std::span<const std::byte> bytes,
                                         std::string_view name);

// Returns the shortlist of a model directory, or nullopt if the directory has
// no shortlist. INVALID_ARGUMENT if the shortlist is for a vocabulary of
// another size.
absl::StatusOr<std::optional<Shortlist>> ReadShortlist(
    const std::filesystem::path& directory, int64_t vocab_size);

// Writes the shortlist into the directory of a model, atomically.
absl::Status WriteShortlist(const std::filesystem::path& directory,
                            const Shortlist& shortlist);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_SHORTLIST_H_
