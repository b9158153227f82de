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

// A view of a JSON object, which must outlive the view. A key whose value is
// null counts as absent, as in Python's configuration classes.
class JsonFields {
 public:
  JsonFields(const nlohmann::json& object, std::string where)
      : object_(object), where_(std::move(where)) {}

  // Returns null if the key is absent or its value is null.
  const nlohmann::json* Find(std::string_view key) const;

  // Returns the value, or nullopt if the key is absent. INVALID_ARGUMENT if the
  // value has another type.
  absl::StatusOr<std::optional<int64_t>> Integer(std::string_view key) const;
  absl::StatusOr<std::optional<double>> Number(std::string_view key) const;
  absl::StatusOr<std::optional<bool>> Boolean(std::string_view key) const;
  absl::StatusOr<std::optional<std::string>> String(std::string_view key) const;

  // As above; INVALID_ARGUMENT if the key is absent.
  absl::StatusOr<int64_t> RequiredInteger(std::string_view key) const;
  absl::StatusOr<double> RequiredNumber(std::string_view key) const;
  absl::StatusOr<std::string> RequiredString(std::string_view key) const;

  // The engine supports only `value` for this key. OK if the key is absent or
  // has that value.
  absl::Status RequireIfPresent(std::string_view key,
                                const nlohmann::json& value) const;

  // Returns INVALID_ARGUMENT "where: key is <found>; expected <expected>".
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
