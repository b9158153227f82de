// Glossaries in memory, which requests share.

#ifndef INTERPRES_SERVER_GLOSSARY_SERVED_GLOSSARY_H_
#define INTERPRES_SERVER_GLOSSARY_SERVED_GLOSSARY_H_

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "model/document/term_tree.h"
#include "model/glossary/term_collector.h"
#include "server/base/mutex.h"

namespace interpres {

// The terms of one glossary for one pair of languages. The terms never change.
// Thread-safe.
class ServedGlossary {
 public:
  explicit ServedGlossary(GlossaryTable table);

  const std::string& source_language() const { return source_language_; }
  const std::string& target_language() const { return target_language_; }
  const std::vector<Term>& terms() const { return *terms_; }

  // Returns the tree of the terms, which all requests with the same options
  // share. The first call with these options builds the tree, in time in
  // proportion to the size of the terms, and other calls wait. REQUIRES:
  // HasStems(source_language()) if `inflection` is true.
  std::shared_ptr<const TermTree> Tree(bool ignore_case, bool inflection) const
      ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  const std::string source_language_;
  const std::string target_language_;
  const std::shared_ptr<const std::vector<Term>> terms_;
  mutable Mutex mutex_;
  // The trees of Tree(). The index is 1 with ignore_case, plus 2 with
  // inflection. Null before the first call with these options.
  mutable std::array<std::shared_ptr<const TermTree>, 4> trees_
      ABSL_GUARDED_BY(mutex_);
};

using ServedGlossaryPtr = std::shared_ptr<const ServedGlossary>;

// All pairs of languages of one glossary. Immutable.
struct NamedGlossary {
  std::string name;
  // Whether a client made the glossary. False for the operator's files.
  bool is_owned = false;
  std::vector<ServedGlossaryPtr> pairs = {};  // not empty
};

using NamedGlossaryPtr = std::shared_ptr<const NamedGlossary>;

// Returns the pair of the glossary that is nearest to the languages
// (LanguageMatcher). An empty language matches every language. Returns
// INVALID_ARGUMENT if no pair matches, or if a language is empty and several
// pairs match. The message lists up to 10 pairs.
absl::StatusOr<ServedGlossaryPtr> FindPair(const NamedGlossary& glossary,
                                           std::string_view source_language,
                                           std::string_view target_language);

}  // namespace interpres

#endif  // INTERPRES_SERVER_GLOSSARY_SERVED_GLOSSARY_H_
