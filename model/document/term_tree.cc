// Tested by glossary_test.cc.

#include "model/document/term_tree.h"

#include <algorithm>
#include <utility>

#include "model/document/atom_text.h"
#include "model/document/characters.h"
#include "model/document/word_stemmer.h"

namespace interpres {
namespace {

constexpr int32_t kNoTerm = -1;

// The numbers of stems follow the code points.
constexpr char32_t kUnknownStem = 0x110000;
constexpr char32_t kFirstStem = kUnknownStem + 1;

// Before the stem of a word with a capital letter. No stem has this character.
constexpr char kCapital = '^';

}  // namespace

std::u32string SqueezeSpaces(std::u32string_view text) {
  std::u32string squeezed;
  for (const char32_t c : text) {
    if (!IsSpace(c)) {
      squeezed.push_back(c);
    } else if (!squeezed.empty() && squeezed.back() != U' ') {
      squeezed.push_back(U' ');
    }
  }
  if (!squeezed.empty() && squeezed.back() == U' ') {
    squeezed.pop_back();
  }
  return squeezed;
}

std::size_t NextUnit(std::u32string_view text, std::size_t i) {
  if (!IsSpace(text[i])) {
    return i + 1;
  }
  while (i < text.size() && IsSpace(text[i])) {
    ++i;
  }
  return i;
}

bool IsTermBoundary(std::u32string_view text, std::size_t i) {
  return i == 0 || i >= text.size() || !JoinsWords(text[i - 1]) ||
         !JoinsWords(text[i]);
}

TermTree::TermTree(std::shared_ptr<const std::vector<Term>> terms,
                   TermMatching matching)
    : matching_(std::move(matching)), terms_(std::move(terms)) {
  term_of_node_.push_back(kNoTerm);
  for (std::size_t i = 0; i < terms_->size(); ++i) {
    AddTerm(static_cast<int32_t>(i));
  }
}

void TermTree::AddTerm(int32_t index) {
  const std::u32string source =
      SqueezeSpaces(DecodeUtf8((*terms_)[index].source).code);
  const FoldedText folded =
      matching_.stem_language.empty()
          ? Fold(source)
          : FoldWords(source, [this](const std::string& stem) {
              const auto next = static_cast<char32_t>(stems_.size());
              return stems_.try_emplace(stem, kFirstStem + next).first->second;
            });
  int32_t node = 0;
  for (const char32_t unit : folded.units) {
    node = AddNode(node, unit);
  }
  if (node != 0 && term_of_node_[node] == kNoTerm) {
    term_of_node_[node] = index;
  }
}

int32_t TermTree::AddNode(int32_t node, char32_t c) {
  const auto [edge, is_new] =
      edges_.try_emplace({node, c}, static_cast<int32_t>(term_of_node_.size()));
  if (is_new) {
    term_of_node_.push_back(kNoTerm);
  }
  return edge->second;
}

FoldedText TermTree::Fold(std::u32string_view text) const {
  if (matching_.stem_language.empty()) {
    return {.units =
                matching_.ignore_case ? LowerCase(text) : std::u32string(text)};
  }
  return FoldWords(text, [this](const std::string& stem) {
    const auto known = stems_.find(stem);
    return known == stems_.end() ? kUnknownStem : known->second;
  });
}

FoldedText TermTree::FoldWords(
    std::u32string_view text,
    absl::FunctionRef<char32_t(std::string stem)> number) const {
  const WordStemmer stemmer(matching_.stem_language);
  FoldedText folded;
  folded.unit_at.assign(text.size(), -1);
  for (std::size_t i = 0; i < text.size();) {
    folded.unit_at[i] = static_cast<int64_t>(folded.units.size());
    folded.begins.push_back(i);
    std::size_t end = i;
    while (end < text.size() && IsWordCharacter(text[end])) {
      ++end;
    }
    if (end == i) {
      folded.units.push_back(text[i]);
      ++i;
      continue;
    }
    std::string stem = stemmer.Stem(text.substr(i, end - i));
    if (!matching_.ignore_case && IsUpper(text[i])) {
      stem.insert(0, 1, kCapital);
    }
    folded.units.push_back(number(std::move(stem)));
    i = end;
  }
  folded.begins.push_back(text.size());
  return folded;
}

TermTree::Longest TermTree::LongestAt(const FoldedText& text, std::size_t begin,
                                      std::size_t limit) const {
  if (text.begins.empty()) {
    return LongestUnits(text.units, begin, limit);
  }
  const int64_t unit = text.unit_at[begin];
  if (unit < 0) {
    return {.term = kNoTerm, .end = begin};
  }
  const auto behind = std::ranges::upper_bound(text.begins, limit);
  Longest longest =
      LongestUnits(text.units, static_cast<std::size_t>(unit),
                   static_cast<std::size_t>(behind - text.begins.begin()) - 1);
  longest.end = text.begins[longest.end];
  return longest;
}

TermTree::Longest TermTree::LongestUnits(std::u32string_view text,
                                         std::size_t begin,
                                         std::size_t limit) const {
  Longest longest = {.term = kNoTerm, .end = begin};
  if (!IsTermBoundary(text, begin)) {
    return longest;
  }
  int32_t node = 0;
  for (std::size_t i = begin; i < limit;) {
    const auto edge = edges_.find({node, IsSpace(text[i]) ? U' ' : text[i]});
    if (edge == edges_.end()) {
      break;
    }
    node = edge->second;
    i = NextUnit(text, i);
    if (i <= limit && term_of_node_[node] != kNoTerm &&
        IsTermBoundary(text, i)) {
      longest = {.term = term_of_node_[node], .end = i};
    }
  }
  return longest;
}

}  // namespace interpres
