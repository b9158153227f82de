// A line of a text, as the scanners of atoms read it.

#ifndef INTERPRES_MODEL_DOCUMENT_ATOM_TEXT_H_
#define INTERPRES_MODEL_DOCUMENT_ATOM_TEXT_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "model/document/characters.h"

namespace interpres {

// Returns whether `c` is a letter, a digit or an underscore that joins its
// neighbours to one word. Letters of Chinese, Japanese, Korean and the scripts
// of Southeast Asia do not join words. These languages write a name in Latin
// letters between them without a space. Thread-safe.
bool JoinsWords(char32_t c);

// Returns whether `c` is a letter of Korean: a syllable or a part of one.
// Thread-safe.
bool IsHangul(char32_t c);

inline bool IsAsciiDigit(char c) { return c >= '0' && c <= '9'; }
inline bool IsAsciiLower(char c) { return c >= 'a' && c <= 'z'; }
inline bool IsAsciiUpper(char c) { return c >= 'A' && c <= 'Z'; }
inline bool IsAsciiLetter(char c) { return IsAsciiLower(c) || IsAsciiUpper(c); }
inline bool IsAsciiContent(char c) {
  return IsAsciiLetter(c) || IsAsciiDigit(c);
}
inline bool IsAsciiWord(char c) { return IsAsciiContent(c) || c == '_'; }

// Returns whether `set` has the byte.
inline bool HasByte(std::string_view set, char byte) {
  return set.find(byte) != std::string_view::npos;
}

// The text in which the scanners search for atoms. A scanner is a function of
// an AtomText and of the byte offset `begin`. A scanner returns the end of the
// atom that begins there, or `begin` if no atom of its kind begins there. All
// scanners of a text together take time linear in its size: a scanner that
// reads far ahead before it fails starts only where its run of characters
// starts. Not thread-safe, because the object remembers the pairs of braces and
// backticks that it has found. REQUIRES: `bytes` outlives the object.
class AtomText {
 public:
  explicit AtomText(std::string_view bytes) : bytes_(bytes) {}

  int64_t size() const { return static_cast<int64_t>(bytes_.size()); }

  // Returns the byte at the offset `i`, or a space if `i` is outside the text.
  char At(int64_t i) const {
    return i >= 0 && i < size() ? bytes_[static_cast<std::size_t>(i)] : ' ';
  }

  // Returns the bytes from `begin` to `end`. REQUIRES: 0 <= begin <= end <=
  // size().
  std::string_view Bytes(int64_t begin, int64_t end) const {
    return bytes_.substr(begin, end - begin);
  }

  // Returns whether `prefix` stands at `i`.
  bool Has(int64_t i, std::string_view prefix) const {
    return i >= 0 && i <= size() && bytes_.substr(i).starts_with(prefix);
  }

  // Returns the character that begins at `i`, and its length. Returns a space
  // of length 0 at the end of the text, and U+FFFD for an invalid byte.
  // REQUIRES: 0 <= i <= size().
  CodePoint CodeAt(int64_t i) const { return FirstCodePoint(bytes_.substr(i)); }

  // Returns the character that ends at `i`. Returns a space at the start of the
  // text, and U+FFFD for invalid bytes. REQUIRES: i <= size().
  char32_t CodeBefore(int64_t i) const;

  // JoinsBefore returns whether the character that ends at `i` joins words
  // (JoinsWords). JoinsAfter returns this for the character that begins at `i`.
  // Both return false outside the text.
  bool JoinsBefore(int64_t i) const;
  bool JoinsAfter(int64_t i) const;

  // Returns whether one of the bytes `separators` is directly before `begin`,
  // and an ASCII letter, digit or underscore directly before this byte. A run
  // of characters then continues at `begin`.
  bool ContinuesRun(int64_t begin, std::string_view separators) const {
    return separators.find(At(begin - 1)) != std::string_view::npos &&
           begin > 1 && IsAsciiWord(At(begin - 2));
  }

  // Returns the end of the ASCII letters, digits and underscores at `begin`.
  // Returns `begin` if another character is there.
  int64_t WordEnd(int64_t begin) const;
  int64_t DigitsEnd(int64_t begin) const;  // of ASCII

  // Returns the offset of the brace that closes the brace at `open`. Returns
  // `open` if no brace closes the brace at `open`.
  int64_t CloseBrace(int64_t open) const;

  // Returns the offset of the next run of exactly as many backticks as the run
  // at `open`. Returns `open` if no run of this length follows, or if the run
  // at `open` has more than three backticks. REQUIRES: a run of backticks
  // begins at `open`.
  int64_t CloseBackticks(int64_t open) const;

 private:
  using Pairs = std::vector<std::pair<int64_t, int64_t>>;

  Pairs FindBraces() const;
  Pairs FindBackticks() const;

  std::string_view bytes_;
  mutable std::optional<Pairs> braces_;
  mutable std::optional<Pairs> backticks_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_TEXT_H_
