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
  // Makes a shortlist from lists[s], the target tokens of source token s. Both
  // languages have lists.size() tokens. Returns INVALID_ARGUMENT if a list is
  // not strictly ascending or has a token outside the vocabulary.
  static absl::StatusOr<Shortlist> Create(
      const std::vector<std::vector<int32_t>>& lists);
  // Makes a shortlist from the lists of all source tokens, one behind the
  // other: targets[offsets[s], offsets[s + 1]) is the list of source token s.
  // The target language has `target_tokens` tokens. Returns INVALID_ARGUMENT if
  // a list is not strictly ascending or has a token outside the target
  // vocabulary. REQUIRES: the offsets begin with 0, do not fall and end with
  // targets.size().
  static absl::StatusOr<Shortlist> Create(std::vector<int64_t> offsets,
                                          std::vector<int32_t> targets,
                                          int32_t target_tokens);

  // Returns the number of source tokens, which have a list each.
  int32_t vocab_size() const {
    return static_cast<int32_t>(offsets_.size()) - 1;
  }
  // Returns the sum of the lengths of all lists.
  int64_t entries() const { return static_cast<int64_t>(targets_.size()); }
  // Returns the target tokens in the list of the source token `source`, in
  // rising order. The result is valid as long as the shortlist.
  // REQUIRES: 0 <= source < vocab_size().
  std::span<const int32_t> list(int32_t source) const;

  // The target tokens from `begin` to before `end`, in rising order, which fill
  // up the list of a sentence to a multiple of 8 tokens, as Marian does.
  struct FillTokens {
    int32_t begin = 0;
    int32_t end = 0;
    bool operator==(const FillTokens&) const = default;
  };
  // Returns an empty range, which does not fill up lists, unless it was set.
  FillTokens fill_tokens() const { return fill_tokens_; }
  // REQUIRES: 0 <= tokens.begin <= tokens.end, which is at most the size of the
  // target vocabulary.
  void set_fill_tokens(FillTokens tokens) { fill_tokens_ = tokens; }

  bool operator==(const Shortlist&) const = default;

 private:
  friend absl::StatusOr<Shortlist> ParseShortlist(
      std::span<const std::byte> bytes, std::string_view name);

  Shortlist() = default;

  std::vector<int64_t> offsets_ = {0};  // [vocab_size + 1]
  std::vector<int32_t> targets_;        // [entries]
  FillTokens fill_tokens_;
};

// Parses the bytes of a shortlist file. Returns INVALID_ARGUMENT if the bytes
// are malformed, and DATA_LOSS if the checksum differs. `name`, the name of the
// file, starts every message.
absl::StatusOr<Shortlist> ParseShortlist(std::span<const std::byte> bytes,
                                         std::string_view name);

// Reads the shortlist of a model directory. Returns nullopt if the directory
// has no shortlist. Returns INVALID_ARGUMENT if the shortlist is for a
// vocabulary of another size than `vocab_size`. Otherwise returns the errors of
// ReadFile and ParseShortlist.
absl::StatusOr<std::optional<Shortlist>> ReadShortlist(
    const std::filesystem::path& directory, int64_t vocab_size);

// Writes the shortlist into a model directory as shortlist.bin, and replaces an
// earlier shortlist in one step. Returns the error of the system if the file
// cannot be written; the earlier shortlist then stays.
absl::Status WriteShortlist(const std::filesystem::path& directory,
                            const Shortlist& shortlist);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_SHORTLIST_H_
