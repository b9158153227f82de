#include "model/document/text_splice.h"

#include <cstddef>
#include <cstdint>

#include "model/document/aligned_text_builder.h"
#include "model/document/atom_text.h"
#include "model/document/characters.h"

namespace interpres {
namespace {

char CharacterOf(SpliceGap gap) { return gap == SpliceGap::kTab ? '\t' : ' '; }

// Makes the changes in one pass over a translation.
class Splice {
 public:
  Splice(const AlignedText& translation, SpliceGap gap)
      : text_(translation.text), builder_(translation), gap_(gap) {}

  AlignedText Run(std::span<const SplicedPart> parts,
                  std::span<const ByteSpan> removals) {
    auto removal = removals.begin();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const ByteSpan target = parts[i].target;
      for (; removal != removals.end() && removal->begin < target.begin;
           ++removal) {
        Remove(*removal);
      }
      Put(parts[i], i > 0 && parts[i - 1].target.end == target.begin);
      const bool is_last =
          i + 1 == parts.size() || parts[i + 1].target.begin > target.end;
      if (is_last) {
        AddGapAfter(target);
      }
    }
    for (; removal != removals.end(); ++removal) {
      Remove(*removal);
    }
    builder_.CopyTo(text_.size());
    return builder_.Take();
  }

 private:
  // `is_next` says that the part before ends where this part begins.
  void Put(const SplicedPart& part, bool is_next) {
    builder_.CopyTo(part.target.begin);
    AddGapBefore(is_next || part.target.begin == part.target.end);
    builder_.AppendAligned(part.text, part.source);
    builder_.SkipTo(part.target.end);
  }

  void AddGap() { builder_.Append(std::string(1, CharacterOf(gap_))); }

  void AddGapBefore(bool is_beside_word) {
    const std::string& done = builder_.result().text;
    if (done.empty()) {
      return;
    }
    if (gap_ != SpliceGap::kNatural) {
      if (done.back() != CharacterOf(gap_)) {
        AddGap();
      }
      return;
    }
    const AtomText before(done);
    const char32_t last = before.CodeBefore(static_cast<int64_t>(done.size()));
    if (is_beside_word && !IsSpace(last) && !IsWide(last) &&
        !IsOpenBracket(last) && last != U'¿' && last != U'¡') {
      AddGap();
    }
  }

  void AddGapAfter(ByteSpan target) {
    if (target.end >= text_.size()) {
      return;
    }
    if (gap_ != SpliceGap::kNatural) {
      if (text_.At(target.end) != CharacterOf(gap_)) {
        AddGap();
      }
      return;
    }
    const char32_t next = text_.CodeAt(target.end).code;
    if (target.begin == target.end && !IsSpace(next) && !IsWide(next) &&
        !IsCloseBracket(next) && !IsOneOf(U".,;:!?…", next)) {
      AddGap();
    }
  }

  // Leaves out the bytes and one of the spaces beside them.
  void Remove(ByteSpan span) {
    const bool has_space_before =
        span.begin > 0 && text_.At(span.begin - 1) == ' ';
    const bool joins =
        text_.JoinsBefore(span.begin) && text_.JoinsAfter(span.end);
    builder_.CopyTo(span.begin - (has_space_before ? 1 : 0));
    builder_.SkipTo(span.end);
    if (gap_ == SpliceGap::kTab || joins) {
      AddGap();
    } else if (!has_space_before && text_.At(span.end) == ' ' &&
               span.end < text_.size()) {
      builder_.SkipTo(span.end + 1);
    }
  }

  AtomText text_;
  AlignedTextBuilder builder_;
  SpliceGap gap_;
};

}  // namespace

AlignedText SpliceParts(std::span<const SplicedPart> parts,
                        std::span<const ByteSpan> removals,
                        const AlignedText& translation, SpliceGap gap) {
  return Splice(translation, gap).Run(parts, removals);
}

}  // namespace interpres
