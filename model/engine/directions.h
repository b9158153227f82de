// Which language pairs a model serves, and the tag that asks for one.

#ifndef INTERPRES_MODEL_ENGINE_DIRECTIONS_H_
#define INTERPRES_MODEL_ENGINE_DIRECTIONS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"

namespace interpres {

// Returns the directions as text for messages, such as "en to es, es to en". An
// unknown ("") language is written as "any".
std::string DescribeDirections(
    const std::vector<LanguageDirection>& directions);

// Returns the directions that a model serves: the directions of `card`
// (interpres.json) if the card has any. Otherwise returns one direction for
// each of `tagged_languages`, from an unknown ("") source. Without tagged
// languages, returns one direction with both languages unknown. Returns
// INVALID_ARGUMENT if `tagged_languages` is not empty and lacks the target
// language of a direction of `card`.
absl::StatusOr<std::vector<LanguageDirection>> ServedDirections(
    const ModelCard& card, const std::vector<std::string>& tagged_languages);

// Returns the target language whose tag the source must begin with, or "" if
// `tagged` is false. Chooses among the directions that match both languages. An
// empty ("") language matches every language, in a direction and as an
// argument. Returns NOT_FOUND if no direction matches; the message lists the
// directions. Returns INVALID_ARGUMENT if the matching directions have
// different target languages.
absl::StatusOr<std::string> ResolveTag(
    const std::vector<LanguageDirection>& directions, bool tagged,
    std::string_view source_language, std::string_view target_language);

// Returns the languages of a request with an empty ("") language replaced by
// the only one that the directions allow with the other language. A language
// stays empty if the directions allow several.
LanguageDirection CompleteDirection(
    const std::vector<LanguageDirection>& directions,
    const LanguageDirection& asked);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_DIRECTIONS_H_
