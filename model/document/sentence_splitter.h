// Splits a paragraph into sentences.

#ifndef INTERPRES_MODEL_DOCUMENT_SENTENCE_SPLITTER_H_
#define INTERPRES_MODEL_DOCUMENT_SENTENCE_SPLITTER_H_

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "model/document/byte_span.h"
#include "model/document/characters.h"
#include "model/document/sentence_end.h"
#include "model/document/sentence_language.h"
#include "model/document/sentence_state.h"

namespace interpres {

// Finds the sentences of a paragraph in steps, so that a caller can do other
// work between the steps. Call Read until done(), then Take. Not thread-safe.
class SentenceSplitter {
 public:
  // `language` is a code of BCP 47; empty means unknown. Both arguments are
  // copied. REQUIRES: `paragraph` is UTF-8.
  SentenceSplitter(std::string_view paragraph, std::string_view language);
  SentenceSplitter(const SentenceSplitter&) = delete;
  SentenceSplitter& operator=(const SentenceSplitter&) = delete;

  bool done() const { return done_; }
  // Reads at least `count` further code points of the paragraph, or the rest if
  // fewer are left. REQUIRES: !done().
  void Read(std::size_t count);
  // Moves out the result of SplitSentences: the sentences in order, as byte
  // spans of the paragraph. REQUIRES: done(); called at most once.
  std::vector<ByteSpan> Take() { return std::move(sentences_); }

 private:
  bool Ends(const SentenceEnd& e) const;
  void Add(std::size_t begin, std::size_t end);
  void AddLast();

  const SentenceLanguage language_;
  const Characters characters_;
  SentenceState state_;    // refers to characters_
  std::size_t next_ = 0;   // the first character that was not read
  std::size_t begin_ = 0;  // where the sentence begins
  bool done_ = false;
  std::vector<ByteSpan> sentences_;
};

// Returns the byte spans of the sentences of `paragraph` in order, without
// white space around them. Only white space lies before, between and after the
// sentences. Each sentence has a letter or a digit, except if `paragraph` has
// neither: then the result is one sentence, or empty if `paragraph` is only
// white space. A line break is white space and ends no sentence.
//
// `language` is a code of BCP 47; empty means unknown. In doubt a sentence is
// left whole. REQUIRES: `paragraph` is UTF-8. Thread-safe.
std::vector<ByteSpan> SplitSentences(std::string_view paragraph,
                                     std::string_view language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_SENTENCE_SPLITTER_H_
