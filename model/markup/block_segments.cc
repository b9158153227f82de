#include "model/markup/block_segments.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "model/document/atom_finder.h"
#include "model/document/byte_span.h"
#include "model/document/characters.h"
#include "model/document/sentence_joining.h"
#include "model/document/sentence_splitter.h"

namespace interpres {
namespace {

using BlockAtomKind = BlockAtom::Kind;

class SegmentDivider {
 public:
  SegmentDivider(const BlockAtoms& block, TextEncoding encoding)
      : atoms_(block.atoms()), text_(block.text()), encoding_(encoding) {}

  std::vector<ByteSpan> Sentences(const MarkupOptions& options) const;
  // Returns the segment of a sentence. Null if there is nothing to translate.
  // REQUIRES: called for the sentences in order.
  std::optional<MarkedSegment> Make(ByteSpan sentence);

 private:
  bool HasText(std::size_t atom) const {
    return atoms_[atom].kind == BlockAtomKind::kText ||
           atoms_[atom].kind == BlockAtomKind::kSpelled;
  }
  bool IsInside(int64_t atom) const {
    return atom >= static_cast<int64_t>(first_) &&
           atom <= static_cast<int64_t>(last_);
  }
  bool Locate(ByteSpan& sentence);
  bool HasContent(ByteSpan sentence) const;
  void IncludeTags(ByteSpan sentence);
  void AddAtom(const BlockAtom& atom, ByteSpan sentence,
               MarkedSegment& segment);
  void AddSpace(const BlockAtom& atom, ByteSpan sentence,
                MarkedSegment& segment);
  void AddItem(const BlockAtom& atom, MarkedSegment& segment);
  void LinkPartners(MarkedSegment& segment) const;
  ByteSpan SourceOf(ByteSpan sentence) const;

  const std::vector<BlockAtom>& atoms_;
  const std::string& text_;
  const TextEncoding encoding_;

