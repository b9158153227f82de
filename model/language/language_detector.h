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

// Only this number of bytes at the beginning of a text is examined, because
// more text does not change the result.
inline constexpr std::size_t kMaxDetectionBytes = 4096;

struct DetectedLanguage {
  // A candidate, as the caller wrote it.
  std::string language = {};
  // The probability that the text is in this language, among all languages that
  // the detector knows: 0 to 1.
  double confidence = 0.0;
};

// Detects languages among candidates: the script of the text excludes
// languages, a table of n-grams decides among the languages that the table has,
// and CLD2 decides about the other ones. Immutable and thread-safe.
class LanguageDetector {
 public:
  // `candidates` are codes of any form (LanguageCode). Those that name no
  // language are ignored. Of several codes with the same language and script,
  // the first counts. `table` must outlive the detector. Null means no table:
  // CLD2 decides about all languages.
  LanguageDetector(const LanguageTable* table,
                   std::span<const std::string> candidates);

  // Returns the candidates in which the text can be written, best first. Empty
  // if the text has no letters, or if no candidate is written in its script.
  // The text may have invalid UTF-8, which counts as no letters.
  std::vector<DetectedLanguage> Detect(std::string_view text) const;

 private:
  struct Candidate {
    std::string code;
    LanguageCode parsed;
    // The column of the language in the table. Null without one.
    std::optional<std::size_t> column;
  };
  // An element of candidates_ that is possible for the text.
  struct Guess {
    const Candidate* candidate = nullptr;
    double confidence = 0.0;
  };
  // The part of the table in the decision about a text in this script.
  struct TableShare {
    std::string_view script;
    double weight = 1.0;
  };

  // Returns the column of the nearest language of the table in the same script.
  std::optional<std::size_t> ColumnOf(const LanguageCode& code) const;
  // Returns the candidates that are written in the script of a text.
  std::vector<Guess> GuessesFor(std::string_view script) const;
  std::vector<Guess> AllGuesses() const;
  // Asks CLD2 if a guess has no column, and adds what CLD2 says about such
  // guesses. Returns the weight of CLD2. 0 if the table decides: CLD2 was not
  // asked, or its first language is another one.
  static double AddCld2(std::u32string_view text, std::vector<Guess>& guesses);
  // Returns null if no guess has the language.
  static Guess* NearestGuess(std::string_view code,
                             std::vector<Guess>& guesses);
  // Adds to the confidence of each guess the probability, times `share.weight`,
  // that the table gives to the language of the guess. A language that the
  // table does not have gets nothing. Adds no guess to the list.
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
