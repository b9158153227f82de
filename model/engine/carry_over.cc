#include "model/engine/carry_over.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_join.h"
#include "model/document/base_letters.h"
#include "model/document/characters.h"
#include "model/document/letter_case.h"
#include "model/engine/carried_text.h"
#include "model/engine/number_beside.h"
#include "model/engine/target_words.h"

namespace interpres {
namespace {

constexpr int32_t kNone = -1;

// The places of the runs among the tokens of a translation.
class CarryOverPlan {
 public:
  CarryOverPlan(const Tokenizer& tokenizer, std::span<const CarriedRun> runs,
                const Hypothesis& hypothesis)
      : runs_(runs),
        hypothesis_(hypothesis),
        size_(static_cast<int32_t>(hypothesis.tokens.size())),
        words_(tokenizer, hypothesis.tokens),
        is_placed_(runs.size(), false),
        replacement_(hypothesis.tokens.size(), kNone),
        inside_(hypothesis.tokens.size()),
        in_front_(hypothesis.tokens.size() + 1) {
    FindRunsOfTokens();
  }

  CarriedTranslation Translation() {
    KeepCopies();
    const std::set<int32_t> failed = FailedCopies();
    ReplaceWords();
    RemoveWordsOf(failed);
    ReplaceUnknownTokens();
    InsertTheRest();
    return Join();
  }

 private:
  int32_t SourceOf(int32_t token) const {
    const auto& alignment = hypothesis_.alignment;
    return static_cast<std::size_t>(token) < alignment.size() ? alignment[token]
                                                              : kNone;
  }

  // Sets run_of_source_ and the tokens that are aligned to each source token.
  void FindRunsOfTokens() {
    int32_t sources = 0;
    for (const CarriedRun& run : runs_) {
      sources = std::max(sources, run.last_token + 2);
    }
    run_of_source_.resize(sources, kNone);
    first_target_.resize(sources, kNone);
    last_target_.resize(sources, kNone);
    for (std::size_t r = 0; r < runs_.size(); ++r) {
      for (int32_t s = runs_[r].first_token; s <= runs_[r].last_token; ++s) {
        run_of_source_[s] = static_cast<int32_t>(r);
      }
    }
    for (int32_t i = 0; i < size_; ++i) {
      const int32_t source = SourceOf(i);
      if (source < 0 || source >= sources || words_.text(i).empty()) {
        continue;
      }
      if (first_target_[source] == kNone) {
        first_target_[source] = i;
      }
      last_target_[source] = i;
    }
  }

  int32_t RunOf(int32_t token) const {
    const int32_t source = SourceOf(token);
    return source >= 0 && source < std::ssize(run_of_source_)
               ? run_of_source_[source]
               : kNone;
  }

  // Puts the run in place of the token. Source tokens of the run are then
  // aligned to the token.
  void Place(int32_t run, int32_t token) {
    is_placed_[run] = true;
    replacement_[token] = run;
    for (int32_t s = runs_[run].first_token; s <= runs_[run].last_token; ++s) {
      first_target_[s] = token;
      last_target_[s] = token;
    }
  }

  // Finds the visible runs that the tokens spell.
  void KeepCopies() {
    if (std::ranges::none_of(runs_, &CarriedRun::is_visible)) {
      return;
    }
    const std::string all = absl::StrJoin(words_.texts(), "");
    std::map<std::string_view, std::size_t> done;  // the end of the last copy
    for (std::size_t r = 0; r < runs_.size(); ++r) {
      if (!runs_[r].is_visible) {
        continue;
      }
      std::size_t& end = done[runs_[r].text];
      const std::size_t at = all.find(runs_[r].text, end);
      if (at != std::string::npos) {
        is_placed_[r] = true;
        end = at + runs_[r].text.size();
      }
    }
  }

  // Rule 1.
  void ReplaceWords() {
    ReplaceEqualWords();
    // The model has translated the other respelled words.
    for (std::size_t r = 0; r < runs_.size(); ++r) {
      is_placed_[r] = is_placed_[r] || runs_[r].is_respelled;
    }
    ReplaceAlignedWords();
  }

  // Replaces the words that differ from a run only in accents.
  void ReplaceEqualWords() {
    std::multimap<std::u32string, int32_t> waiting;  // runs by their letters
    for (std::size_t r = 0; r < runs_.size(); ++r) {
      if (runs_[r].is_word && !is_placed_[r]) {
        waiting.emplace(BaseLetters(DecodeUtf8(runs_[r].text).code),
                        static_cast<int32_t>(r));
      }
    }
    for (const TargetWord& word : words_.all()) {
      const auto found = waiting.empty() ? waiting.end()
                                         : waiting.find(words_.LettersOf(word));
      if (found != waiting.end()) {
        ReplaceWord(word, found->second);
        waiting.erase(found);
      }
    }
  }

