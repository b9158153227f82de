// The kinds of noise that a training run adds to its text, and their rates.

#ifndef INTERPRES_MODEL_TRAINING_NOISE_OPTIONS_H_
#define INTERPRES_MODEL_TRAINING_NOISE_OPTIONS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace interpres {

// The kinds of noise: changes that training makes to a sentence pair. The kinds
// from kNumbers on put a value into both sides that a translation must copy.
enum class NoiseKind : uint8_t {
  kUpperCase,        // both sides in capitals
  kTitleCase,        // the source in title case
  kFirstLetter,      // the first letters of both sides in the other case
  kNoEndMark,        // both sides without their end mark
  kTypos,            // typing errors in the source
  kJoinedSentences,  // 2 to 10 neighbouring pairs as one pair
  kNumbers,          // 2 to 16 digits, decimals, groups of thousands
  kCodes,            // part numbers, versions, hashes, paths, digits after a 0
  kUuids,
  kUrls,
  kEmails,
  kIpAddresses,
  kDates,         // dates and times
  kPlaceholders,  // of printf and of braces
  kEmoji,
  kCharacters,  // signs, and letters of other scripts
  kSentinels,   // SentinelForm::kBrackets, often in place of a value
  kNames,       // invented names of people and places
};

inline constexpr std::size_t kNoiseKindCount = 18;
inline constexpr NoiseKind kFirstCopyKind = NoiseKind::kNumbers;

// Returns the name of a kind in flags and messages, such as `upper-case`.
std::string_view NoiseKindName(NoiseKind kind);
// Returns a phrase that describes the kind in the help, such as `both sides in
// capitals`.
std::string_view NoiseKindHelp(NoiseKind kind);

// The rates of the kinds of noise, indexed by kind. A rate is the probability,
// 0 to 1, that a draw of an example has the noise. An example that does not
// allow the noise stays unchanged: without an end mark, no end mark can be
// removed.
struct NoiseOptions {
  std::array<double, kNoiseKindCount> rates = {};

  double& of(NoiseKind kind) { return rates[static_cast<std::size_t>(kind)]; }
  double of(NoiseKind kind) const {
    return rates[static_cast<std::size_t>(kind)];
  }
  // Returns whether a rate is above 0.
  bool any() const;
};

// Returns INVALID_ARGUMENT if a rate is not between 0 and 1. The message has
// the flag and the value.
absl::Status ValidateNoiseOptions(const NoiseOptions& options);

// Returns the rates above 0 with all their digits, such as `upper-case 0.02,
// typos 0.1`. Returns `none` if all rates are 0. Two options with the same text
// have the same rates.
std::string DescribeNoise(const NoiseOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_NOISE_OPTIONS_H_
