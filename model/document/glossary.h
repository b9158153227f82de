// A glossary: terms that a translation must use.

#ifndef INTERPRES_MODEL_DOCUMENT_GLOSSARY_H_
#define INTERPRES_MODEL_DOCUMENT_GLOSSARY_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/document/atom.h"
#include "model/document/byte_span.h"
#include "model/document/term_tree.h"

namespace interpres {

// An occurrence of a term in a source text: its bytes, and the index of the
// term for Glossary::term.
struct TermMatch {
  ByteSpan span;
  int32_t term = 0;  // for Glossary::term

  friend bool operator==(const TermMatch&, const TermMatch&) = default;
};

// Finds terms in source texts and their prescribed translations in
// translations. The terms are in one or several trees, which other glossaries
// may share. Immutable and thread-safe.
class Glossary {
 public:
  // One tree. See TermTree.
  Glossary(std::vector<Term> terms, TermMatching matching);
  // A glossary of several trees. Of terms of equal length at one place, the
  // term of the first tree is used. REQUIRES: no tree is null.
  explicit Glossary(std::vector<std::shared_ptr<const TermTree>> trees);

  // Returns the term with this index. The indices of a tree follow the indices
  // of the tree before it. REQUIRES: 0 <= index < the number of terms in all
  // trees.
  const Term& term(int32_t index) const;

  // Returns the occurrences of terms in a source text, in order and disjoint.
  // Of the terms that begin at one place and overlap no atom, only the longest
  // is used. Takes time in proportion to the size of the text, times the size
  // of the longest term. REQUIRES: `atoms` are in order and disjoint.
  std::vector<TermMatch> Find(std::string_view text,
                              std::span<const Atom> atoms) const;

  // Returns for each match the bytes of its copy in the translation: the target
  // of the term as whole words, in any mixture of small and capital letters.
  // The copies are disjoint, and longer targets get theirs first. Null if the
  // translation has no copy left.
  std::vector<std::optional<ByteSpan>> FindTargets(
      std::span<const TermMatch> matches, std::string_view translation) const;

 private:
  // Returns the longest term of all trees that begins at the character `begin`
  // and ends at or before `limit`; the term is -1 if no term is found. `texts`
  // has the result of TermTree::Fold for each tree.
  TermTree::Longest LongestAt(const std::vector<FoldedText>& texts,
                              std::size_t begin, std::size_t limit) const;

  std::vector<std::shared_ptr<const TermTree>> trees_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_GLOSSARY_H_
