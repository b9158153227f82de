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

// "en to es, es to en"; an unknown ("") language is "any".
std::string DescribeDirections(
    const std::vector<LanguageDirection>& directions);

// The directions of interpres.json; else one per tag with an unknown ("")
// source; else one with both unknown. INVALID_ARGUMENT if the model has tags,
// but none for a direction's target language.
absl::StatusOr<std::vector<LanguageDirection>> ServedDirections(
    const ModelCard& card, const std::vector<std::string>& tagged_languages);

// The target language to encode with, "" for a model without tags. An unknown
// language of a direction matches every language. NOT_FOUND names what is
// served; INVALID_ARGUMENT if target_language is "" and there are several.
absl::StatusOr<std::string> ResolveTag(
    const std::vector<LanguageDirection>& directions, bool tagged,
    std::string_view source_language, std::string_view target_language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_DIRECTIONS_H_
