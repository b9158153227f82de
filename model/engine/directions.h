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
// unknown ("") language is written as "any". Returns "" without directions.
std::string DescribeDirections(
    const std::vector<LanguageDirection>& directions);

// Returns the source languages of the directions, without "", in rising order.
std::vector<std::string> SourceLanguages(
    const std::vector<LanguageDirection>& directions);

// Returns the directions that a model serves.
// - If `card` (interpres.json) has directions, returns these. Returns
//   INVALID_ARGUMENT if `tagged_languages` is not empty and lacks the target
//   language of a direction, or if `source_tags` is true and
//   `tagged_languages` lacks the source language of a direction.
// - Otherwise, if `source_tags` is true, returns all directions between two
//   different tagged languages.
// - Otherwise returns one direction to each tagged language, or one direction
//   if `tagged_languages` is empty. The source is the source of `stated`
//   (tokenizer_config.json). Without tagged languages, the target is the target
//   of `stated`. A code in `stated` that has no two-letter form is unknown
//   (""), because a code such as `roa` may name a group of languages. `eng` and
//   `en_US` have a two-letter form.
absl::StatusOr<std::vector<LanguageDirection>> ServedDirections(
    const ModelCard& card, const LanguageDirection& stated,
    const std::vector<std::string>& tagged_languages, bool source_tags = false);

// The served languages that a request uses: a result of ResolveDirection.
struct ResolvedDirection {
  // The languages whose tags a source text needs. tags.target is empty for a
  // model without tags. Only TranslationModel::ResolveDirection sets
  // tags.source: for a model with source tags, to the only element of
  // `sources`. tags.source is empty if `sources` has several elements.
  LanguageTags tags = {};
  // The served target language. Empty if the model does not state it.
  std::string target = {};
  // The served source languages for the target: one element if the request
  // names a source language, otherwise all that the model has for the target. A
  // language that the model does not state is "". At least one element in a
  // result of ResolveDirection.
  std::vector<std::string> sources = {};
};

// Returns the served languages that are nearest to the wanted languages
// (LanguageMatcher). The target language counts before the source language. An
// empty ("") language matches every language, in a direction and as an
// argument. Of equally near target languages, and of sources equally near to a
// named source language, the first in `directions` counts. `tagged` says
// whether a source needs a tag of the target language: then tags.target of the
// result is the target language. Leaves tags.source empty. Returns NOT_FOUND if
// no direction matches; the message lists up to 16 directions. Returns
// INVALID_ARGUMENT if `target_language` is empty and the nearest directions
// have different target languages.
absl::StatusOr<ResolvedDirection> ResolveDirection(
    const std::vector<LanguageDirection>& directions, bool tagged,
    std::string_view source_language, std::string_view target_language);

// Returns tags.target of ResolveDirection for the same arguments: the language
// of the tag that a source needs, or "" if `tagged` is false. Returns the
// errors of ResolveDirection.
absl::StatusOr<std::string> ResolveTag(
    const std::vector<LanguageDirection>& directions, bool tagged,
    std::string_view source_language, std::string_view target_language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_DIRECTIONS_H_
