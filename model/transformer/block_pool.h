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

// Returns `positions` rounded up to a multiple of kBlockPositions: the
// positions of the blocks that hold `positions`.
constexpr int64_t RoundUpToBlocks(int64_t positions) {
  return BlocksFor(positions) * kBlockPositions;
}

// The first position of a block.
constexpr int32_t FirstCachePosition(int32_t block) {
  return block * static_cast<int32_t>(kBlockPositions);
}

// A set of equal blocks with the ids 0 .. blocks - 1. A caller reserves a
// number of blocks, then takes them one by one. Blocks that were used before
// are taken first, so that the memory of unused blocks stays untouched. Not
// thread-safe.
class BlockPool {
 public:
  explicit BlockPool(int64_t blocks) {
    free_.reserve(blocks);
    for (int64_t id = blocks - 1; id >= 0; --id) {
      free_.push_back(static_cast<int32_t>(id));
    }
  }

  // Blocks that are neither taken nor reserved.
  int64_t free_blocks() const {
    return static_cast<int64_t>(free_.size()) - reserved_;
  }

  // Reserves `count` <= free_blocks() blocks.
  void Reserve(int64_t count) {
    Check(count <= free_blocks(), "a block pool has too few blocks");
    reserved_ += count;
  }

  // Takes one of the reserved blocks and returns its id. The reservation of the
  // block ends.
  // REQUIRES: a reserved block is left. Allocates nothing.
  int32_t TakeReserved() {
    Check(reserved_ > 0, "a block was taken that was not reserved");
    --reserved_;
    const int32_t id = free_.back();
    free_.pop_back();
    return id;
  }

  // Gives the blocks of `taken` back to the pool, empties `taken`, and cancels
  // `reserved` reservations of blocks that were not taken.
  void Return(std::vector<int32_t>& taken, int64_t reserved) {
    free_.insert(free_.end(), taken.begin(), taken.end());
    taken.clear();
    reserved_ -= reserved;
  }

 private:
  std::vector<int32_t> free_;
  int64_t reserved_ = 0;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_BLOCK_POOL_H_
