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

  // Why the text cannot be read. REQUIRES: it cannot.
  absl::Status error() const {
    return absl::InvalidArgumentError(
        error_.empty() ? "the body is no JSON object" : error_);
  }

  bool null() override {
    BeginOther();
    return depth_ > 0;
  }
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
    BeginOther();
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
      return HasRoom();
    }
    return true;
  }
  bool start_array(std::size_t /*elements*/) override {
    BeginOther();
    if (depth_ == 1) {
      parameters_[name_].is_array = true;
      in_array_ = true;
      has_others_ = false;
    }
    return ++depth_ > 1;
  }
  bool end_array() override {
    --depth_;
    in_array_ = in_array_ && depth_ > 1;
    // Without the others, an answer would belong to another text.
    if (depth_ == 1 && has_others_ && !parameters_[name_].values.empty()) {
      error_ =
          "an array has texts and also nulls, objects or arrays; expected "
          "texts, numbers or booleans";
      return false;
    }
    return true;
  }
  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*error*/) override {
    error_ = absl::StrCat("the body is not JSON at byte ", position);
    return false;
  }

 private:
  bool Value(std::string value) {
    if (depth_ == 1 || (depth_ == 2 && in_array_)) {
      parameters_[name_].values.push_back(std::move(value));
      return depth_ == 1 || HasRoom();
    }
    return depth_ > 0;
  }

  // Counts a member or an element. Returns false if there are too many.
  bool HasRoom() {
    if (++count_ <= kMaxParameters) {
      return true;
    }
    error_ = absl::StrCat("the body has more than ", kMaxParameters,
                          " members and elements");
    return false;
  }

  // A null, an object or an array begins.
  void BeginOther() { has_others_ = has_others_ || (depth_ == 2 && in_array_); }

  Parameters& parameters_;
  std::string name_;  // of the member of the outermost object
  int64_t depth_ = 0;
  bool in_array_ = false;    // inside an array that is a member
  bool has_others_ = false;  // the array has nulls, objects or arrays
  int64_t count_ = 0;        // of members and elements
  std::string error_;
};

}  // namespace

absl::Status ReadJsonObject(std::string_view text, Parameters& parameters) {
  Parameters read;
  FlatReader reader(read);
  if (!json::sax_parse(text.begin(), text.end(), &reader)) {
    return reader.error();
  }
  read.AddMissing(std::move(parameters));
  parameters = std::move(read);
  return absl::OkStatus();
}

}  // namespace interpres
