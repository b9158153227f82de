// Reads Python pickles as data. Nothing that a pickle names is looked up or
// called: a call becomes a value that says what would have been called.

#ifndef INTERPRES_MODEL_CHECKPOINT_PICKLE_H_
#define INTERPRES_MODEL_CHECKPOINT_PICKLE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// A value of a pickle. Values may share values, and a list may contain itself.
struct PickleValue {
  enum class Kind {
    kNone,
    kBool,          // `integer` is 0 or 1
    kInteger,       // `integer`
    kLongInteger,   // more than 64 bits: `text` has its little-endian bytes
    kFloat,         // `number`
    kText,          // `text`, UTF-8 or bytes
    kTuple,         // `items`
    kList,          // `items`
    kDictionary,    // `items`: key, value, key, value, ...
    kGlobal,        // `text`, for example "collections.OrderedDict"
    kCall,          // `items`: the callable, the tuple of its arguments, then
                    // the keys and values that were set on the result
    kPersistentId,  // `items`: the id, whose meaning the program defines
  };
  Kind kind = Kind::kNone;
  int64_t integer = 0;
  double number = 0.0;
  std::string text;
  std::vector<const PickleValue*> items;
};

// The values of a pickle. Move-only.
struct Pickle {
  // Valid as long as `values`.
  const PickleValue* root = nullptr;
  std::size_t bytes = 0;  // of the pickle: what follows is not part of it
  std::deque<PickleValue> values;

  Pickle() = default;
  Pickle(Pickle&&) = default;
  Pickle& operator=(Pickle&&) = default;
};

// Reads the pickle at the start of `bytes`. Understands the instructions that
// dictionaries of tensors need, of the protocols 2 to 5. Returns
// INVALID_ARGUMENT for another instruction, for a global that is not in
// `allowed`, for a malformed or truncated pickle, and for a pickle of more than
// a million values. The message begins with `place`, and names the instruction
// or the global. Memory is proportional to the bytes that were read.
absl::StatusOr<Pickle> ReadPickle(std::span<const std::byte> bytes,
                                  std::span<const std::string_view> allowed,
                                  std::string_view place);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_PICKLE_H_
