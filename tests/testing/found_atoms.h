// Expectations for texts with atoms.

#ifndef INTERPRES_TESTS_TESTING_FOUND_ATOMS_H_
#define INTERPRES_TESTS_TESTING_FOUND_ATOMS_H_

#include <string>
#include <string_view>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "model/document/atom_finder.h"

namespace interpres {

struct AtomExample {
  std::string_view text;
  std::string_view atom;  // empty if the whole text is the atom
};

// Returns the atoms of one kind.
inline std::vector<std::string> FoundAtoms(std::string_view text, AtomKind kind,
                                           const AtomOptions& options = {}) {
  std::vector<std::string> found;
  for (const Atom& atom : FindAtoms(text, options)) {
    if (atom.kind == kind) {
      found.emplace_back(BytesOf(text, atom.span));
    }
  }
  return found;
}

// Expects the atom in each text, and that it is found again between spaces.
inline void ExpectAtoms(AtomKind kind, const std::vector<AtomExample>& examples,
                        const AtomOptions& options = {}) {
  EXPECT_GE(examples.size(), 15u);
  for (const AtomExample& example : examples) {
    const std::string atom(example.atom.empty() ? example.text : example.atom);
    EXPECT_THAT(FoundAtoms(example.text, kind, options),
                testing::Contains(atom))
        << example.text;
    for (const std::string& alone :
         {atom, " " + atom + " ", "x " + atom + " y", "\t" + atom + "\n"}) {
      EXPECT_THAT(FoundAtoms(alone, kind, options), testing::ElementsAre(atom))
          << alone;
      EXPECT_EQ(FindAtoms(alone, options).size(), 1u) << alone;
    }
  }
}

// Expects no atom of this kind.
inline void ExpectNoAtoms(AtomKind kind,
                          const std::vector<std::string_view>& texts,
                          const AtomOptions& options = {}) {
  EXPECT_GE(texts.size(), 15u);
  for (const std::string_view text : texts) {
    EXPECT_THAT(FoundAtoms(text, kind, options), testing::IsEmpty()) << text;
  }
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_FOUND_ATOMS_H_
