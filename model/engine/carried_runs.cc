#include "model/engine/carried_runs.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <utility>

#include "model/document/alphabet.h"
#include "model/document/byte_span.h"
#include "model/document/characters.h"
#include "model/document/grapheme_clusters.h"
#include "model/engine/number_beside.h"

namespace interpres {
namespace {

// The characters [begin, end) of a text.
struct CharacterSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::ptrdiff_t ToOffset(std::size_t index) {
  return static_cast<std::ptrdiff_t>(index);
}

bool IsUnspaced(char32_t c) { return IsWide(c) || IsSoutheastAsian(c); }
bool IsSpacedLetter(char32_t c) { return IsLetter(c) && !IsUnspaced(c); }
bool IsSpacedCharacter(char32_t c) {
  return (IsLetter(c) || IsContent(c)) && !IsUnspaced(c);
}

class RunFinder {
 public:
  RunFinder(std::string_view text, const EncodedText& source,
            const Tokenizer& tokenizer)
      : text_(text),
        source_(source),
        tokenizer_(tokenizer),
        characters_(DecodeUtf8(text)),
        boundaries_(GraphemeBoundaries(text)),
        is_taken_(characters_.code.size(), false) {}

  void FindUnknown(const Respelling& respelling) {
    std::vector<ByteSpan> visible = FindForeign(respelling);
    const std::span<const int32_t> pieces = source_.own_pieces();
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      const ByteSpan bytes = {.begin = source_.piece_offsets[k],
                              .end = source_.piece_offsets[k + 1]};
      if (pieces[k] == tokenizer_.source_unk_id()) {
        AddSpan(bytes);
      } else if (tokenizer_.IsSourceByte(pieces[k]) && IsSign(bytes)) {
        visible.push_back(bytes);
      }
    }
    are_visible_ = !visible.empty();
    std::sort(
        visible.begin(), visible.end(),
        [](const ByteSpan& a, const ByteSpan& b) { return a.begin < b.begin; });
    for (const ByteSpan& bytes : visible) {
      AddSpan(bytes);
    }
    std::size_t done = 0;  // the end of the last run
    for (CharacterSpan span : spans_) {
      span.begin = std::max(span.begin, done);
      if (span.begin >= span.end) {
        continue;  // the word before has it
      }
      const bool is_in_word = IsInWord(span);
      const bool is_word = is_in_word || (are_visible_ && IsWord(span));
      if (is_in_word) {
        span = WordAround(span, done);
      }
      CarriedRun& run = AddRun(span);
      run.is_word = is_word;
      run.is_visible = are_visible_;
      std::fill(is_taken_.begin() + ToOffset(span.begin),
                is_taken_.begin() + ToOffset(span.end), true);
      done = span.end;
    }
  }

  // REQUIRES: FindUnknown was called before.
  void FindRespelled(const std::vector<Respelling::Letter>& letters) {
    const auto start = static_cast<std::size_t>(
        std::find_if(code().begin(), code().end(), IsContent) - code().begin());
    std::size_t done = 0;  // the end of the last word
    for (const Respelling::Letter& letter : letters) {
      if (letter.character < done) {
        continue;
      }
      const CharacterSpan word = WordAround(
          {.begin = letter.character, .end = letter.character + 1}, done);
      done = word.end;
      if (std::find(is_taken_.begin() + ToOffset(word.begin),
                    is_taken_.begin() + ToOffset(word.end),
                    true) == is_taken_.begin() + ToOffset(word.end)) {
        CarriedRun& run = AddRun(word);
        run.is_word = true;
        run.is_respelled = true;
        run.is_capital_start =
            word.begin == start && IsUpper(code()[word.begin]);
      }
    }
  }

  // Returns the runs in the order of the text.
  std::vector<CarriedRun> Take() {
    std::vector<CarriedRun> runs;
    runs.reserve(runs_.size());
    for (auto& [begin, run] : runs_) {
      runs.push_back(std::move(run));
    }
    return runs;
  }

 private:
  const std::u32string& code() const { return characters_.code; }

  std::size_t CharacterAt(int64_t offset) const {
    const std::vector<int64_t>& offsets = characters_.offset;
    return static_cast<std::size_t>(
        std::lower_bound(offsets.begin(), offsets.end(), offset) -
        offsets.begin());
  }

  std::vector<ByteSpan> FindForeign(const Respelling& respelling) const {
    std::vector<ByteSpan> found;
    bool is_foreign = false;
    for (std::size_t i = 0; i < code().size(); ++i) {
      is_foreign = respelling.IsForeign(code()[i]) ||
                   (is_foreign && IsSharedLetter(code()[i]));
      if (is_foreign) {
        found.push_back(
            {.begin = characters_.offset[i], .end = characters_.offset[i + 1]});
      }
    }
    return found;
  }

  bool IsSign(const ByteSpan& bytes) const {
    return bytes.begin < bytes.end &&
           interpres::IsSign(code()[CharacterAt(bytes.begin)]);
  }

  // Adds the unknown bytes to spans_, without white space at their ends, and
  // extended to whole clusters. Joins them to the last span if they touch it.
  void AddSpan(ByteSpan bytes) {
    CharacterSpan span = {.begin = CharacterAt(bytes.begin),
                          .end = CharacterAt(bytes.end)};
    Trim(span);
    if (span.begin == span.end) {
      return;
    }
    const auto after = std::upper_bound(boundaries_.begin(), boundaries_.end(),
                                        characters_.offset[span.begin]);
    span.begin = CharacterAt(*(after - 1));
    span.end = CharacterAt(*std::lower_bound(
        boundaries_.begin(), boundaries_.end(), characters_.offset[span.end]));
    Trim(span);  // an accent on a space, which stays outside
    if (!spans_.empty() && span.begin <= spans_.back().end) {
      spans_.back().end = std::max(spans_.back().end, span.end);
    } else {
      spans_.push_back(span);
    }
  }

