#include "server/glossary/served_glossary.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/language/language_match.h"

namespace interpres {
namespace {

// Maximum number of pairs in a message.
constexpr std::size_t kMaxListed = 10;

std::string DescribePairs(const NamedGlossary& glossary) {
  std::string text;
  for (std::size_t i = 0; i < glossary.pairs.size() && i < kMaxListed; ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ", ",
                    glossary.pairs[i]->source_language(), " to ",
                    glossary.pairs[i]->target_language());
  }
  return text + (glossary.pairs.size() > kMaxListed ? ", ..." : "");
}

std::string Quoted(std::string_view language) {
  return language.empty() ? "any language"
                          : absl::StrCat("\"", Shown(language), "\"");
}

}  // namespace

ServedGlossary::ServedGlossary(GlossaryTable table)
    : source_language_(std::move(table.source_language)),
      target_language_(std::move(table.target_language)),
      terms_(
          std::make_shared<const std::vector<Term>>(std::move(table.terms))) {}

std::shared_ptr<const TermTree> ServedGlossary::Tree(bool ignore_case,
                                                     bool inflection) const {
  const MutexLock lock(mutex_);
  std::shared_ptr<const TermTree>& tree =
      trees_[(ignore_case ? 1 : 0) + (inflection ? 2 : 0)];
  if (tree == nullptr) {
    tree = std::make_shared<const TermTree>(
        terms_,
        TermMatching{.ignore_case = ignore_case,
                     .stem_language = inflection ? source_language_ : ""});
  }
  return tree;
}

absl::StatusOr<ServedGlossaryPtr> FindPair(const NamedGlossary& glossary,
                                           std::string_view source_language,
                                           std::string_view target_language) {
  LanguageMatcher source(source_language);
  LanguageMatcher target(target_language);
  ServedGlossaryPtr nearest;
  int nearest_distance = 0;
  int matches = 0;
  for (const ServedGlossaryPtr& pair : glossary.pairs) {
    const std::optional<int> from = source.DistanceTo(pair->source_language());
    const std::optional<int> to = target.DistanceTo(pair->target_language());
    if (!from || !to) {
      continue;
    }
    ++matches;
    if (nearest == nullptr || *from + *to < nearest_distance) {
      nearest = pair;
      nearest_distance = *from + *to;
    }
  }
  const bool is_open = source_language.empty() || target_language.empty();
  if (nearest == nullptr || (is_open && matches > 1)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "glossary \"%s\" has %s pair for %s to %s; expected one of its pairs, "
        "%s; %s",
        glossary.name, nearest == nullptr ? "no" : "more than one",
        Quoted(source_language), Quoted(target_language),
        DescribePairs(glossary),
        is_open ? "set source_language and target_language"
                : "add a file with this pair, or leave the glossary out"));
  }
  return nearest;
}

}  // namespace interpres
