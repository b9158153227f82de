// Texts made of pieces that meet the rules of division in any order.

#ifndef INTERPRES_TESTS_TESTING_RANDOM_TEXT_H_
#define INTERPRES_TESTS_TESTING_RANDOM_TEXT_H_

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace interpres {

// Returns up to `max_pieces` random pieces: abbreviations, marks, white space,
// list markers, scripts without spaces, emoji and control characters.
inline std::string RandomText(std::mt19937& random, int max_pieces = 40) {
  static const std::vector<std::string> pieces = {
      "Dr. ",   "Hale ",     "came. ", "z. B. ",
      "3. ",    "Mai ",      "\n",     "\r\n",
      "\r",     "\t",        "  ",     "- ",
      "* ",     "• ",        "a) ",    "(",
      ")",      "\"",        "„",      "“",
      "« ",     " »",        "!",      "?",
      "...",    "…",         "。",     "你好",
      "「",     "」",        "😀",      "👩‍👧",
      "\u0301", "\u200b",    "\ufeff", "\u2028",
      "\u2029", "\u0085",    "\u00a0", "U.S. ",
      "He ",    "the ",      "12",     "http://a.b/c?D ",
      "—",      "¿Qué? ",    "ñ",      "[1]",
      ":) ",    "ดร. ",      "।",      std::string(1, '\0'),
      "-----",  "\U0010ffff"};
  std::string text;
  for (int count = std::uniform_int_distribution<>(0, max_pieces)(random);
       count > 0; --count) {
    text += pieces[std::uniform_int_distribution<std::size_t>(
        0, pieces.size() - 1)(random)];
  }
  return text;
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_RANDOM_TEXT_H_
