// Texts with atoms, and translations that have damaged them.

#ifndef INTERPRES_TESTS_TESTING_RANDOM_ATOMS_H_
#define INTERPRES_TESTS_TESTING_RANDOM_ATOMS_H_

#include <array>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "model/document/aligned_text.h"
#include "model/document/characters.h"

namespace interpres {

inline std::size_t RandomBelow(std::mt19937& random, std::size_t bound) {
  return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random);
}

// Returns up to 15 random pieces: atoms of all kinds, words, marks and parts of
// atoms.
inline std::string RandomAtoms(std::mt19937& random) {
  constexpr std::array<std::string_view, 80> kPieces = {
      "https://example.com/a",
      "www.x.org",
      "mailto:a@b.io",
      "example.com/x",
      "jane@example.com",
      "/usr/share/x",
      "dir/file.txt",
      "C:\\a\\b",
      "123e4567-e89b-12d3-a456-426614174000",
      "a1b2c3d4e5",
      "0xff",
      "192.168.0.1",
      "fe80::1",
      "v1.2",
      "1.2.3-rc1",
      "snake_case",
      "camelCase",
      "call()",
      "--flag",
      "`x y`",
      "``a`b``",
      "$HOME",
      "{x}",
      "{{x}}",
      "{{{x}}}",
      "{0}",
      "{}",
      "%s",
      "%1$d",
      "%%",
      "%(n)s",
      "${x}",
      "$1",
      ":name",
      ":smile:",
      "<0>",
      "</0>",
      "[[x]]",
      "@@x@@",
      "{n, plural, one {# file} other {# files}}",
      "#tag",
      "@user",
      "😀",
      "👩‍👧",
      "🇪🇸",
      "1️⃣",
      "❤",
      "42",
      "1,234.5",
      "1 234",
      "234",
      "2020-10-12",
      "5:30",
      "1/2",
      "+34 912 345 678",
      "555-1234",
      "1st",
      "1990s",
      "Foo",
      "Foo Bar",
      "the",
      "word",
      "été",
      "好",
      "дом",
      "A",
      "{",
      "}",
      "`",
      "%",
      "#",
      "@",
      ":",
      "/",
      "$",
      "<",
      "(",
      ")",
      ".",
      "-"};
  constexpr std::array<std::string_view, 8> kGaps = {" ", " ",  " ",  " ",
                                                     "",  ", ", "\t", "-"};
  std::string text;
  for (std::size_t count = RandomBelow(random, 16); count > 0; --count) {
    text += kPieces[RandomBelow(random, kPieces.size())];
    text += kGaps[RandomBelow(random, kGaps.size())];
  }
  return text;
}

// Returns the source with changes: deleted, repeated and replaced characters,
// or another text.
inline std::string DamagedTranslation(std::mt19937& random,
                                      const std::string& source) {
  const std::size_t kind = RandomBelow(random, 8);
  if (kind == 0) {
    return RandomAtoms(random);
  }
  std::u32string code = DecodeUtf8(source).code;
  for (std::size_t i = RandomBelow(random, 8); i > 0 && !code.empty(); --i) {
    const std::size_t at = RandomBelow(random, code.size());
    const std::size_t count = 1 + RandomBelow(random, kind == 1 ? 20 : 4);
    switch (RandomBelow(random, 4)) {
      case 0:
        code.erase(at, count);
        break;
      case 1:
        code.insert(at, std::u32string(code, at, count));
        break;
      case 2:
        code[at] = U"{}%#x5 .`😀"[RandomBelow(random, 10)];
        break;
      default:
        code.insert(at, DecodeUtf8(RandomAtoms(random)).code);
        break;
    }
  }
  return EncodeUtf8(code);
}

// Returns elements in any order and place if `is_wild`. Otherwise short ones in
// order, which can be beyond the end of a text.
inline std::vector<AlignedSpan> RandomAlignment(std::mt19937& random,
                                                bool is_wild) {
  std::vector<AlignedSpan> alignment;
  int64_t end = 0;
  for (std::size_t i = RandomBelow(random, 30); i > 0; --i) {
    const auto draw = [&](std::size_t bound) {
      return static_cast<int64_t>(RandomBelow(random, bound));
    };
    const int64_t begin = is_wild ? draw(100) - 10 : end + draw(2);
    end = begin + draw(8);
    const int64_t source = is_wild ? draw(100) - 10 : begin;
    alignment.push_back({.target = {.begin = begin, .end = end},
                         .source = {.begin = source, .end = source + draw(9)}});
  }
  return alignment;
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_RANDOM_ATOMS_H_