  void ReplaceAlignedWords() {
    std::map<std::pair<int32_t, int32_t>, int32_t> counts;  // (run, word)
    for (int32_t i = 0; i < size_; ++i) {
      const int32_t run = RunOf(i);
      if (run != kNone && runs_[run].is_word && words_.IsWordToken(i)) {
        ++counts[{run, words_.IndexOf(i)}];
      }
    }
    std::vector<std::tuple<int32_t, int32_t, int32_t>> order;  // best first
    order.reserve(counts.size());
    for (const auto& [place, count] : counts) {
      order.emplace_back(-count, place.first, place.second);
    }
    std::sort(order.begin(), order.end());
    for (const auto& [unused, run, word] : order) {
      if (!is_placed_[run] && !IsReplaced(words_.all()[word])) {
        ReplaceWord(words_.all()[word], run);
      }
    }
  }

  // Keeps the space before the word, and punctuation in its last token.
  void ReplaceWord(const TargetWord& word, int32_t run) {
    tails_[word.begin] = words_.Clear(word);
    Place(run, word.begin);
  }

  // Rule 2.
  void RemoveWordsOf(const std::set<int32_t>& failed) {
    if (failed.empty()) {
      return;
    }
    for (const TargetWord& word : words_.all()) {
      const int32_t run = RunOfWord(word);
      const bool is_copy =
          words_.IsWordToken(word.begin) || words_.IsByte(word.begin);
      if (!failed.contains(run) || !is_copy || IsReplaced(word)) {
        continue;
      }
      if (is_placed_[run]) {
        tails_[word.begin] = words_.Remove(word);
      } else {
        ReplaceWord(word, run);
      }
    }
  }

  // Returns the visible runs that the tokens do not spell, although they have
  // some of the bytes. REQUIRES: only KeepCopies has placed runs.
  std::set<int32_t> FailedCopies() const {
    std::set<int32_t> failed;
    for (int32_t i = 0; i < size_; ++i) {
      const int32_t run = RunOf(i);
      if (run != kNone && runs_[run].is_visible && !is_placed_[run] &&
          words_.IsByte(i)) {
        failed.insert(run);
      }
    }
    return failed;
  }

  // Returns the run to which all tokens of the word are aligned, or kNone.
  int32_t RunOfWord(const TargetWord& word) const {
    const int32_t run = RunOf(word.begin);
    for (int32_t i = word.begin; i < word.end; ++i) {
      if (RunOf(i) != run) {
        return kNone;
      }
    }
    return run;
  }

  // Rule 3.
  void ReplaceUnknownTokens() {
    ReplaceBesideNumbers();
    std::vector<int32_t> others;
    for (int32_t i = 0; i < size_; ++i) {
      if (!IsOpen(i)) {
        continue;
      }
      const int32_t run = RunOf(i);
      if (run != kNone && !is_placed_[run]) {
        Place(run, i);
      } else {
        others.push_back(i);
      }
    }
    std::set<int32_t> waiting;
    for (std::size_t r = 0; r < runs_.size(); ++r) {
      if (!is_placed_[r]) {
        waiting.insert(static_cast<int32_t>(r));
      }
    }
    for (const int32_t token : others) {
      if (waiting.empty()) {
        return;
      }
      const auto next = waiting.lower_bound(FirstRunFrom(SourceOf(token)));
      const auto chosen = next == waiting.end() ? waiting.begin() : next;
      Place(*chosen, token);
      waiting.erase(chosen);
    }
  }

  // Whether the token is unknown and no run has its place.
  bool IsOpen(int32_t token) const {
    return words_.IsUnknown(token) && replacement_[token] == kNone &&
           !IsReplaced(words_.Of(token));
  }

  void ReplaceBesideNumbers() {
    std::multimap<std::u32string, int32_t> waiting;  // runs by their number
    for (std::size_t r = 0; r < runs_.size(); ++r) {
      if (!is_placed_[r] && !runs_[r].number.empty()) {
        waiting.emplace(runs_[r].number, static_cast<int32_t>(r));
      }
    }
    for (int32_t i = 0; !waiting.empty() && i < size_; ++i) {
      if (!IsOpen(i)) {
        continue;
      }
      const auto [first, end] =
          waiting.equal_range(NumberBesideText(words_.texts(), i));
      const auto aligned = std::find_if(first, end, [&](const auto& entry) {
        return entry.second == RunOf(i);
      });
      const auto chosen = aligned == end ? first : aligned;
      if (chosen != end) {
        Place(chosen->second, i);
        waiting.erase(chosen);
      }
    }
  }

