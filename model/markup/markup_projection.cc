#include "model/markup/markup_projection.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/strings/ascii.h"
#include "model/markup/item_placement.h"
#include "model/markup/text_encoding.h"
#include "model/markup/text_units.h"
#include "model/markup/unit_links.h"

namespace interpres {
namespace {

using UnitKind = TextUnit::Kind;

bool IsEmpty(ByteSpan span) { return span.begin == span.end; }

TextEncoder EncoderOf(std::string_view source, const MarkedSegment& segment) {
  std::vector<TextEncoder::Spelling> spellings;
  for (const SpelledCharacter& character : segment.spelled) {
    spellings.emplace_back(character.text, BytesOf(source, character.span));
  }
  return {segment.encoding, spellings};
}

// Writes the units of a translation and the items between them.
class Writer {
 public:
  Writer(std::string_view source, const MarkedSegment& segment,
         std::string_view translation, const UnitLinks& links)
      : source_(source),
        segment_(segment),
        translation_(translation),
        links_(links),
        encoder_(EncoderOf(source, segment)) {}

  std::vector<ProjectedPart> Write(const std::vector<PlacedItem>& items);
  // Writes a translation without items.
  std::vector<ProjectedPart> WriteText();

 private:
  char CharBefore(const MarkupItem& item) const;
  char CharAfter(const MarkupItem& item) const;
  bool IsSpaced(std::size_t unit) const;
  bool FollowsSpace(const MarkupItem& item) const;
  bool HasSameNext(const MarkupItem& item, std::size_t unit) const;

  void WriteGap(std::size_t unit);
  void WriteItem(const MarkupItem& item, std::size_t unit);
  void WriteSpaceAfterItem();
  void AddSource(ByteSpan span);
  void AddText(std::string_view text);
  bool IsMarkdown() const;
  void Flush();

