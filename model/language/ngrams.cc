#include "model/language/ngrams.h"

#include <cstddef>
#include <string>
#include <vector>

#include "model/document/characters.h"

namespace interpres {
namespace {

// Multiplication by this number, 2^64 divided by the golden ratio, spreads the
// characters over the upper bits (Fibonacci hashing).
constexpr uint64_t kFactor = 0x9E3779B97F4A7C15;

// Appends the hashes of the n-grams that begin at the first character of
// `rest`.
void AppendHashesAt(std::u32string_view rest, int bits,
                    std::vector<uint32_t>& hashes) {
  uint64_t hash = 0;
  for (const char32_t c : rest.substr(0, kMaxNgramCharacters)) {
    const bool is_space_alone = hash == 0 && c == U' ';
    hash = (hash + c) * kFactor;
    if (!is_space_alone) {
      // Another round, because the last character has reached only some bits.
      hashes.push_back(static_cast<uint32_t>(
          ((hash ^ (hash >> 32)) * kFactor) >> (64 - bits)));
    }
  }
}

// Appends the hashes of the n-grams of one word, which has a space on each
// side.
void AppendHashes(std::u32string_view word, int bits,
                  std::vector<uint32_t>& hashes) {
  for (std::size_t begin = 0; begin < word.size(); ++begin) {
    AppendHashesAt(word.substr(begin), bits, hashes);
  }
}

}  // namespace

void ForEachWord(std::u32string_view text, int bits,
                 absl::FunctionRef<void(std::span<const uint32_t>)> visit) {
  const std::u32string lower = LowerCase(text);
  const auto is_letter = [&lower](std::size_t i) {
    return i < lower.size() && IsLetter(lower[i]);
  };
  std::u32string word;
  std::vector<uint32_t> hashes;
  for (std::size_t begin = 0; begin < lower.size();) {
    std::size_t end = begin;
    while (is_letter(end)) {
      ++end;
    }
    if (end > begin) {
      word.assign(1, U' ');
      word.append(lower, begin, end - begin);
      word.push_back(U' ');
      AppendHashes(word, bits, hashes);
      visit(hashes);
      hashes.clear();
    }
    begin = end + 1;
  }
}

}  // namespace interpres
