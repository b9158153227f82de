#include "model/checkpoint/json_fields.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/json_document.h"

namespace interpres {
namespace {

using nlohmann::json;

bool FitsInt64(const json& value) {
  return value.is_number_integer() &&
         (!value.is_number_unsigned() ||
          value.get<uint64_t>() <=
              static_cast<uint64_t>(std::numeric_limits<int64_t>::max()));
}

}  // namespace

const json* JsonFields::Find(std::string_view key) const {
  const auto found = object_.find(key);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

absl::StatusOr<std::optional<int64_t>> JsonFields::Integer(
    std::string_view key) const {
  const json* value = Find(key);
  if (value == nullptr) {
    return std::nullopt;
  }
  if (!FitsInt64(*value)) {
    return Unexpected(key, *value, "an integer");
  }
  return value->get<int64_t>();
}

absl::StatusOr<std::optional<double>> JsonFields::Number(
    std::string_view key) const {
  const json* value = Find(key);
  if (value == nullptr) {
    return std::nullopt;
  }
  if (!value->is_number() || !std::isfinite(value->get<double>())) {
    return Unexpected(key, *value, "a finite number");
  }
  return value->get<double>();
}

absl::StatusOr<std::optional<bool>> JsonFields::Boolean(
    std::string_view key) const {
  const json* value = Find(key);
  if (value == nullptr) {
    return std::nullopt;
  }
  if (!value->is_boolean()) {
    return Unexpected(key, *value, "true or false");
  }
  return value->get<bool>();
}

absl::StatusOr<std::optional<std::string>> JsonFields::String(
    std::string_view key) const {
  const json* value = Find(key);
  if (value == nullptr) {
    return std::nullopt;
  }
  if (!value->is_string()) {
    return Unexpected(key, *value, "a string");
  }
  return value->get<std::string>();
}

absl::StatusOr<int64_t> JsonFields::RequiredInteger(
    std::string_view key) const {
  INTERPRES_ASSIGN_OR_RETURN(const std::optional<int64_t> value, Integer(key));
  if (!value.has_value()) {
    return Missing(key);
  }
  return *value;
}

absl::StatusOr<double> JsonFields::RequiredNumber(std::string_view key) const {
  INTERPRES_ASSIGN_OR_RETURN(const std::optional<double> value, Number(key));
  if (!value.has_value()) {
    return Missing(key);
  }
  return *value;
}

absl::StatusOr<std::string> JsonFields::RequiredString(
    std::string_view key) const {
  INTERPRES_ASSIGN_OR_RETURN(std::optional<std::string> value, String(key));
  if (!value.has_value()) {
    return Missing(key);
  }
  return *std::move(value);
}

absl::Status JsonFields::RequireIfPresent(std::string_view key,
                                          const json& value) const {
  const json* found = Find(key);
  if (found == nullptr || *found == value) {
    return absl::OkStatus();
  }
  return Unexpected(
      key, *found,
      absl::StrCat(Excerpt(value), ": anything else is not supported"));
}

absl::Status JsonFields::Unexpected(std::string_view key, const json& found,
                                    std::string_view expected) const {
  return absl::InvalidArgumentError(
      absl::StrCat(where_, ": ", AsAbsl(key), " is ", Excerpt(found),
                   "; expected ", AsAbsl(expected)));
}

absl::Status JsonFields::Missing(std::string_view key) const {
  return absl::InvalidArgumentError(
      absl::StrCat(where_, ": the key ", AsAbsl(key),
                   " is missing; add it, or download the file again"));
}

}  // namespace interpres
