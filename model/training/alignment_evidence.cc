#include "model/training/alignment_evidence.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>

#include "absl/strings/ascii.h"
#include "model/base/utf8.h"
#include "model/training/lexical_translations.h"

namespace interpres {
namespace {

constexpr std::size_t kMaxWords = 60;
// Words that begin alike count as one word, so that a small sample has more
// repeats.
constexpr std::size_t kMaxCharacters = 5;
constexpr int32_t kIterations = 4;
constexpr float kLeastProbability = 1e-3f;
// The evidence of a word that the sample taught nothing about, but that both
// sides have: a name or a number. In nats.
constexpr double kSameWord = 3.0;
// The share of the words that come from nowhere.
constexpr double kNoise = 0.2;

using Ids = std::vector<int32_t>;

// Whether the character is a word: the script has no spaces.
bool IsWordAlone(std::string_view character) {
  // U+2E80 and above, and U+0E00 to U+0EFF (Thai, Lao).
  return (character.size() == 3 && character >= "\xe2\xba\x80") ||
         character.size() == 4 ||
         (character.size() == 3 && character >= "\xe0\xb8\x80" &&
          character < "\xe0\xbc\x80");
}

bool IsSeparator(std::string_view character) {
  if (character.size() == 1) {
    return !absl::ascii_isalnum(static_cast<unsigned char>(character[0]));
  }
  // U+0080 to U+00BF are signs, and so are U+2000 to U+2BFF.
  return (character.size() == 2 && character < "\xc3\x80") ||
         (character.size() == 3 && character >= "\xe2\x80\x80" &&
          character < "\xe2\xb0\x80");
}

// Numbers the words of both sides, in one order.
class Words {
 public:
  Words() { Id(""); }  // the empty word is 0

  // Returns the ids of the words.
  Ids Split(std::string_view line) {
    Ids ids;
    std::string word;
    std::size_t characters = 0;
    const auto finish = [&] {
      if (!word.empty() && ids.size() < kMaxWords) {
        ids.push_back(Id(word));
      }
      word.clear();
      characters = 0;
    };
    while (!line.empty() && ids.size() < kMaxWords) {
      const std::size_t size =
          std::max<std::size_t>(1, Utf8SequenceLength(line));
      const std::string_view character = line.substr(0, size);
      line.remove_prefix(size);
      const bool alone = IsWordAlone(character);
      if (alone || IsSeparator(character)) {
        finish();
      }
      if (alone) {
        ids.push_back(Id(std::string(character)));
      } else if (!IsSeparator(character) && characters++ < kMaxCharacters) {
        word +=
            size == 1
                ? std::string(1, absl::ascii_tolower(
                                     static_cast<unsigned char>(character[0])))
                : std::string(character);
      }
    }
    finish();
    return ids;
  }

  int32_t size() const { return static_cast<int32_t>(ids_.size()); }

 private:
  int32_t Id(const std::string& word) {
    return ids_.try_emplace(word, static_cast<int32_t>(ids_.size()))
        .first->second;
  }

  std::unordered_map<std::string, int32_t> ids_;
};

// Word translations, and how often each target word occurs.
class Lexicon {
 public:
  Lexicon(std::span<const Ids> sources, std::span<const Ids> targets,
          int32_t words)
      : shares_(static_cast<std::size_t>(words)) {
    std::vector<TokenSpans> pairs;
    double total = 0.0;
    for (std::size_t i = 0; i < sources.size(); i += 2) {
      pairs.push_back({sources[i], targets[i]});
      for (const int32_t word : targets[i]) {
        shares_[static_cast<std::size_t>(word)] += 1.0;
        total += 1.0;
      }
    }
    for (double& share : shares_) {
      share /= std::max(total, 1.0);
    }
    const auto learned = LearnLexicalTranslations(pairs, words, kIterations);
    for (std::size_t source = 0; source < learned.size(); ++source) {
      Keep(static_cast<int32_t>(source), learned[source]);
    }
  }

  // Returns how much the source explains each word of the target, in nats per
  // word.
  double Score(const Ids& source, const Ids& target) const {
    double sum = 0.0;
    for (const int32_t word : target) {
      sum += WordScore(source, word);
    }
    return target.empty() ? 0.0 : sum / static_cast<double>(target.size());
  }

 private:
  static uint64_t Key(int32_t source, int32_t target) {
    return static_cast<uint64_t>(static_cast<uint32_t>(source)) << 32 |
           static_cast<uint32_t>(target);
  }

  // Keeps the likely translations of a word. `ranked` begins with the
  // likeliest.
  void Keep(int32_t source, std::span<const LexicalTranslation> ranked) {
    for (const LexicalTranslation& translation : ranked) {
      if (translation.probability < kLeastProbability) {
        return;
      }
      probabilities_[Key(source, translation.target)] = translation.probability;
    }
  }

  double WordScore(const Ids& source, int32_t word) const {
    const double share = shares_[static_cast<std::size_t>(word)];
    if (share == 0.0) {
      return std::find(source.begin(), source.end(), word) != source.end()
                 ? kSameWord
                 : 0.0;
    }
    double sum = 0.0;
    for (const int32_t other : source) {
      const auto found = probabilities_.find(Key(other, word));
      sum += found == probabilities_.end() ? 0.0 : double{found->second};
    }
    const double mean = sum / static_cast<double>(source.size());
    return std::log(kNoise + (1.0 - kNoise) * mean / share);
  }

  std::vector<double> shares_;  // of the target words, by id
  std::unordered_map<uint64_t, float> probabilities_;
};

}  // namespace

AlignmentEvidence JudgeAlignment(const SentenceSample& sample) {
  AlignmentEvidence evidence;
  const std::size_t count = sample.source.size() / 2 * 2;
  Words words;
  std::vector<Ids> sources;
  std::vector<Ids> targets;
  for (std::size_t i = 0; i < count; ++i) {
    sources.push_back(words.Split(sample.source[i]));
    sources.back().push_back(0);  // the empty word of Model 1
    targets.push_back(words.Split(sample.target[i]));
  }
  const Lexicon lexicon(sources, targets, words.size());
  const std::size_t half = count / 4 * 2;
  for (std::size_t i = 1; i < count; i += 2) {
    const std::size_t other = (i + half) % count;
    const double own = lexicon.Score(sources[i], targets[i]);
    const double foreign = lexicon.Score(sources[i], targets[other]);
    if (own == foreign) {
      continue;
    }
    evidence.outcomes.push_back({i, own > foreign});
  }
  return evidence;
}

}  // namespace interpres
