// The checksum of safetensors data, computed a part at a time. Internal to
// model/checkpoint.

#ifndef INTERPRES_MODEL_CHECKPOINT_DATA_CHECKSUM_H_
#define INTERPRES_MODEL_CHECKPOINT_DATA_CHECKSUM_H_

#include <xxhash.h>

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <string>

#include "absl/strings/str_format.h"

namespace interpres {

// XXH3 (64 bits, seed 0). Not thread-safe.
class DataChecksum {
 public:
  DataChecksum() : state_(XXH3_createState(), &XXH3_freeState) {
    if (state_ == nullptr || XXH3_64bits_reset(state_.get()) != XXH_OK) {
      throw std::bad_alloc();
    }
  }

  void Add(std::span<const std::byte> bytes) {
    XXH3_64bits_update(state_.get(), bytes.data(), bytes.size());
  }

  // Returns the checksum of all bytes that were added so far, as 16 hex digits.
  // More bytes may follow.
  std::string Hex() const {
    return absl::StrFormat("%016x", XXH3_64bits_digest(state_.get()));
  }

 private:
  std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_DATA_CHECKSUM_H_
