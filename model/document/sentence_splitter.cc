#include "model/document/sentence_splitter.h"

#include <algorithm>

#include "model/document/sentence_rules.h"

namespace interpres {

SentenceSplitter::SentenceSplitter(std::string_view paragraph,
                                   std::string_view language)
    : language_(SentenceLanguageOf(language)),
      characters_(DecodeUtf8(paragraph)),
      state_(characters_.code) {
  next_ = SkipSpace(characters_.code, 0);
  begin_ = next_;
}

bool SentenceSplitter::Ends(const SentenceEnd& e) const {
  return e.next < characters_.code.size() && state_.has_content() &&
         !state_.InsideBracket() && !state_.InsideQuoteOfSentence() &&
         EndsSentence(e, language_);
}

void SentenceSplitter::Add(std::size_t begin, std::size_t end) {
  sentences_.push_back(
      {.begin = characters_.offset[begin], .end = characters_.offset[end]});
}

// A rest without a letter or a digit belongs to the sentence before it.
void SentenceSplitter::AddLast() {
  std::size_t end = characters_.code.size();
  while (end > begin_ && IsSpace(characters_.code[end - 1])) {
    --end;
  }
  if (end <= begin_) {
    return;
  }
  state_.ReadUntil(end);
  if (state_.has_content() || sentences_.empty()) {
    Add(begin_, end);
  } else {
    sentences_.back().end = characters_.offset[end];
  }
}

void SentenceSplitter::Read(std::size_t count) {
  const std::u32string_view text = characters_.code;
  const std::size_t stop = next_ + std::min(count, text.size() - next_);
  for (; next_ < stop; ++next_) {
    if (MarkOf(text[next_]) == MarkKind::kNone) {
      continue;
    }
    const SentenceEnd e = MeasureSentenceEnd(text, begin_, next_);
    state_.ReadUntil(e.end);
    if (Ends(e)) {
      Add(begin_, e.end);
      begin_ = e.next;
      state_.ReadUntil(begin_);
      state_.BeginSentence();
    }
    next_ = std::max(next_, e.end - 1);
  }
  if (next_ >= text.size()) {
    AddLast();
    done_ = true;
  }
}

std::vector<ByteSpan> SplitSentences(std::string_view paragraph,
                                     std::string_view language) {
  SentenceSplitter splitter(paragraph, language);
  while (!splitter.done()) {
    splitter.Read(paragraph.size());
  }
  return splitter.Take();
}

}  // namespace interpres
