// Detects in which of the served languages a text is written.

#ifndef INTERPRES_MODEL_LANGUAGE_LANGUAGE_DETECTOR_H_
#define INTERPRES_MODEL_LANGUAGE_LANGUAGE_DETECTOR_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/language/language_code.h"
#include "model/language/language_table.h"

namespace interpres {

// LanguageDetector examines only this number of bytes at the beginning of a
// text, because more text rarely changes the result.
inline constexpr std::size_t kMaxDetectionBytes = 4096;

struct DetectedLanguage {
  // The code of the language: a candidate, as the caller of LanguageDetector
  // wrote the code.
  std::string language = {};
  // The estimated probability that the text is in this language, among all
  // languages that the detector knows: above 0, at most 1.
  double confidence = 0.0;
};

// Detects in which of the candidate languages a text is written. The script of
// the text excludes languages. A table of n-grams decides among the languages
// that the table has, and CLD2 decides about the other languages. Immutable and
// thread-safe.
class LanguageDetector {
 public:
  // `candidates` are the codes of the languages that Detect can return, in any
  // form that ParseLanguageCode accepts. Ignores codes that name no language.
  // If several codes have the same language and script, uses only the first.
  // `table` must outlive the detector. Null means no table: CLD2 decides about
  // all languages.
  LanguageDetector(const LanguageTable* table,
                   std::span<const std::string> candidates);

  // Returns the candidates in which the text can be written, best first. Empty
  // if the text has no letters, or no candidate has a probability above 0. If
  // no candidate is usually written in the script of the text, returns only
  // candidates that CLD2 detects and the table lacks. Examines the first
  // kMaxDetectionBytes bytes. Bytes that are not valid UTF-8 are not letters.
  std::vector<DetectedLanguage> Detect(std::string_view text) const;

 private:
  struct Candidate {
    std::string code;
    LanguageCode parsed;
    // The column of the language in the table (ColumnOf). Null means that the
    // table does not have the language, or that there is no table.
    std::optional<std::size_t> column;
  };
  // An element of candidates_ that is possible for the text.
  struct Guess {
    const Candidate* candidate = nullptr;
    double confidence = 0.0;
  };
  // The part of the table in the decision about a text: the script of the text
  // (ISO 15924), and the factor of the probabilities of the table, 0 to 1.
  struct TableShare {
    std::string_view script;
    double weight = 1.0;
  };

  // Returns the column of the language of the table that is nearest to `code`
  // (LanguageDistance) and has the same script. Null means that the table has
  // no such language.
  std::optional<std::size_t> ColumnOf(const LanguageCode& code) const;
  // Returns the candidates that can be written in `script`, the script of a
  // text, with confidence 0.
  std::vector<Guess> GuessesFor(std::string_view script) const;
  std::vector<Guess> AllGuesses() const;
  // Asks CLD2 about the text if a guess has no column in the table. Adds the
  // shares that CLD2 gives, times its weight, to the confidence of the guesses
  // without a column. Returns the weight of CLD2, higher for a reliable result.
  // The weight of the table is 1 minus the weight of CLD2. Returns 0, and adds
  // nothing, in three cases: every guess has a column; CLD2 detects no
  // language; or some guesses have a column and the first language of CLD2 is
  // not a guess without a column.
  static double AddCld2(std::u32string_view text, std::vector<Guess>& guesses);
  // Returns the guess whose candidate is nearest to the language `code`
  // (LanguageDistance). Null means that no guess has the language.
  static Guess* NearestGuess(std::string_view code,
                             std::vector<Guess>& guesses);
  // Adds to the confidence of each guess the probability, times `share.weight`,
  // that the table gives to the language of the guess. A language that the
  // table does not have gets nothing. Does nothing if no guess with a column
  // can be written in share.script. Adds no guess to the list.
  void AddTable(std::u32string_view text, const TableShare& share,
                std::vector<Guess>& guesses) const;
  // Returns the guesses with a confidence above 0, best first.
  static std::vector<DetectedLanguage> Sorted(std::vector<Guess>& guesses);

  const LanguageTable* const table_;
  std::vector<Candidate> candidates_;
  // The code of each column of the table. Empty without a table.
  std::vector<LanguageCode> columns_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_LANGUAGE_LANGUAGE_DETECTOR_H_
