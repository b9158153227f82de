#include "model/training/noise_options.h"

#include <algorithm>
#include <charconv>

#include "absl/strings/str_format.h"

namespace interpres {
namespace {

struct KindText {
  std::string_view name;
  std::string_view help;
};

constexpr std::array<KindText, kNoiseKindCount> kKindTexts = {{
    {"upper-case", "both sides in capitals"},
    {"title-case",
     "the source in title case; also the target if its language "
     "writes titles so"},
    {"first-letter", "the first letters of both sides in the other case"},
    {"no-end-mark", "both sides without their end mark"},
    {"typos", "one or two typing errors in the source"},
    {"joined-sentences",
     "2 to 10 neighbouring pairs of the corpus as one, up to --max-tokens"},
    {"numbers", "numbers of 2 to 16 digits, decimals, groups of thousands"},
    {"codes", "part numbers, versions, hashes, paths, digits after a 0"},
    {"uuids", "UUIDs"},
    {"urls", "web addresses"},
    {"emails", "e-mail addresses"},
    {"ip-addresses", "IP addresses, versions 4 and 6"},
    {"dates", "dates and times in digits"},
    {"placeholders", "placeholders of printf and of braces"},
    {"emoji", "emoji"},
    {"characters", "signs, and letters of other scripts"},
    {"sentinels", "sentinels, often in place of a value of both sides"},
    {"names", "invented names, many with accented letters"},
}};

}  // namespace

std::string_view NoiseKindName(NoiseKind kind) {
  return kKindTexts[static_cast<std::size_t>(kind)].name;
}

std::string_view NoiseKindHelp(NoiseKind kind) {
  return kKindTexts[static_cast<std::size_t>(kind)].help;
}

bool NoiseOptions::any() const {
  return std::any_of(rates.begin(), rates.end(),
                     [](double rate) { return rate > 0.0; });
}

absl::Status ValidateNoiseOptions(const NoiseOptions& options) {
  for (std::size_t i = 0; i < kNoiseKindCount; ++i) {
    const double rate = options.rates[i];
    if (!(rate >= 0.0 && rate <= 1.0)) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "--noise-%s is %g; expected a probability between 0 and 1",
          std::string(kKindTexts[i].name), rate));
    }
  }
  return absl::OkStatus();
}

std::string DescribeNoise(const NoiseOptions& options) {
  std::string text;
  for (std::size_t i = 0; i < kNoiseKindCount; ++i) {
    if (options.rates[i] == 0.0) {
      continue;
    }
    // The shortest digits that read back as the same value.
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(),
                                   options.rates[i]);
    text.append(text.empty() ? "" : ", ")
        .append(kKindTexts[i].name)
        .append(" ")
        .append(digits.data(), end.ptr);
  }
  return text.empty() ? "none" : text;
}

}  // namespace interpres
