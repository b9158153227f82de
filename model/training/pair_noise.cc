#include "model/training/pair_noise.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "model/document/sentence_language.h"
#include "model/training/noise_places.h"
#include "model/training/noise_random.h"

namespace interpres {
namespace {

// First parts of the keys under the key of a draw.
constexpr uint64_t kKindDraws = 1;
constexpr uint64_t kContentDraws = 2;

constexpr int64_t kMaxJoined = 10;

// Mostly one value, sometimes two or three.
bool PutValues(NoiseKind kind, const LanguageDirection& languages,
               NoiseRandom& random, TextPair& pair) {
  const double share = random.Uniform();
  bool changed = PutValue(kind, languages, random, pair);
  for (const double more : {0.7, 0.9}) {
    if (share > more) {
      changed = PutValue(kind, languages, random, pair) || changed;
    }
  }
  return changed;
}

bool ApplyKind(NoiseKind kind, const LanguageDirection& languages,
               NoiseRandom& random, TextPair& pair) {
  switch (kind) {
    case NoiseKind::kUpperCase:
      return ToUpperCase(languages, pair);
    case NoiseKind::kTitleCase:
      return ToTitleCase(languages, pair);
    case NoiseKind::kFirstLetter:
      return ChangeFirstLetter(languages, pair);
    case NoiseKind::kNoEndMark:
      return RemoveEndMark(pair);
    case NoiseKind::kTypos:
      return AddTypos(random, pair);
    case NoiseKind::kJoinedSentences:
      return false;
    default:
      return PutValues(kind, languages, random, pair);
  }
}

}  // namespace

NoiseDraw DrawNoise(const NoiseOptions& options, uint64_t key) {
  NoiseDraw draw;
  draw.key = key;
  const uint64_t kind_key = CombineKeys(key, kKindDraws);
  for (std::size_t i = 0; i < kNoiseKindCount; ++i) {
    const auto kind = static_cast<NoiseKind>(i);
    const bool is_drawn =
        RandomUniform(kind_key, static_cast<uint32_t>(i)) < options.of(kind);
    // The kinds of case come first and exclude each other.
    const bool is_case = kind <= NoiseKind::kFirstLetter;
    if (is_drawn && !(is_case && !draw.kinds.empty())) {
      draw.kinds.push_back(kind);
    }
  }
  if (std::find(draw.kinds.begin(), draw.kinds.end(),
                NoiseKind::kJoinedSentences) != draw.kinds.end()) {
    draw.joined = NoiseRandom(CombineKeys(kind_key, 0)).Between(2, kMaxJoined);
  }
  return draw;
}

std::vector<NoiseKind> ApplyNoise(const NoiseDraw& draw,
                                  const LanguageDirection& languages,
                                  TextPair& pair) {
  std::vector<NoiseKind> changed;
  const uint64_t content_key = CombineKeys(draw.key, kContentDraws);
  for (const NoiseKind kind : draw.kinds) {
    // A key for each kind, so that the rate of one kind does not change the
    // content of another.
    NoiseRandom random(CombineKeys(content_key, static_cast<uint64_t>(kind)));
    if (ApplyKind(kind, languages, random, pair)) {
      changed.push_back(kind);
    }
  }
  return changed;
}

void JoinPair(const TextPair& next, const LanguageDirection& languages,
              TextPair& pair) {
  const auto gap = [](const std::string& language) {
    return OmitsSpaces(language) ? "" : " ";
  };
  absl::StrAppend(&pair.source, gap(languages.source), next.source);
  absl::StrAppend(&pair.target, gap(languages.target), next.target);
}

}  // namespace interpres