  std::size_t next_ = 0;  // the first atom that no segment has
  // The atoms before this one end before the next sentence. Without this,
  // sentences without content would be read again for each later one.
  std::size_t passed_ = 0;
  std::size_t first_ = 0;  // the atoms of the text of the sentence
  std::size_t last_ = 0;
  std::size_t begin_ = 0;  // the atoms of the segment, which has more tags
  std::size_t end_ = 0;
  // Where white space before an item begins that the text leaves out. -1
  // without such white space.
  int64_t space_ = -1;
  std::vector<int32_t> item_of_;  // for each atom of the segment
};

std::vector<ByteSpan> SentencesOfLine(std::string_view line,
                                      const MarkupOptions& options) {
  std::vector<ByteSpan> sentences = SplitSentences(line, options.language);
  if (options.atoms != nullptr && sentences.size() > 1) {
    JoinInsideAtoms(FindAtoms(line, *options.atoms), sentences);
  }
  return sentences;
}

std::vector<ByteSpan> SegmentDivider::Sentences(
    const MarkupOptions& options) const {
  std::vector<ByteSpan> sentences;
  const auto size = static_cast<int64_t>(text_.size());
  if (encoding_ == TextEncoding::kUnquoted) {
    return {{.begin = 0, .end = size}};
  }
  int64_t begin = 0;
  const auto end_line = [&](int64_t end) {
    if (begin == end) {
      return;
    }
    for (const ByteSpan span :
         SentencesOfLine(BytesOf(text_, {begin, end}), options)) {
      sentences.push_back({begin + span.begin, begin + span.end});
    }
    begin = end;
  };
  for (const BlockAtom& atom : atoms_) {
    if (atom.ends_sentence) {
      end_line(atom.text.begin);
    }
  }
  end_line(size);
  return sentences;
}

// Finds the first and the last atom of the sentence. Objects and white space at
// the ends leave the sentence. Returns false if the sentence is empty.
bool SegmentDivider::Locate(ByteSpan& sentence) {
  const auto is_outside = [](const BlockAtom& atom) {
    return atom.kind == BlockAtomKind::kSpace || atom.is_object;
  };
  first_ = std::max(next_, passed_);
  while (first_ < atoms_.size() && sentence.begin < sentence.end) {
    const BlockAtom& atom = atoms_[first_];
    if (atom.text.end > sentence.begin && !is_outside(atom)) {
      break;
    }
    sentence.begin = std::max(sentence.begin, atom.text.end);
    ++first_;
  }
  if (first_ == atoms_.size()) {
    // The segment before may have all atoms of a sentence of objects.
    return false;
  }
  // The segment before may have the white space at the beginning.
  sentence.begin = std::max(sentence.begin, atoms_[first_].text.begin);
  last_ = first_;
  while (last_ < atoms_.size() && atoms_[last_].text.end < sentence.end) {
    ++last_;
  }
  while (sentence.begin < sentence.end && is_outside(atoms_[last_])) {
    sentence.end = std::min(sentence.end, atoms_[last_].text.begin);
    // An item has no text, so that it is at the end of the sentence, too.
    do {
      --last_;
    } while (atoms_[last_].text.begin == atoms_[last_].text.end);
  }
  return sentence.begin < sentence.end;
}

bool SegmentDivider::HasContent(ByteSpan sentence) const {
  for (std::size_t i = first_; i <= last_; ++i) {
    const BlockAtom& atom = atoms_[i];
    if (atom.kind == BlockAtomKind::kItem) {
      continue;
    }
    const ByteSpan part = {std::max(atom.text.begin, sentence.begin),
                           std::min(atom.text.end, sentence.end)};
    const Characters characters = DecodeUtf8(BytesOf(text_, part));
    if (std::ranges::any_of(characters.code, IsContent)) {
      return true;
    }
  }
  return false;
}

// Takes the tags before and after the text whose partners are inside.
void SegmentDivider::IncludeTags(ByteSpan sentence) {
  begin_ = first_;
  end_ = last_;
  // Not beyond the rest of an atom that another sentence has.
  const bool is_at_begin = atoms_[first_].text.begin >= sentence.begin;
  for (std::size_t i = first_; is_at_begin && i > next_ && !HasText(i - 1);
       --i) {
    if (IsInside(atoms_[i - 1].partner)) {
      begin_ = i - 1;
    }
  }
  const bool is_at_end = atoms_[last_].text.end <= sentence.end;
  for (std::size_t i = last_ + 1; is_at_end && i < atoms_.size() && !HasText(i);
       ++i) {
    if (IsInside(atoms_[i].partner)) {
      end_ = i;
    }
  }
}

// The text has a space where the source has white space, except at the ends and
// beside another space. There the white space belongs to an item.
void SegmentDivider::AddSpace(const BlockAtom& atom, ByteSpan sentence,
                              MarkedSegment& segment) {
  const bool is_inside =
      atom.text.begin >= sentence.begin && atom.text.end <= sentence.end;
  if (is_inside && !segment.text.empty() && segment.text.back() != ' ') {
    segment.text += ' ';
    return;
  }
  const bool follows_item = !item_of_.empty() && item_of_.back() >= 0;
  if (!follows_item) {
    space_ = atom.source.begin;
    return;
  }
  MarkupItem& item = segment.items.back();
  if (item.space.begin == item.space.end) {
    item.space.begin = atom.source.begin;
  }
  item.space.end = atom.source.end;
}

void SegmentDivider::AddItem(const BlockAtom& atom, MarkedSegment& segment) {
  MarkupItem item = {.kind = atom.item_kind,
                     .span = atom.source,
                     .space = atom.space,
                     .position = static_cast<int64_t>(segment.text.size()),
                     .is_visible = atom.is_visible};
  if (space_ >= 0) {
    item.span.begin = std::exchange(space_, -1);
  }
  item_of_.push_back(static_cast<int32_t>(segment.items.size()));
  segment.items.push_back(item);
}

void SegmentDivider::AddAtom(const BlockAtom& atom, ByteSpan sentence,
                             MarkedSegment& segment) {
  if (atom.kind == BlockAtomKind::kItem) {
    AddItem(atom, segment);
    return;
  }
  if (atom.kind == BlockAtomKind::kSpace) {
    AddSpace(atom, sentence, segment);
  } else {
    const ByteSpan part = {std::max(atom.text.begin, sentence.begin),
                           std::min(atom.text.end, sentence.end)};
    segment.text += BytesOf(text_, part);
  }
  if (atom.kind == BlockAtomKind::kSpelled) {
    segment.spelled.push_back(
        {.text = std::string(BytesOf(text_, atom.text)), .span = atom.source});
  }
  item_of_.push_back(-1);
}

void SegmentDivider::LinkPartners(MarkedSegment& segment) const {
  for (std::size_t i = begin_; i <= end_; ++i) {
    const int64_t partner = atoms_[i].partner;
    if (partner >= static_cast<int64_t>(begin_) &&
        partner <= static_cast<int64_t>(end_)) {
      segment.items[item_of_[i - begin_]].partner =
          item_of_[partner - static_cast<int64_t>(begin_)];
    }
  }
}

ByteSpan SegmentDivider::SourceOf(ByteSpan sentence) const {
  ByteSpan source = {atoms_[begin_].source.begin, atoms_[end_].source.end};
  if (atoms_[begin_].kind == BlockAtomKind::kText) {
    source.begin += sentence.begin - atoms_[begin_].text.begin;
  }
  if (atoms_[end_].kind == BlockAtomKind::kText) {
    source.end -= atoms_[end_].text.end - sentence.end;
  }
  return source;
}

std::optional<MarkedSegment> SegmentDivider::Make(ByteSpan sentence) {
  const int64_t end = sentence.end;
  if (!Locate(sentence) || !HasContent(sentence)) {
    while (passed_ < atoms_.size() && atoms_[passed_].text.end <= end) {
      ++passed_;
    }
    return std::nullopt;
  }
  IncludeTags(sentence);
  MarkedSegment segment = {
      .span = SourceOf(sentence), .text = {}, .encoding = encoding_};
  item_of_.clear();
  space_ = -1;
  for (std::size_t i = begin_; i <= end_; ++i) {
    AddAtom(atoms_[i], sentence, segment);
  }
  if (atoms_[end_].kind == BlockAtomKind::kItem) {
    segment.items.back().space = {};  // belongs to the gap
  }
  LinkPartners(segment);
  // The next sentence may be in the same atom.
  next_ =
      end_ == last_ && atoms_[end_].text.end > sentence.end ? end_ : end_ + 1;
  return segment;
}

}  // namespace

void AppendSegments(const BlockAtoms& block, const MarkupOptions& options,
                    TextEncoding encoding,
                    std::vector<MarkedSegment>& segments) {
  SegmentDivider divider(block, encoding);
  for (const ByteSpan sentence : divider.Sentences(options)) {
    std::optional<MarkedSegment> segment = divider.Make(sentence);
    if (segment.has_value()) {
      segments.push_back(*std::move(segment));
    }
  }
}

}  // namespace interpres
