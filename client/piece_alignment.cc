// Tested by piece_alignment_test.cc.

#include "client/piece_alignment.h"

#include <set>
#include <utility>

#include "absl/strings/str_cat.h"

namespace interpres {
namespace {

// How SentencePiece writes the space before a word.
constexpr std::string_view kSpace = "\xe2\x96\x81";
constexpr int kNoWord = -1;

// Counts the words of a text. WordOf is called with the pieces in order.
class WordCounter {
 public:
  // Returns the number of the word that `piece` belongs to: its last word if it
  // has several, the next word if it has only spaces. Returns kNoWord for a
  // marker.
  int WordOf(std::string_view piece) {
    if (IsMarker(piece)) {
      return kNoWord;
    }
    while (!piece.empty()) {
      const bool space = piece.substr(0, kSpace.size()) == kSpace;
      if (!space && !in_word_) {
        ++words_;
      }
      in_word_ = !space;
      piece.remove_prefix(space ? kSpace.size() : 1);
    }
    return in_word_ ? words_ - 1 : words_;
  }

 private:
  int words_ = 0;
  bool in_word_ = false;
};

}  // namespace

bool IsMarker(std::string_view piece) {
  constexpr std::string_view kOpen = ">>";
  constexpr std::string_view kClose = "<<";
  return piece == "</s>" ||
         (piece.size() > kOpen.size() + kClose.size() &&
          piece.substr(0, kOpen.size()) == kOpen &&
          piece.substr(piece.size() - kClose.size()) == kClose);
}

std::string PharaohAlignment(const interpres::v1::TranslationResult& result,
                             const interpres::v1::Translation& translation) {
  std::vector<int> source_words;
  WordCounter source;
  for (const std::string& piece : result.source_pieces()) {
    source_words.push_back(source.WordOf(piece));
  }
  // Pairs of a target word and a source word, in this order for the sorting.
  std::set<std::pair<int, int>> pairs;
  WordCounter target;
  for (const interpres::v1::TokenScore& token : translation.tokens()) {
    const int word = target.WordOf(token.piece());
    const auto aligned = static_cast<size_t>(token.source_token());
    if (word != kNoWord && token.has_source_token() &&
        aligned < source_words.size() && source_words[aligned] != kNoWord) {
      pairs.emplace(word, source_words[aligned]);
    }
  }
  std::string text;
  for (const auto& [target_word, source_word] : pairs) {
    absl::StrAppend(&text, text.empty() ? "" : " ", source_word, "-",
                    target_word);
  }
  return text;
}

}  // namespace interpres
