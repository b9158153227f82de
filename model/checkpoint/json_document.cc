#include "model/checkpoint/json_document.h"

#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "model/base/json_string.h"
#include "model/base/status.h"

namespace interpres {
namespace {

using nlohmann::json;

constexpr int kMaxDepth = 16;
constexpr std::size_t kExcerptBytes = 80;

// Watches the parser's events for what nlohmann's parser accepts silently.
class StrictnessCheck {
 public:
  // Returns false to stop keeping the value.
  bool operator()(int depth, json::parse_event_t event, const json& parsed) {
    if (depth > kMaxDepth && problem_.empty()) {
      problem_ = absl::StrCat("it nests deeper than ", kMaxDepth, " levels");
    }
    if (event == json::parse_event_t::object_start) {
      keys_.emplace_back();
    } else if (event == json::parse_event_t::object_end) {
      keys_.pop_back();
    } else if (event == json::parse_event_t::key) {
      const auto& key = parsed.get_ref<const std::string&>();
      if (!keys_.back().insert(key).second && problem_.empty()) {
        problem_ = absl::StrCat("the key ", Quoted(key), " appears twice");
      }
    }
    return problem_.empty();
  }

  const std::string& problem() const { return problem_; }

 private:
  std::vector<std::set<std::string>> keys_;
  std::string problem_;
};

std::string Shortened(const std::string& text) {
  if (text.size() <= kExcerptBytes) {
    return text;
  }
  return absl::StrCat(text.substr(0, kExcerptBytes), "... (", text.size(),
                      " bytes)");
}

}  // namespace

absl::StatusOr<json> ParseJsonObject(std::string_view text,
                                     std::string_view where) {
  if (text.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(AsAbsl(where), ": it is empty; expected a JSON object"));
  }
  StrictnessCheck check;
  json document;
  try {
    document = json::parse(text.begin(), text.end(), std::ref(check));
  } catch (const json::exception& error) {
    return absl::InvalidArgumentError(absl::StrCat(
        AsAbsl(where), ": not valid JSON: ", Shortened(error.what())));
  }
  if (!check.problem().empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(AsAbsl(where), ": ", check.problem()));
  }
  if (!document.is_object()) {
    return absl::InvalidArgumentError(
        absl::StrCat(AsAbsl(where), ": expected a JSON object, found ",
                     document.type_name()));
  }
  return document;
}

std::string Excerpt(const json& value) {
  return Shortened(value.dump(-1, ' ', /*ensure_ascii=*/true,
                              json::error_handler_t::replace));
}

std::string Quoted(std::string_view text) {
  const std::string_view head = text.substr(0, kExcerptBytes);
  std::string quoted = JsonString(head);
  if (head.size() < text.size()) {
    absl::StrAppend(&quoted, "... (", text.size(), " bytes)");
  }
  return quoted;
}

}  // namespace interpres