  const std::string_view source_;
  const MarkedSegment& segment_;
  const std::string_view translation_;
  const UnitLinks& links_;
  const TextEncoder encoder_;
  std::vector<ProjectedPart> parts_;
  std::string text_;        // the text after the last part
  char last_ = '\0';        // the last byte written
  char source_end_ = '\0';  // of the last part; 0 if the part is no source
  bool gap_is_written_ = false;
  bool needs_space_ = false;  // after the last item
  ByteSpan space_;            // the white space that the source has there
};

char Writer::CharBefore(const MarkupItem& item) const {
  return item.position > 0 ? segment_.text[item.position - 1] : '\0';
}

char Writer::CharAfter(const MarkupItem& item) const {
  const auto next = static_cast<std::size_t>(item.position);
  return next < segment_.text.size() ? segment_.text[next] : '\0';
}

// Whether white space belongs between a unit and a word.
bool Writer::IsSpaced(std::size_t unit) const {
  return unit < links_.target.size() &&
         links_.target[unit].kind != UnitKind::kPunctuation &&
         !links_.target[unit].is_wide;
}

bool Writer::IsMarkdown() const {
  return segment_.encoding == TextEncoding::kMarkdown ||
         segment_.encoding == TextEncoding::kMarkdownCell;
}

void Writer::Flush() {
  if (!text_.empty()) {
    std::string bytes = encoder_.Encode(text_);
    if (IsMarkdown() && parts_.empty()) {
      bytes = EscapeBlockStart(bytes);
    } else if (IsMarkdown() && source_end_ == ']' &&
               (bytes[0] == '(' || bytes[0] == ':')) {
      // Behind the label of a link, it would be the link's address.
      bytes.insert(0, 1, '\\');
    }
    parts_.push_back({.text = std::move(bytes)});
    text_.clear();
    source_end_ = '\0';
  }
}

void Writer::AddSource(ByteSpan span) {
  if (!IsEmpty(span)) {
    const bool makes_image =
        IsMarkdown() && text_.ends_with('!') && source_[span.begin] == '[';
    Flush();
    if (makes_image) {
      parts_.back().text.insert(parts_.back().text.size() - 1, 1, '\\');
    }
    source_end_ = source_[span.end - 1];
    parts_.push_back({.text = {}, .source = span});
    last_ = source_[span.end - 1];
  }
}

void Writer::AddText(std::string_view text) {
  if (!text.empty()) {
    text_ += text;
    last_ = text.back();
  }
}

// Writes the white space of the translation before a unit.
void Writer::WriteGap(std::size_t unit) {
  const std::vector<TextUnit>& units = links_.target;
  const auto size = static_cast<int64_t>(translation_.size());
  const ByteSpan gap = {
      .begin = unit == 0 ? 0 : units[unit - 1].span.end,
      .end = unit < units.size() ? units[unit].span.begin : size};
  if (!gap_is_written_ && !(last_ == ' ' && !IsEmpty(gap))) {
    AddText(BytesOf(translation_, gap));
  }
  gap_is_written_ = true;
}

// Writes the white space that an item needs after it.
void Writer::WriteSpaceAfterItem() {
  if (std::exchange(needs_space_, false) && last_ != ' ') {
    if (IsEmpty(space_)) {
      AddText(" ");
    } else {
      AddSource(space_);
    }
  }
}

// Whether an item stands after the white space at its place.
bool Writer::FollowsSpace(const MarkupItem& item) const {
  if (item.kind == MarkupKind::kOpen) {
    return CharAfter(item) != ' ';
  }
  return CharBefore(item) == ' ';
}

// Whether the translation has the same word or mark after an item as the
// source.
bool Writer::HasSameNext(const MarkupItem& item, std::size_t unit) const {
  const auto next = std::ranges::lower_bound(
      links_.source, item.position, {},
      [](const TextUnit& other) { return other.span.begin; });
  return next != links_.source.end() && unit < links_.target.size() &&
         BytesOf(segment_.text, next->span) ==
             BytesOf(translation_, links_.target[unit].span);
}

void Writer::WriteItem(const MarkupItem& item, std::size_t unit) {
  WriteSpaceAfterItem();
  if (FollowsSpace(item)) {
    WriteGap(unit);
  }
  const bool is_word_like =
      item.kind == MarkupKind::kStandalone && item.is_visible;
  if (is_word_like && CharBefore(item) == ' ' && last_ != ' ' && unit > 0 &&
      IsSpaced(unit - 1)) {
    AddText(" ");
  }
  AddSource(item.span);
  const bool next_is_word = IsSpaced(unit);
  const bool had_mark =
      absl::ascii_ispunct(static_cast<unsigned char>(CharAfter(item)));
  needs_space_ = !IsEmpty(item.space)
                     ? next_is_word || item.kind == MarkupKind::kOpen ||
                           HasSameNext(item, unit)
                     : is_word_like && next_is_word &&
                           (had_mark || CharAfter(item) == ' ');
  space_ = item.space;
  if (needs_space_) {
    WriteGap(unit);
  }
}

std::vector<ProjectedPart> Writer::Write(const std::vector<PlacedItem>& items) {
  const std::size_t units = links_.target.size();
  auto next = items.begin();
  for (std::size_t unit = 0; unit <= units; ++unit) {
    gap_is_written_ = false;
    while (next != items.end() && next->unit == static_cast<int32_t>(unit)) {
      WriteItem(segment_.items[next->item], unit);
      ++next;
    }
    WriteSpaceAfterItem();
    WriteGap(unit);
    if (unit < units) {
      AddText(BytesOf(translation_, links_.target[unit].span));
    }
  }
  Flush();
  return std::move(parts_);
}

std::vector<ProjectedPart> Writer::WriteText() {
  AddText(translation_);
  Flush();
  return std::move(parts_);
}

}  // namespace

std::vector<ProjectedPart> ProjectParts(std::string_view source,
                                        const MarkedSegment& segment,
                                        const AlignedText& translation,
                                        const AtomOptions& atoms) {
  if (translation.text == segment.text) {
    return {{.text = {}, .source = segment.span}};
  }
  // Without markup, the words need no links.
  const UnitLinks links = segment.items.empty()
                              ? UnitLinks{}
                              : LinkUnits(segment, translation, atoms);
  Writer writer(source, segment, translation.text, links);
  std::vector<ProjectedPart> parts =
      segment.items.empty() ? writer.WriteText()
                            : writer.Write(PlaceItems(segment, links));
  if (segment.encoding == TextEncoding::kUnquoted) {
    parts.insert(parts.begin(), {.text = "\""});
    parts.push_back({.text = "\""});
  }
  return parts;
}

}  // namespace interpres
