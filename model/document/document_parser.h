// Divides a text into sentences to translate.

#ifndef INTERPRES_MODEL_DOCUMENT_DOCUMENT_PARSER_H_
#define INTERPRES_MODEL_DOCUMENT_DOCUMENT_PARSER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "model/document/byte_span.h"
#include "model/document/document.h"
#include "model/document/sentence_splitter.h"

namespace interpres {

// Divides a text into segments and gaps in steps, so that a caller can do other
// work between the steps. Call Read until done(), then Take. Not thread-safe.
class DocumentParser {
 public:
  // Returns a parser that has found the paragraphs of the text and not divided
  // them yet. Returns INVALID_ARGUMENT if `text` is not UTF-8.
  static absl::StatusOr<std::unique_ptr<DocumentParser>> Create(
      std::string text, const DocumentOptions& options);

  bool done() const { return next_ == paragraphs_.size(); }
  // Divides at least `bytes` further bytes of the paragraphs, or the rest if
  // less is left. Most texts take a millisecond for 8 KiB. REQUIRES: !done()
  // and bytes > 0.
  void Read(int64_t bytes);
  // Returns the document. REQUIRES: done(); called at most once.
  Document Take() { return std::move(document_); }

 private:
  DocumentParser(std::string text, const DocumentOptions& options);

  void BeginParagraph();
  void EndParagraph();

  const DocumentOptions options_;
  Document document_;
  std::vector<ByteSpan> paragraphs_;
  bool is_message_ = false;  // Segment::is_in_message
  std::size_t next_ = 0;     // the first paragraph that is not divided
  std::unique_ptr<SentenceSplitter> splitter_;  // of this one; null before
};

// Divides `text` into segments and gaps. No segment crosses a tab. Returns
// INVALID_ARGUMENT if `text` is not UTF-8. Thread-safe.
absl::StatusOr<Document> ParseDocument(std::string text,
                                       const DocumentOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_DOCUMENT_PARSER_H_