  // Whether rule 1 or 2 took the word.
  bool IsReplaced(const TargetWord& word) const {
    return tails_.contains(word.begin);
  }

  // Returns the first run that ends at or after a source token.
  int32_t FirstRunFrom(int32_t source) const {
    return static_cast<int32_t>(
        std::partition_point(runs_.begin(), runs_.end(),
                             [source](const CarriedRun& run) {
                               return run.last_token < source;
                             }) -
        runs_.begin());
  }

  // Rule 4. Walks through the source with the last place of the nearest token
  // before.
  void InsertTheRest() {
    int32_t anchor = kNone;
    int32_t source = 0;
    for (std::size_t r = 0; r < runs_.size(); ++r) {
      const CarriedRun& run = runs_[r];
      for (; source < run.first_token; ++source) {
        anchor = last_target_[source] == kNone ? anchor : last_target_[source];
      }
      if (is_placed_[r]) {
        continue;
      }
      const int32_t next = first_target_[run.last_token + 1];
      if (run.space_before && !run.space_after && next != kNone) {
        inside_[words_.Of(next).begin].push_back(static_cast<int32_t>(r));
      } else {
        const int32_t place = anchor == kNone ? 0 : words_.Of(anchor).end;
        in_front_[place].push_back(static_cast<int32_t>(r));
      }
      is_placed_[r] = true;
    }
  }

  CarriedTranslation Join() {
    CarriedText text;
    for (int32_t i = 0; i <= size_; ++i) {
      for (const int32_t run : in_front_[i]) {
        text.AppendRun(runs_[run]);
      }
      if (i < size_) {
        JoinToken(i, text);
      }
    }
    CarriedTranslation translation = text.Take();
    if (!runs_.empty() && runs_[0].is_capital_start) {
      Capitalise(translation);
    }
    return translation;
  }

  static void Capitalise(CarriedTranslation& translation) {
    const std::size_t bytes = translation.text.size();
    translation.text = WithCapital(translation.text, "");
    if (translation.text.size() != bytes) {  // the parts have other offsets now
      translation.parts.clear();
    }
  }

  void JoinToken(int32_t token, CarriedText& text) {
    std::string_view own = words_.text(token);
    for (const int32_t run : inside_[token]) {
      text.AppendRun(runs_[run]);
      own = WithoutLeadingSpaces(own);
    }
    text.Append(own, SourceOf(token));
    if (const int32_t run = replacement_[token]; run != kNone) {
      text.AppendRun(runs_[run]);
    } else if (words_.IsUnknown(token)) {
      text.Drop();
    }
    if (const auto tail = tails_.find(token); tail != tails_.end()) {
      text.Append(tail->second, kNone);
    }
  }

  const std::span<const CarriedRun> runs_;
  const Hypothesis& hypothesis_;
  const int32_t size_;  // tokens
  TargetWords words_;
  std::vector<bool> is_placed_;  // of the runs
  // Of each token: the run that stands in its place, or kNone.
  std::vector<int32_t> replacement_;
  // Of replaced and removed words: the punctuation at their end, by the first
  // token.
  std::map<int32_t, std::string> tails_;
  // The runs that are inserted into the word that begins with a token, between
  // its space and its text.
  std::vector<std::vector<int32_t>> inside_;
  // The runs that are inserted in front of a token, or after the last one.
  std::vector<std::vector<int32_t>> in_front_;
  // Of the source tokens up to the one after the last run.
  std::vector<int32_t> run_of_source_;
  std::vector<int32_t> first_target_;
  std::vector<int32_t> last_target_;
};

}  // namespace

CarriedTranslation CarryOver(const Tokenizer& tokenizer,
                             std::span<const CarriedRun> runs,
                             const Hypothesis& hypothesis) {
  const std::vector<int32_t>& tokens = hypothesis.tokens;
  if (!runs.empty() || std::find(tokens.begin(), tokens.end(),
                                 tokenizer.unk_id()) != tokens.end()) {
    return CarryOverPlan(tokenizer, runs, hypothesis).Translation();
  }
  return JoinTokens(tokenizer.Spell(tokens), hypothesis.alignment);
}

}  // namespace interpres
