// Writes small lexical shortlists as Marian writes them.

#ifndef INTERPRES_TESTS_TESTING_TOY_LEXICAL_SHORTLIST_H_
#define INTERPRES_TESTS_TESTING_TOY_LEXICAL_SHORTLIST_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "tests/testing/toy_zip.h"

namespace interpres {

// The hash that Marian stores: of the 64-bit words of `bytes`.
inline uint64_t ToyMarianHash(const std::string& bytes) {
  uint64_t seed = 0;
  for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, 8);
    seed ^= word + 0x9e3779b9 + (seed << 6) + (seed >> 2);
  }
  return seed;
}

// Returns a file with the list of each source token. Every sentence may have
// the tokens below `first`.
inline std::string ToyLexicalShortlist(
    uint64_t first, const std::vector<std::vector<uint32_t>>& lists) {
  std::string offsets;
  std::string targets;
  uint64_t count = 0;
  AppendNumber(offsets, 0, 8);
  for (const std::vector<uint32_t>& list : lists) {
    for (const uint32_t target : list) {
      AppendNumber(targets, target, 4);
    }
    count += list.size();
    AppendNumber(offsets, count, 8);
  }
  std::string hashed;
  for (const uint64_t number :
       {first, uint64_t{50}, uint64_t{lists.size() + 1}, count}) {
    AppendNumber(hashed, number, 8);
  }
  hashed += offsets + targets;
  std::string file;
  AppendNumber(file, 0xF11A48D5013417F5, 8);
  AppendNumber(file, ToyMarianHash(hashed), 8);
  return file + hashed;
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_TOY_LEXICAL_SHORTLIST_H_
