#include "client/model_text.h"

#include <cstddef>
#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

namespace interpres {
namespace {

using interpres::v1::Model;

// Returns the directions of a model. If a model of many languages has all of
// them, returns the languages.
std::string DescribeDirections(const Model& model) {
  constexpr std::size_t kManyLanguages = 5;
  std::vector<std::string> directions;
  std::set<std::string> languages;
  for (const interpres::v1::LanguageDirection& direction : model.directions()) {
    directions.push_back(absl::StrCat(direction.source_language(), "-",
                                      direction.target_language()));
    languages.insert(direction.source_language());
    languages.insert(direction.target_language());
  }
  const std::size_t count = languages.size();
  if (count >= kManyLanguages && directions.size() == count * (count - 1)) {
    return absl::StrFormat("each of %d languages to each other: %s", count,
                           absl::StrJoin(languages, ", "));
  }
  return directions.empty() ? "not stated" : absl::StrJoin(directions, ", ");
}

}  // namespace

std::string ModelText(const Model& model) {
  std::string text = absl::StrFormat(
      "%s\n"
      "  version         %s\n"
      "  family          %s\n"
      "  directions      %s\n"
      "  source tokens   at most %d\n"
      "  target tokens   at most %d\n"
      "  defaults        beam %d, length penalty %g\n"
      "  compute type    %s\n"
      "  parameters      %d\n",
      model.name(), model.version().empty() ? "not stated" : model.version(),
      model.family().empty() ? "not stated" : model.family(),
      DescribeDirections(model), model.max_source_tokens(),
      model.max_target_tokens(), model.default_beam_size(),
      model.default_length_penalty(), model.compute_type(), model.parameters());
  if (model.has_resident()) {
    absl::StrAppend(&text, "  in memory       ",
                    model.resident() ? "yes" : "no", "\n");
  }
  return text;
}

}  // namespace interpres
