// The terms of one list as a tree of their characters.

#ifndef INTERPRES_MODEL_DOCUMENT_TERM_TREE_H_
#define INTERPRES_MODEL_DOCUMENT_TERM_TREE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"

namespace interpres {

// Text in the source language, and its translation. Both have a letter or a
// digit.
struct Term {
  std::string source;
  std::string target;
};

// How the source of a term and a text are compared.
struct TermMatching {
  // If true, a word matches a term in any mixture of small and capital letters.
  // If false, every letter must have the same case; for words that match by
  // their stems, this holds for the first letter.
  bool ignore_case = false;
  // The language by whose rules words with equal stems are equal (WordStemmer).
  // Empty means that the letters of words are compared. REQUIRES: empty, or
  // HasStems.
  std::string stem_language = {};
};

// A text as a tree compares it.
struct FoldedText {
  // Characters, and with stems a number for each word.
  std::u32string units = {};
  // The character at which each unit begins, then the number of characters.
  // Empty if each character is a unit.
  std::vector<std::size_t> begins = {};
  // The unit that begins at each character, or -1. Empty if each character is a
  // unit.
  std::vector<int64_t> unit_at = {};
};

// Finds terms as whole words: no letter or digit of the text touches a letter
// or digit at the ends of a term. White space of a term stands for any white
// space. Immutable and thread-safe.
class TermTree {
 public:
  // Of several terms with the same source, the first is used. `terms` is not
  // null.
  TermTree(std::shared_ptr<const std::vector<Term>> terms,
           TermMatching matching);

  const std::vector<Term>& terms() const { return *terms_; }

  FoldedText Fold(std::u32string_view text) const;

  // The longest term at a place, and the place behind it, in characters. The
  // term is an index of terms(), or -1 if there is no term.
  struct Longest {
    int32_t term = -1;
    std::size_t end = 0;
  };
  // Returns the longest term that begins at the character `begin`. `text` comes
  // from Fold.
  Longest LongestAt(const FoldedText& text, std::size_t begin) const;

 private:
  // The numbers of stems.
  using Stems = absl::flat_hash_map<std::string, char32_t>;

  // Makes units of words, which `number` numbers by their stems.
  FoldedText FoldWords(
      std::u32string_view text,
      absl::FunctionRef<char32_t(std::string stem)> number) const;
  // Adds the term with this index.
  void AddTerm(int32_t index);
  // Does what LongestAt does for units.
  Longest LongestUnits(std::u32string_view units, std::size_t begin) const;

  // A node is an index of term_of_node_.
  using Edges = absl::flat_hash_map<std::pair<int32_t, char32_t>, int32_t>;

  // Returns the node of the character after `node`, and adds it if it is new.
  int32_t AddNode(int32_t node, char32_t c);

  const TermMatching matching_;
  const std::shared_ptr<const std::vector<Term>> terms_;
  Stems stems_;  // of the sources; empty without stems
  Edges edges_;
  std::vector<int32_t> term_of_node_;  // -1 for a node inside a term
};

// Returns the text with each run of white space as one space, and without white
// space at its ends.
std::u32string SqueezeSpaces(std::u32string_view text);

// Returns the end of the white space or of the character at `i`. REQUIRES: `i`
// is inside the text.
std::size_t NextUnit(std::u32string_view text, std::size_t i);

// Returns whether a word ends or begins between the characters i - 1 and i, or
// neither of them belongs to a word.
bool IsTermBoundary(std::u32string_view text, std::size_t i);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_TERM_TREE_H_
