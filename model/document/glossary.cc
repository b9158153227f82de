#include "model/document/glossary.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

#include "model/document/characters.h"

namespace interpres {
namespace {

// Returns the index of the first character at or behind the byte.
std::size_t CharacterAt(const Characters& text, int64_t byte) {
  const auto found = std::ranges::lower_bound(text.offset, byte);
  return static_cast<std::size_t>(found - text.offset.begin());
}

// Returns the character at which the first atom begins; without atoms, the end
// of the text.
std::size_t FirstBegin(const Characters& text, std::span<const Atom> atoms) {
  return atoms.empty() ? text.code.size()
                       : CharacterAt(text, atoms.front().span.begin);
}

// Returns the index behind the copy of `c` at `i`, or `i` without a copy.
std::size_t BehindCopy(std::u32string_view text, std::size_t i, char32_t c) {
  if (c == U' ') {
    return i < text.size() && IsSpace(text[i]) ? NextUnit(text, i) : i;
  }
  if (At(text, i) == c) {
    return i + 1;
  }
  // STRASSE is Straße in capitals.
  return c == U'\u00df' && text.substr(i, 2) == U"ss" ? i + 2 : i;
}

// Returns where `wanted` ends if it stands at `begin` as whole words, otherwise
// `begin`.
std::size_t EndOf(std::u32string_view text, std::size_t begin,
                  std::u32string_view wanted) {
  std::size_t i = begin;
  for (const char32_t c : wanted) {
    const std::size_t end = BehindCopy(text, i, c);
    if (end == i) {
      return begin;
    }
    i = end;
  }
  return IsTermBoundary(text, begin) && IsTermBoundary(text, i) ? i : begin;
}

// Returns the places of `wanted` in the text, in order and disjoint.
std::deque<ByteSpan> FindAll(const Characters& text,
                             std::u32string_view wanted) {
  std::deque<ByteSpan> found;
  for (std::size_t i = 0; i < text.code.size();) {
    const std::size_t end = EndOf(text.code, i, wanted);
    if (end > i) {
      found.push_back({.begin = text.offset[i], .end = text.offset[end]});
    }
    i = std::max(end, i + 1);
  }
  return found;
}

// Disjoint parts of a text.
class TakenSpans {
 public:
  // Takes the first place that overlaps no taken span, and removes the place
  // and the places before it. Null if each place overlaps one.
  std::optional<ByteSpan> TakeFirst(std::deque<ByteSpan>& places) {
    while (!places.empty()) {
      const ByteSpan place = places.front();
      places.pop_front();
      if (!Overlaps(place)) {
        end_of_begin_[place.begin] = place.end;
        return place;
      }
    }
    return std::nullopt;
  }

 private:
  bool Overlaps(ByteSpan place) const {
    const auto behind = end_of_begin_.lower_bound(place.end);
    return behind != end_of_begin_.begin() &&
           std::prev(behind)->second > place.begin;
  }

  std::map<int64_t, int64_t> end_of_begin_;
};

}  // namespace

Glossary::Glossary(std::vector<Term> terms, TermMatching matching)
    : trees_({std::make_shared<const TermTree>(
          std::make_shared<const std::vector<Term>>(std::move(terms)),
          std::move(matching))}) {}

Glossary::Glossary(std::vector<std::shared_ptr<const TermTree>> trees)
    : trees_(std::move(trees)) {}

const Term& Glossary::term(int32_t index) const {
  std::size_t tree = 0;
  while (index >= std::ssize(trees_[tree]->terms())) {
    index -= static_cast<int32_t>(trees_[tree]->terms().size());
    ++tree;
  }
  return trees_[tree]->terms()[index];
}

TermTree::Longest Glossary::LongestAt(const std::vector<FoldedText>& texts,
                                      std::size_t begin,
                                      std::size_t limit) const {
  TermTree::Longest longest = {.term = -1, .end = begin};
  int32_t first = 0;  // the index of the first term of the tree
  for (std::size_t tree = 0; tree < trees_.size(); ++tree) {
    const TermTree::Longest found =
        trees_[tree]->LongestAt(texts[tree], begin, limit);
    if (found.term >= 0 && found.end > longest.end) {
      longest = {.term = first + found.term, .end = found.end};
    }
    first += static_cast<int32_t>(trees_[tree]->terms().size());
  }
  return longest;
}

std::vector<TermMatch> Glossary::Find(std::string_view text,
                                      std::span<const Atom> atoms) const {
  const Characters characters = DecodeUtf8(text);
  std::vector<FoldedText> texts;
  for (const auto& tree : trees_) {
    texts.push_back(tree->Fold(characters.code));
  }
  std::vector<TermMatch> matches;
  std::size_t limit = FirstBegin(characters, atoms);
  for (std::size_t begin = 0; begin < characters.code.size();) {
    if (begin >= limit) {
      begin = std::max(begin, CharacterAt(characters, atoms.front().span.end));
      atoms = atoms.subspan(1);
      limit = FirstBegin(characters, atoms);
      continue;
    }
    const TermTree::Longest longest = LongestAt(texts, begin, limit);
    if (longest.term >= 0) {
      matches.push_back({.span = {.begin = characters.offset[begin],
                                  .end = characters.offset[longest.end]},
                         .term = longest.term});
    }
    begin = std::max(longest.end, begin + 1);
  }
  return matches;
}

std::vector<std::optional<ByteSpan>> Glossary::FindTargets(
    std::span<const TermMatch> matches, std::string_view translation) const {
  Characters text = DecodeUtf8(translation);
  text.code = LowerCase(text.code);
  std::vector<std::u32string> targets;
  for (const TermMatch& match : matches) {
    targets.push_back(
        SqueezeSpaces(LowerCase(DecodeUtf8(term(match.term).target).code)));
  }
  std::vector<std::size_t> longest_first(matches.size());
  std::iota(longest_first.begin(), longest_first.end(), 0);
  std::ranges::stable_sort(longest_first, std::greater(),
                           [&](std::size_t i) { return targets[i].size(); });
  std::map<std::u32string, std::deque<ByteSpan>> places;
  TakenSpans taken;
  std::vector<std::optional<ByteSpan>> copies(matches.size());
  for (const std::size_t i : longest_first) {
    const auto [left, is_new] = places.try_emplace(targets[i]);
    if (is_new) {
      left->second = FindAll(text, targets[i]);
    }
    copies[i] = taken.TakeFirst(left->second);
  }
  return copies;
}

}  // namespace interpres
