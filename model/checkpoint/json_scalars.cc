// Tested by json_scalars_test.cc.

#include "model/checkpoint/json_scalars.h"

#include <nlohmann/json.hpp>

#include "model/base/status.h"
#include "model/checkpoint/json_document.h"

namespace interpres {
namespace {

// The depth is limited by ParseJsonObject.
void Collect(const nlohmann::json& object, const std::string& prefix,
             JsonScalars& scalars) {
  for (const auto& [key, value] : object.items()) {
    const std::string name = prefix + key;
    if (value.is_object()) {
      Collect(value, name + "/", scalars);
    } else if (value.is_number()) {
      scalars.numbers[name] = value.get<double>();
    } else if (value.is_string()) {
      scalars.strings[name] = value.get<std::string>();
    }
  }
}

}  // namespace

absl::StatusOr<JsonScalars> ParseJsonScalars(std::string_view text,
                                             std::string_view where) {
  INTERPRES_ASSIGN_OR_RETURN(const nlohmann::json object,
                             ParseJsonObject(text, where));
  JsonScalars scalars;
  Collect(object, "", scalars);
  return scalars;
}

std::string JsonObjectOf(const std::map<std::string, std::string>& strings) {
  return nlohmann::json(strings).dump(-1, ' ', /*ensure_ascii=*/false,
                                      nlohmann::json::error_handler_t::replace);
}

}  // namespace interpres
