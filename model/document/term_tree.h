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

// A term: a text in the source language, and its prescribed translation.
// REQUIRES: both have a letter or a digit.
struct Term {
  std::string source;
  std::string target;
};

// How a TermTree compares the sources of terms with a text.
struct TermMatching {
  // If true, a word matches a term in any mixture of small and capital letters.
  // If false, every letter must have the same case; for words that match by
  // their stems, this holds for the first letter.
  bool ignore_case = false;
  // A code of BCP 47. Words are equal if WordStemmer gives them equal stems in
  // this language. Empty means that the letters of words are compared.
  // REQUIRES: empty, or HasStems(stem_language).
  std::string stem_language = {};
};

// The result of TermTree::Fold: a text as a sequence of units that the tree
// compares.
struct FoldedText {
  // The characters of the text, in small letters if case is ignored. If the
  // tree compares stems, each word is one unit: the number of its stem.
  std::u32string units = {};
  // The index of the first character of each unit, then the number of
  // characters of the text. Empty if each character is a unit.
  std::vector<std::size_t> begins = {};
  // For each character of the text, the index of the unit that begins there. -1
  // means that the character is inside a unit. Empty if each character is a
  // unit.
  std::vector<int64_t> unit_at = {};
};

// Finds the terms of a list in a text, as whole words: no letter or digit of
// the text touches a letter or digit at the ends of a term. Letters of scripts
// without spaces between words, such as Chinese, may touch. White space of a
// term stands for any white space. Immutable and thread-safe.
class TermTree {
 public:
  // Uses the first of several terms with equal sources. REQUIRES: `terms` is
  // not null.
  TermTree(std::shared_ptr<const std::vector<Term>> terms,
           TermMatching matching);

  const std::vector<Term>& terms() const { return *terms_; }

  // Returns `text` in the form that LongestAt takes.
  FoldedText Fold(std::u32string_view text) const;

  // A result of LongestAt. `term` is the index of a term in terms(), or -1 if
  // no term was found. `end` is the index of the character behind the found
  // term. Without a term, `end` is where the search began.
  struct Longest {
    int32_t term = -1;
    std::size_t end = 0;
  };
  // Returns the longest term that begins at the character `begin` of a text and
  // ends at or before the character `limit`. REQUIRES: Fold of this tree
  // returned `text`; the text has a character with the index `begin`; `limit`
  // is at most the number of its characters.
  Longest LongestAt(const FoldedText& text, std::size_t begin,
                    std::size_t limit) const;

 private:
  // Maps a stem to its unit in FoldedText.
  using Stems = absl::flat_hash_map<std::string, char32_t>;

  // Returns `text` with one unit for each word. `number` returns the unit of a
  // stem. REQUIRES: matching_.stem_language is not empty.
  FoldedText FoldWords(
      std::u32string_view text,
      absl::FunctionRef<char32_t(std::string stem)> number) const;
  // Adds the source of the term with this index to the tree.
  void AddTerm(int32_t index);
  // As LongestAt, but `begin`, `limit` and the result are indices of units.
  Longest LongestUnits(std::u32string_view units, std::size_t begin,
                       std::size_t limit) const;

  // Maps a node and a unit to the next node. A node is an index of
  // term_of_node_; the root is node 0.
  using Edges = absl::flat_hash_map<std::pair<int32_t, char32_t>, int32_t>;

  // Returns the node to which the unit `c` leads from `node`. Adds the node if
  // it is new.
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

// Returns the index behind the white space that begins at `i`, or i + 1 if the
// character at `i` is no white space. REQUIRES: i is less than text.size().
std::size_t NextUnit(std::u32string_view text, std::size_t i);

// Returns whether a term may begin or end between the characters i - 1 and i of
// `text`. True at both ends of `text`, and if one of the characters is no
// letter or digit. Letters of scripts without spaces between words, such as
// Chinese, do not count as letters here.
bool IsTermBoundary(std::u32string_view text, std::size_t i);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_TERM_TREE_H_
