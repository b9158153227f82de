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

// A place of a term in a source text.
struct TermMatch {
  ByteSpan span;
  int32_t term = 0;  // for Glossary::term

  friend bool operator==(const TermMatch&, const TermMatch&) = default;
};

// The terms of one or several trees, which other glossaries may share.
// Immutable and thread-safe.
class Glossary {
 public:
  // One tree. See TermTree.
  Glossary(std::vector<Term> terms, TermMatching matching);
  // Of terms of equal length at one place, the term of the first tree is used.
  // No tree is null.
  explicit Glossary(std::vector<std::shared_ptr<const TermTree>> trees);

  // Returns the term with an index. The indices of a tree follow the indices of
  // the tree before it.
  const Term& term(int32_t index) const;

  // Returns the terms of a source text outside its atoms, in order and
  // disjoint. Of the terms that begin at one place, the longest is used.
  // `atoms` are in order. Takes time in proportion to the size of the text,
  // times the size of the longest term.
  std::vector<TermMatch> Find(std::string_view text,
                              std::span<const Atom> atoms) const;

  // Returns for each match its copy in the translation: the bytes of the target
  // of its term, in small or capital letters. Each match has its own copy. Null
  // if the translation has no copy left.
  std::vector<std::optional<ByteSpan>> FindTargets(
      std::span<const TermMatch> matches, std::string_view translation) const;

 private:
  // Returns the longest term of all trees. `texts` has the folded text of each.
  TermTree::Longest LongestAt(const std::vector<FoldedText>& texts,
                              std::size_t begin) const;

  std::vector<std::shared_ptr<const TermTree>> trees_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_GLOSSARY_H_
