// Typed access to the keys of one JSON object, with errors that name the file
// and the key.

#ifndef INTERPRES_MODEL_CHECKPOINT_JSON_FIELDS_H_
#define INTERPRES_MODEL_CHECKPOINT_JSON_FIELDS_H_

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// Reads the keys of a JSON object and checks their types. Keeps a reference:
// the JSON object must outlive this view. A key whose value is null counts as
// absent, as in Python's configuration classes.
class JsonFields {
 public:
  JsonFields(const nlohmann::json& object, std::string where)
      : object_(object), where_(std::move(where)) {}

  // Returns the value of `key`. Returns null if the key is absent or its value
  // is null.
  const nlohmann::json* Find(std::string_view key) const;

  // Integer, Number, Boolean and String return the value of `key`, or nullopt
  // if the key is absent or its value is null. They return INVALID_ARGUMENT if
  // the value has another type, does not fit in int64_t, or is not finite.
  absl::StatusOr<std::optional<int64_t>> Integer(std::string_view key) const;
  absl::StatusOr<std::optional<double>> Number(std::string_view key) const;
  absl::StatusOr<std::optional<bool>> Boolean(std::string_view key) const;
  absl::StatusOr<std::optional<std::string>> String(std::string_view key) const;

  // RequiredInteger, RequiredNumber and RequiredString return the value of
  // `key`. They return INVALID_ARGUMENT if the key is absent or the value has
  // another type.
  absl::StatusOr<int64_t> RequiredInteger(std::string_view key) const;
  absl::StatusOr<double> RequiredNumber(std::string_view key) const;
  absl::StatusOr<std::string> RequiredString(std::string_view key) const;

  // Checks a key for which the engine supports only one value. Returns OK if
  // the key is absent, null or has this `value`, otherwise INVALID_ARGUMENT.
  absl::Status RequireIfPresent(std::string_view key,
                                const nlohmann::json& value) const;

  // Returns the error INVALID_ARGUMENT "WHERE: KEY is FOUND; expected
  // EXPECTED", where FOUND is the Excerpt of `found`. Checks nothing.
  absl::Status Unexpected(std::string_view key, const nlohmann::json& found,
                          std::string_view expected) const;

  const std::string& where() const { return where_; }

 private:
  absl::Status Missing(std::string_view key) const;

  const nlohmann::json& object_;
  const std::string where_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_JSON_FIELDS_H_
