#include "model/document/paragraphs.h"

#include <algorithm>
#include <cstddef>

#include "model/document/characters.h"
#include "model/document/list_marker.h"
#include "model/document/sentence_end.h"
#include "model/document/sentence_language.h"

namespace interpres {
namespace {

using Text = std::u32string_view;

constexpr char32_t kParagraphSeparator = 0x2029;

// One line or one cell of a line, in code points of the text.
struct Piece {
  std::size_t begin = 0;  // its first character that is not white space
  std::size_t end = 0;    // after its last such character
  bool has_content = false;
  bool begins_paragraph = false;
};

Text WithoutSpaces(Text text) {
  while (!text.empty() && IsSpace(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && IsSpace(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

// `00:01.000`
bool IsTime(Text text) {
  return text.find(U':') != Text::npos &&
         std::ranges::all_of(
             text, [](char32_t c) { return IsDigit(c) || IsOneOf(U":.,", c); });
}

// The times of a subtitle, also with WebVTT's settings behind them:
// `00:01.000 --> 00:04.000 align:start`.
bool IsSubtitleTime(Text text) {
  constexpr Text kArrow = U"-->";
  const std::size_t arrow = text.find(kArrow);
  if (arrow == Text::npos) {
    return false;
  }
  const Text end = WithoutSpaces(text.substr(arrow + kArrow.size()));
  return std::ranges::none_of(text, IsLetter) ||
         (IsTime(WithoutSpaces(text.substr(0, arrow))) &&
          IsTime(end.substr(0, end.find(U' '))));
}

bool HasContent(Text text) {
  return std::ranges::any_of(text, IsContent) && !IsSubtitleTime(text) &&
         text != U"WEBVTT";
}

// The number of `>` before the text of a quoted line.
std::size_t QuoteDepth(Text marker) {
  const Text quote = marker.substr(0, marker.find_first_not_of(U"> "));
  return std::ranges::count(quote, U'>');
}

bool IsQuoteOnly(Text marker) {
  return marker.find_first_not_of(U"> ") == Text::npos;
}

// Reads a text piece by piece.
class Pieces {
 public:
  Pieces(Text text, SentenceLanguage language)
      : text_(text), language_(language) {}

  bool done() const { return at_ >= text_.size(); }
  Piece Next();

 private:
  void SkipMarkers(Piece& piece);

  Text text_;
  SentenceLanguage language_;
  std::size_t at_ = 0;
  // The column of the text after the marker of the last list item. 0 without.
  std::size_t item_column_ = 0;
  std::size_t quote_depth_ = 0;  // of the last line
  bool after_tab_ = false;
  bool after_separator_ = true;
};

// The rest of a line belongs to the gap with its markers if nothing else
// follows them.
void Pieces::SkipMarkers(Piece& piece) {
  const Text line = text_.substr(piece.begin, piece.end - piece.begin);
  const std::size_t length = SkipListMarkers(line, language_);
  const bool has_marker = length > 0 && HasContent(line.substr(length));
  const Text marker = line.substr(0, has_marker ? length : 0);
  const std::size_t depth = QuoteDepth(marker);
  if (has_marker) {
    piece.begin += length;
    piece.begins_paragraph |= !IsQuoteOnly(marker) || depth != quote_depth_;
  }
  quote_depth_ = depth;
}

Piece Pieces::Next() {
  const std::size_t first = at_;
  while (!done() && text_[at_] != U'\t' && !IsLineBreak(text_[at_])) {
    ++at_;
  }
  Piece piece = {.begin = first, .end = at_};
  while (piece.begin < piece.end && IsSpace(text_[piece.begin])) {
    ++piece.begin;
  }
  while (piece.end > piece.begin && IsSpace(text_[piece.end - 1])) {
    --piece.end;
  }
  piece.has_content =
      HasContent(text_.substr(piece.begin, piece.end - piece.begin));
  // The further lines of a list item begin below its text.
  const std::size_t column = piece.begin - first;
  piece.begins_paragraph =
      (column > 0 && column != item_column_) || after_tab_ || after_separator_;
  const std::size_t marker = piece.begin;
  SkipMarkers(piece);
  if (piece.begins_paragraph) {
    item_column_ = piece.begin > marker ? piece.begin - first : 0;
  }
  if (!done()) {
    after_tab_ = text_[at_] == U'\t';
    after_separator_ = text_[at_] == kParagraphSeparator;
    const bool carriage_return = text_[at_] == U'\r';
    ++at_;
    if (carriage_return && !done() && text_[at_] == U'\n') {
      ++at_;
    }
  }
  return piece;
}

// Whether `>` before `next` compares with a number, as in `>30` and `>= 5`.
bool IsComparison(char32_t next) {
  return IsDigit(next) || IsOneOf(U"=.-+~$€£", next);
}

// Replaces the quote marks at `at`, the start of a line, by spaces.
void BlankQuoteMarks(std::size_t at, std::u32string& text) {
  while (at < text.size() && !IsLineBreak(text[at])) {
    const std::size_t end =
        std::min(text.find_first_not_of(U'>', at), text.size());
    const bool is_mark = end > at && !IsComparison(At(text, end));
    if (!is_mark && !IsSpace(text[at])) {
      return;
    }
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(at),
              text.begin() + static_cast<std::ptrdiff_t>(end), U' ');
    at = std::max(end, at + 1);
  }
}

}  // namespace

std::vector<ByteSpan> FindParagraphs(std::string_view text,
                                     const ParagraphOptions& options) {
  const Characters characters = DecodeUtf8(text);
  Pieces pieces(characters.code, SentenceLanguageOf(options.language));
  std::vector<ByteSpan> paragraphs;
  bool continues = false;
  while (!pieces.done()) {
    const Piece piece = pieces.Next();
    if (!piece.has_content) {
      continues = false;
      continue;
    }
    const int64_t end = characters.offset[piece.end];
    if (options.wrapped && continues && !piece.begins_paragraph) {
      paragraphs.back().end = end;
    } else {
      paragraphs.push_back(
          {.begin = characters.offset[piece.begin], .end = end});
    }
    continues = true;
  }
  return paragraphs;
}

std::string WithoutQuoteMarks(std::string_view paragraph) {
  std::u32string text = DecodeUtf8(paragraph).code;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (IsLineBreak(text[i])) {
      BlankQuoteMarks(i + 1, text);
    }
  }
  return EncodeUtf8(text);
}

}  // namespace interpres
