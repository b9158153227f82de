#include "server/http/json_object.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"

namespace interpres {
namespace {

using nlohmann::json;

// Receives the text as events, so that a deep text needs no memory.
class FlatReader final : public nlohmann::json_sax<json> {
 public:
  explicit FlatReader(Parameters& parameters) : parameters_(parameters) {}

  bool is_object() const { return is_object_; }
  // The byte at which the text is no JSON.
  std::size_t error_offset() const { return error_offset_; }

  bool null() override { return depth_ > 0; }
  bool boolean(bool value) override { return Value(value ? "true" : "false"); }
  bool number_integer(number_integer_t value) override {
    return Value(std::to_string(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return Value(std::to_string(value));
  }
  bool number_float(number_float_t /*value*/, const string_t& text) override {
    return Value(text);
  }
  bool string(string_t& value) override { return Value(std::move(value)); }
  bool binary(binary_t& /*value*/) override { return false; }

  bool start_object(std::size_t /*elements*/) override {
    is_object_ = is_object_ || depth_ == 0;
    ++depth_;
    return true;
  }
  bool end_object() override {
    --depth_;
    return true;
  }
  bool key(string_t& value) override {
    if (depth_ == 1) {
      name_ = std::move(value);
      parameters_[name_] = {};
    }
    return true;
  }
  bool start_array(std::size_t /*elements*/) override {
    if (depth_ == 1) {
      parameters_[name_].is_array = true;
      in_array_ = true;
    }
    return ++depth_ > 1;
  }
  bool end_array() override {
    --depth_;
    in_array_ = in_array_ && depth_ > 1;
    return true;
  }
  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*error*/) override {
    error_offset_ = position;
    return false;
  }

 private:
  bool Value(std::string value) {
    if (depth_ == 1 || (depth_ == 2 && in_array_)) {
      parameters_[name_].values.push_back(std::move(value));
    }
    return depth_ > 0;
  }

  Parameters& parameters_;
  std::string name_;  // of the member of the outermost object
  int64_t depth_ = 0;
  bool in_array_ = false;  // inside an array that is a member
  bool is_object_ = false;
  std::size_t error_offset_ = 0;
};

}  // namespace

absl::Status ReadJsonObject(std::string_view text, Parameters& parameters) {
  Parameters read;
  FlatReader reader(read);
  if (!json::sax_parse(text.begin(), text.end(), &reader)) {
    return absl::InvalidArgumentError(
        reader.error_offset() == 0
            ? "the body is no JSON object"
            : absl::StrCat("the body is not JSON at byte ",
                           reader.error_offset()));
  }
  read.AddMissing(std::move(parameters));
  parameters = std::move(read);
  return absl::OkStatus();
}

}  // namespace interpres
