#include "model/document/word_stemmer.h"

#include <libstemmer.h>

#include <array>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "model/document/characters.h"

namespace interpres {
namespace {

// Longer runs of letters are no words.
constexpr std::size_t kMaxStemmedLength = 100;

// A language whose rules Snowball has.
struct StemmedLanguage {
  std::string_view code;
  std::string_view long_code;
  const char* snowball;
};

constexpr std::array<StemmedLanguage, 6> kLanguagesWithStems = {{
    {.code = "de", .long_code = "deu", .snowball = "german"},
    {.code = "en", .long_code = "eng", .snowball = "english"},
    {.code = "es", .long_code = "spa", .snowball = "spanish"},
    {.code = "fr", .long_code = "fra", .snowball = "french"},
    {.code = "it", .long_code = "ita", .snowball = "italian"},
    {.code = "pt", .long_code = "por", .snowball = "portuguese"},
}};

// Returns null for a language without rules.
const char* SnowballName(std::string_view language) {
  const std::string primary = absl::AsciiStrToLower(
      std::string(language.substr(0, language.find_first_of("-_"))));
  for (const StemmedLanguage& known : kLanguagesWithStems) {
    if (primary == known.code || primary == known.long_code) {
      return known.snowball;
    }
  }
  return nullptr;
}

}  // namespace

bool HasStems(std::string_view language) {
  return SnowballName(language) != nullptr;
}

WordStemmer::WordStemmer(std::string_view language)
    : stemmer_(sb_stemmer_new(SnowballName(language), "UTF_8"),
               sb_stemmer_delete) {}

std::string WordStemmer::Stem(std::u32string_view word) const {
  std::string lower = EncodeUtf8(LowerCase(word));
  if (word.size() > kMaxStemmedLength || stemmer_ == nullptr) {
    return lower;
  }
  const sb_symbol* stem = sb_stemmer_stem(
      stemmer_.get(), reinterpret_cast<const sb_symbol*>(lower.data()),
      static_cast<int>(lower.size()));
  if (stem == nullptr) {
    return lower;
  }
  return {reinterpret_cast<const char*>(stem),
          static_cast<std::size_t>(sb_stemmer_length(stemmer_.get()))};
}

}  // namespace interpres