  void Trim(CharacterSpan& span) const {
    while (span.begin < span.end && IsSpace(code()[span.begin])) {
      ++span.begin;
    }
    while (span.begin < span.end && IsSpace(code()[span.end - 1])) {
      --span.end;
    }
  }

  bool IsInWord(const CharacterSpan& span) const {
    const std::u32string_view run =
        std::u32string_view(code()).substr(span.begin, span.end - span.begin);
    if (!std::all_of(run.begin(), run.end(), IsSpacedCharacter)) {
      return false;
    }
    const bool has_letter = std::any_of(run.begin(), run.end(), IsSpacedLetter);
    const bool before =
        span.begin > 0 && IsSpacedLetter(code()[span.begin - 1]);
    const bool after = IsSpacedLetter(At(code(), span.end));
    return has_letter ? before || after : before && after;
  }

  // Whether the span is a whole word, also of a script without spaces.
  bool IsWord(const CharacterSpan& span) const {
    const std::u32string_view run =
        std::u32string_view(code()).substr(span.begin, span.end - span.begin);
    const bool touches_word =
        (span.begin > 0 && IsWordCharacter(code()[span.begin - 1])) ||
        IsWordCharacter(At(code(), span.end));
    return !touches_word && std::ranges::all_of(run, IsWordCharacter) &&
           std::ranges::any_of(run, IsLetter);
  }

  // Returns the word around `span`, from character `first` at the earliest.
  CharacterSpan WordAround(CharacterSpan span, std::size_t first) const {
    while (span.begin > first && IsSpacedCharacter(code()[span.begin - 1])) {
      --span.begin;
    }
    while (IsSpacedCharacter(At(code(), span.end))) {
      ++span.end;
    }
    return span;
  }

  std::u32string NumberBesideSpan(const CharacterSpan& span) const {
    const std::u32string_view text = code();
    const std::size_t first = span.begin - std::min(span.begin, kNumberContext);
    return NumberBeside(text.substr(first, span.begin - first),
                        text.substr(span.end, kNumberContext));
  }

  // Returns the index of the piece that begins at the byte or has it. Of the
  // bytes that spell a character, the first one.
  std::ptrdiff_t FirstPiece(int64_t byte) const {
    const std::vector<int64_t>& offsets = source_.piece_offsets;
    std::ptrdiff_t first =
        std::upper_bound(offsets.begin(), offsets.end(), byte) -
        offsets.begin() - 1;
    const std::span<const int32_t> pieces = source_.own_pieces();
    const auto is_byte_at = [&](std::ptrdiff_t piece) {
      const auto k = static_cast<std::size_t>(piece);
      return offsets[k] == byte && tokenizer_.IsSourceByte(pieces[k]);
    };
    while (first > 0 && is_byte_at(first - 1)) {
      --first;
    }
    return first;
  }

  CarriedRun& AddRun(const CharacterSpan& span) {
    const ByteSpan bytes = {.begin = characters_.offset[span.begin],
                            .end = characters_.offset[span.end]};
    const std::vector<int64_t>& offsets = source_.piece_offsets;
    const auto last =
        std::lower_bound(offsets.begin(), offsets.end(), bytes.end) -
        offsets.begin() - 1;
    const auto token = [&](std::ptrdiff_t piece) {
      return source_.first_piece +
             static_cast<int32_t>(std::clamp<std::ptrdiff_t>(
                 piece, 0, std::ptrdiff_t{source_.pieces} - 1));
    };
    return runs_[span.begin] = {.text = std::string(BytesOf(text_, bytes)),
                                .first_token = token(FirstPiece(bytes.begin)),
                                .last_token = token(last),
                                .space_before = span.begin == 0 ||
                                                IsSpace(code()[span.begin - 1]),
                                .space_after = IsSpace(At(code(), span.end)),
                                .number = NumberBesideSpan(span)};
  }

  const std::string_view text_;
  const EncodedText& source_;
  const Tokenizer& tokenizer_;
  const Characters characters_;
  const std::vector<int64_t> boundaries_;
  std::vector<CharacterSpan> spans_;
  // With byte fallback, nothing is unknown.
  bool are_visible_ = false;
  std::vector<bool> is_taken_;              // whether a run has the character
  std::map<std::size_t, CarriedRun> runs_;  // by their first character
};

}  // namespace

std::vector<CarriedRun> FindCarriedRuns(std::string_view text,
                                        const EncodedText& source,
                                        const Respelling& respelling,
                                        const Tokenizer& tokenizer) {
  const std::span<const int32_t> pieces = source.own_pieces();
  const bool has_unknown =
      std::any_of(pieces.begin(), pieces.end(), [&](int32_t id) {
        return id == tokenizer.source_unk_id() || tokenizer.IsSourceByte(id);
      });
  const std::u32string code = DecodeUtf8(text).code;
  const std::vector<Respelling::Letter> letters = respelling.Find(code);
  const bool has_foreign =
      std::any_of(code.begin(), code.end(),
                  [&](char32_t c) { return respelling.IsForeign(c); });
  if (source.piece_offsets.empty() ||
      (!has_unknown && !has_foreign && letters.empty())) {
    return {};
  }
  RunFinder finder(text, source, tokenizer);
  finder.FindUnknown(respelling);
  finder.FindRespelled(letters);
  return finder.Take();
}

}  // namespace interpres
