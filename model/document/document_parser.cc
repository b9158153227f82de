#include "model/document/document_parser.h"

#include <algorithm>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/base/utf8.h"
#include "model/document/message_paragraphs.h"
#include "model/document/paragraphs.h"
#include "model/document/sentence_joining.h"

namespace interpres {

absl::StatusOr<std::unique_ptr<DocumentParser>> DocumentParser::Create(
    std::string text, const DocumentOptions& options) {
  if (const std::optional<std::size_t> invalid = FindInvalidUtf8(text)) {
    return absl::InvalidArgumentError(
        absl::StrCat("text has a byte at offset ", *invalid,
                     " that is not UTF-8; expected UTF-8; convert the text"));
  }
  return std::unique_ptr<DocumentParser>(
      new DocumentParser(std::move(text), options));
}

DocumentParser::DocumentParser(std::string text, const DocumentOptions& options)
    : options_(options) {
  document_.text = std::move(text);
  const ParagraphOptions paragraphs = {
      .language = options_.language,
      .wrapped = options_.line_breaks == LineBreaks::kWrapped};
  const bool has_messages = options_.atoms != nullptr &&
                            !options_.atoms->off.Has(AtomKind::kPlaceholder);
  if (has_messages) {
    MessageParagraphs found = FindMessageParagraphs(document_.text, paragraphs);
    paragraphs_ = std::move(found.paragraphs);
    is_message_ = found.has_branches;
  } else {
    paragraphs_ = FindParagraphs(document_.text, paragraphs);
  }
}

void DocumentParser::Read(int64_t bytes) {
  while (bytes > 0 && !done()) {
    const ByteSpan paragraph = paragraphs_[next_];
    if (splitter_ == nullptr) {
      BeginParagraph();
    }
    const int64_t count = std::min(bytes, paragraph.end - paragraph.begin);
    splitter_->Read(static_cast<std::size_t>(count));
    bytes -= count;
    if (splitter_->done()) {
      EndParagraph();
    }
  }
}

void DocumentParser::BeginParagraph() {
  const std::string_view text = BytesOf(document_.text, paragraphs_[next_]);
  splitter_ = options_.line_breaks == LineBreaks::kWrapped
                  ? std::make_unique<SentenceSplitter>(WithoutQuoteMarks(text),
                                                       options_.language)
                  : std::make_unique<SentenceSplitter>(text, options_.language);
}

void DocumentParser::EndParagraph() {
  const int64_t begin = paragraphs_[next_].begin;
  std::vector<ByteSpan> sentences = splitter_->Take();
  if (options_.atoms != nullptr && sentences.size() > 1) {
    JoinInsideAtoms(
        FindAtoms(BytesOf(document_.text, paragraphs_[next_]), *options_.atoms),
        sentences);
  }
  for (const ByteSpan sentence : sentences) {
    const ByteSpan span = {.begin = begin + sentence.begin,
                           .end = begin + sentence.end};
    document_.segments.push_back(MakeSegment(document_.text, span, options_));
    document_.segments.back().is_in_message = is_message_;
  }
  splitter_ = nullptr;
  ++next_;
}

absl::StatusOr<Document> ParseDocument(std::string text,
                                       const DocumentOptions& options) {
  const auto bytes = static_cast<int64_t>(text.size());
  INTERPRES_ASSIGN_OR_RETURN(const std::unique_ptr<DocumentParser> parser,
                             DocumentParser::Create(std::move(text), options));
  while (!parser->done()) {
    parser->Read(bytes);
  }
  return parser->Take();
}

}  // namespace interpres
