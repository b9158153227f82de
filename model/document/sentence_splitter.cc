#include "model/document/sentence_splitter.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "model/document/characters.h"
#include "model/document/sentence_end.h"
#include "model/document/sentence_language.h"
#include "model/document/sentence_rules.h"
#include "model/document/sentence_state.h"

namespace interpres {
namespace {

// Splits one paragraph.
class Splitter {
 public:
  Splitter(std::string_view paragraph, std::string_view language)
      : language_(SentenceLanguageOf(language)),
        characters_(DecodeUtf8(paragraph)),
        state_(characters_.code) {}

  std::vector<ByteSpan> Split();

 private:
  bool Ends(const SentenceEnd& e);
  void Add(std::size_t begin, std::size_t end);
  void AddLast(std::size_t begin);

  SentenceLanguage language_;
  Characters characters_;
  SentenceState state_;
  std::vector<ByteSpan> sentences_;
};

bool Splitter::Ends(const SentenceEnd& e) {
  return e.next < characters_.code.size() && state_.has_content() &&
         !state_.InsideBracket() && !state_.InsideQuoteOfSentence() &&
         EndsSentence(e, language_);
}

void Splitter::Add(std::size_t begin, std::size_t end) {
  sentences_.push_back(
      {.begin = characters_.offset[begin], .end = characters_.offset[end]});
}

// A rest without a letter or a digit belongs to the sentence before it.
void Splitter::AddLast(std::size_t begin) {
  std::size_t end = characters_.code.size();
  while (end > begin && IsSpace(characters_.code[end - 1])) {
    --end;
  }
  if (end <= begin) {
    return;
  }
  state_.ReadUntil(end);
  if (state_.has_content() || sentences_.empty()) {
    Add(begin, end);
  } else {
    sentences_.back().end = characters_.offset[end];
  }
}

std::vector<ByteSpan> Splitter::Split() {
  const std::u32string_view text = characters_.code;
  std::size_t begin = SkipSpace(text, 0);
  for (std::size_t i = begin; i < text.size(); ++i) {
    if (MarkOf(text[i]) == MarkKind::kNone) {
      continue;
    }
    const SentenceEnd e = MeasureSentenceEnd(text, begin, i);
    state_.ReadUntil(e.end);
    if (Ends(e)) {
      Add(begin, e.end);
      begin = e.next;
      state_.ReadUntil(begin);
      state_.BeginSentence();
    }
    i = std::max(i, e.end - 1);
  }
  AddLast(begin);
  return std::move(sentences_);
}

}  // namespace

std::vector<ByteSpan> SplitSentences(std::string_view paragraph,
                                     std::string_view language) {
  return Splitter(paragraph, language).Split();
}

}  // namespace interpres
