// Finds the served language that is nearest to the language that a user wants.
//
// Only codes of one language match. ICU's matcher also offers other languages:
// it sends Catalan to Spanish and Ukrainian to Russian.

#ifndef INTERPRES_MODEL_LANGUAGE_LANGUAGE_MATCH_H_
#define INTERPRES_MODEL_LANGUAGE_LANGUAGE_MATCH_H_

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/language/language_code.h"

namespace interpres {

// Returns the distance from a wanted code to a served code, as
// LanguageMatcher::DistanceTo defines it. At least 1, because the codes may be
// written differently. Returns null if the codes are of different languages.
std::optional<int> LanguageDistance(const LanguageCode& wanted,
                                    const LanguageCode& served);

// Compares one wanted language code with the codes of languages that models
// serve. Not thread-safe.
class LanguageMatcher {
 public:
  // The distance to a served code that is "" (a language that a model does not
  // state). Larger than every other distance.
  static constexpr int kUnstated = 100;

  // `wanted` is the code that DistanceTo compares with other codes. An empty
  // `wanted` is at distance 0 from every code.
  explicit LanguageMatcher(std::string_view wanted);

  // Returns the distance from the wanted code to `served`: 0 for the same code
  // or an empty wanted code, larger for other codes of the same language.
  // Returns kUnstated if `served` is "". Returns null if `served` is another
  // language, or if one of the codes names no language.
  //
  // The script counts most, then the language within a macrolanguage
  // (macrolanguages.h), then the region. A code without a region is nearer than
  // a code with another region. So `zh-Hant` prefers `zh-TW` to `zh`, and
  // `pt-PT` prefers `pt` to `pt-BR`.
  std::optional<int> DistanceTo(std::string_view served);

 private:
  std::optional<int> Compare(std::string_view served) const;

  const std::string wanted_;
  const std::optional<LanguageCode> code_;  // null if it names no language
  std::map<std::string, std::optional<int>, std::less<>> known_;
};

// Returns the index of the served code that is nearest to `wanted`
// (LanguageMatcher), of equally near codes the first. Returns null if no code
// matches. A served "" matches every wanted code, but is farther than every
// other match. An empty `wanted` is equally near to all codes.
std::optional<std::size_t> NearestLanguage(std::string_view wanted,
                                           std::span<const std::string> served);

// Returns whether two codes are equal or name one language, in any spelling,
// script or region: also `no`, `nb` and `nn`, but not `zh` and `yue`
// (MacrolanguageOf). Returns false if a code is empty. Thread-safe.
bool IsSameLanguage(std::string_view a, std::string_view b);

// Returns whether IsSameLanguage holds, the scripts are equal, and both codes
// usually mean the same member of a macrolanguage. So it is true for `pt-BR`
// and `pt`, and false for `zh-Hans` and `zh-Hant`, for `no` and `nn`, and for
// `ar` and `arz`. Thread-safe.
bool IsSameWrittenLanguage(std::string_view a, std::string_view b);

}  // namespace interpres

#endif  // INTERPRES_MODEL_LANGUAGE_LANGUAGE_MATCH_H_
