// Which language pairs a model serves, and the tag that asks for one.

#ifndef INTERPRES_MODEL_ENGINE_DIRECTIONS_H_
#define INTERPRES_MODEL_ENGINE_DIRECTIONS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"
#include "model/tokenizer/language_tag.h"

namespace interpres {

// Returns the directions as text for messages, such as "en to es, es to en". An
// unknown ("") language is written as "any".
std::string DescribeDirections(
    const std::vector<LanguageDirection>& directions);

// Returns the directions that a model serves: the directions of `card`
// (interpres.json) if the card has any. Otherwise returns one direction for
// each of `tagged_languages`, or without tagged languages one direction. With
// `source_tags`, returns all directions between two of the tagged languages.
// The source, and without tagged languages also the target, is then the
// language in `stated` (tokenizer_config.json) if that is one language with a
// code of two letters, such as `eng` or `en_US`. Otherwise it is unknown (""),
// because other codes may name a group of languages, such as `roa`. Returns
// INVALID_ARGUMENT if `tagged_languages` is not empty and lacks the target
// language of a direction of `card`, and with `source_tags` its source
// language.
absl::StatusOr<std::vector<LanguageDirection>> ServedDirections(
    const ModelCard& card, const LanguageDirection& stated,
    const std::vector<std::string>& tagged_languages, bool source_tags = false);

// The served languages that a request uses.
struct ResolvedDirection {
  // The languages whose tags a source text needs: none for a model without
  // tags. With source tags, `tags.source` is the only one of `sources`, and
  // empty if there are several.
  LanguageTags tags = {};
  // The served target language. Empty if the model does not state it.
  std::string target = {};
  // The served source languages for the target: one element if the request
  // names a source language, otherwise all that the model has for the target. A
  // language that the model does not state is "". At least one element in a
  // result of ResolveDirection.
  std::vector<std::string> sources = {};
};

// Returns the nearest directions to the wanted languages (LanguageMatcher). The
// target language counts before the source language. An empty ("") language
// matches every language, in a direction and as an argument. Of equally near
// target languages the first counts. Returns NOT_FOUND if no direction matches;
// the message lists the directions. Returns INVALID_ARGUMENT if
// `target_language` is empty and the nearest directions have different target
// languages.
absl::StatusOr<ResolvedDirection> ResolveDirection(
    const std::vector<LanguageDirection>& directions, bool tagged,
    std::string_view source_language, std::string_view target_language);

// Returns the target language of the tag of ResolveDirection, or its error.
absl::StatusOr<std::string> ResolveTag(
    const std::vector<LanguageDirection>& directions, bool tagged,
    std::string_view source_language, std::string_view target_language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_DIRECTIONS_H_
