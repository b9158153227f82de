// Blocks of cache positions, handed out and taken back in whole numbers.

#ifndef INTERPRES_MODEL_TRANSFORMER_BLOCK_POOL_H_
#define INTERPRES_MODEL_TRANSFORMER_BLOCK_POOL_H_

#include <cstdint>
#include <vector>

#include "model/base/check.h"

namespace interpres {

// Positions of a block.
inline constexpr int64_t kBlockPositions = 16;

// Blocks that hold `positions`.
constexpr int64_t BlocksFor(int64_t positions) {
  return (positions + kBlockPositions - 1) / kBlockPositions;
}

// A set of equal blocks with the ids 0 .. blocks - 1. Not thread-safe.
class BlockPool {
 public:
  explicit BlockPool(int64_t blocks) {
    free_.reserve(blocks);
    for (int64_t id = blocks - 1; id >= 0; --id) {
      free_.push_back(static_cast<int32_t>(id));
    }
  }

  int64_t free_blocks() const { return static_cast<int64_t>(free_.size()); }

  // Appends `count` <= free_blocks() ids to `out`.
  void Take(int64_t count, std::vector<int32_t>& out) {
    Check(count <= free_blocks(), "a block pool has too few blocks");
    for (int64_t i = 0; i < count; ++i) {
      out.push_back(free_.back());
      free_.pop_back();
    }
  }

  // Takes the blocks back and empties `blocks`.
  void Return(std::vector<int32_t>& blocks) {
    free_.insert(free_.end(), blocks.begin(), blocks.end());
    blocks.clear();
  }

 private:
  std::vector<int32_t> free_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_BLOCK_POOL_H_
