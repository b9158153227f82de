// The subset of YAML in which Marian writes its configurations: a map whose
// values are scalars or lists of scalars. A parser of all of YAML would bring
// anchors, tags and unlimited nesting to files that others made.

#ifndef INTERPRES_MODEL_CHECKPOINT_FLAT_YAML_H_
#define INTERPRES_MODEL_CHECKPOINT_FLAT_YAML_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// A parsed configuration. Immutable and thread-safe.
class FlatYaml {
 public:
  // Parses `text`. Keys are plain scalars without indentation. A list is in
  // brackets on one line, or has one item on each line. A value that is a map,
  // a nested list, an anchor or a block of text is kept as unreadable. Only a
  // function that reads its key then returns an error. Returns INVALID_ARGUMENT
  // if the text is not UTF-8, has a key twice, or has another construct outside
  // this subset. `file` starts every message, also of the other functions.
  static absl::StatusOr<FlatYaml> Parse(std::string_view text,
                                        std::string_view file);

  // Returns the value of `key`, or `absent` if the text has no such key or the
  // key has no value. Returns INVALID_ARGUMENT if the value is a list or a map.
  // Boolean, Integer and Number below do the same, and also return
  // INVALID_ARGUMENT if the value has another type. The message has the key and
  // the value that was found.
  absl::StatusOr<std::string> String(std::string_view key,
                                     std::string_view absent) const;
  absl::StatusOr<bool> Boolean(std::string_view key, bool absent) const;
  absl::StatusOr<int64_t> Integer(std::string_view key, int64_t absent) const;
  absl::StatusOr<double> Number(std::string_view key, double absent) const;
  // Returns the items of the list `key`. A scalar is a list of one item. An
  // absent key or a key without a value is an empty list. Returns
  // INVALID_ARGUMENT if the value is a map or a nested list.
  absl::StatusOr<std::vector<std::string>> List(std::string_view key) const;

  // Returns whether the text has the key.
  bool Has(std::string_view key) const { return entries_.contains(key); }

  // Returns INVALID_ARGUMENT with the message "FILE: KEY is FOUND; EXPECTED".
  absl::Status Unexpected(std::string_view key, std::string_view found,
                          std::string_view expected) const;

  // Returns the scalar that `text` spells: plain, in single quotes or in double
  // quotes with escapes. Returns INVALID_ARGUMENT, with a message that does not
  // name a file, if the quotes or escapes are malformed.
  static absl::StatusOr<std::string> ParseScalar(std::string_view text);

 private:
  enum class Kind { kScalar, kList, kOther };
  struct Entry {
    Kind kind = Kind::kScalar;
    std::vector<std::string> items = {};  // a scalar is one item
  };
  class Parser;

  // Returns the value of the scalar `key`. Returns null for an absent key and
  // for a key without a value. Returns INVALID_ARGUMENT if the value is a list
  // or a map. The result is valid as long as this object.
  absl::StatusOr<const std::string*> Scalar(std::string_view key) const;

  std::string file_;
  std::map<std::string, Entry, std::less<>> entries_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_FLAT_YAML_H_
