#include "model/training/unspelled_characters.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/utf8.h"
#include "model/document/characters.h"
#include "model/tokenizer/token_spelling.h"

namespace interpres {
namespace {

constexpr std::size_t kCodePoints = 0x110000;
constexpr std::size_t kExampleBytes = 24;  // on each side of the character

char32_t CodeOf(std::string_view character) {
  return FirstCodePoint(character).code;
}

// Returns whether the normalisation may join the character with the character
// before it.
bool IsCombiningMark(char32_t code) { return code >= 0x300 && code < 0x370; }

// The part of `line` around the bytes [begin, end).
std::string ExampleOf(std::string_view line, std::size_t begin,
                      std::size_t end) {
  std::size_t first = begin > kExampleBytes ? begin - kExampleBytes : 0;
  std::size_t last = std::min(line.size(), end + kExampleBytes);
  while (first < begin && IsUtf8Continuation(line[first])) {
    ++first;
  }
  while (last > end && last < line.size() && IsUtf8Continuation(line[last])) {
    --last;
  }
  return absl::StrCat(first > 0 ? "..." : "",
                      std::string(line.substr(first, last - first)),
                      last < line.size() ? "..." : "");
}

// Where a line is.
struct LinePlace {
  const std::string& file;
  int64_t line = 0;
};

class Finder {
 public:
  explicit Finder(const Tokenizer& tokenizer)
      : tokenizer_(tokenizer), kinds_(kCodePoints, Kind::kNew) {
    report_.has_bytes = tokenizer.unknown_character().empty();
  }

  void Add(const ParallelText& text) {
    const std::string source = text.files.source.string();
    const std::string target = text.files.target.string();
    for (std::size_t i = 0; i < text.source.size(); ++i) {
      AddLine(text.source[i], {source, text.lines[i]});
      AddLine(text.target[i], {target, text.lines[i]});
    }
  }

  SpellingReport Finish() && {
    for (auto& [character, found] : found_) {
      report_.unspelled += found.count;
      report_.found.push_back(std::move(found));
    }
    std::stable_sort(
        report_.found.begin(), report_.found.end(),
        [](const UnspelledCharacter& a, const UnspelledCharacter& b) {
          return a.count > b.count;
        });
    return std::move(report_);
  }

 private:
  enum class Kind : char { kNew, kSpace, kSpelled, kSuspicious };

  bool HasPiece(int32_t id) const {
    if (id == tokenizer_.unk_id()) {
      return false;
    }
    return !report_.has_bytes || !IsBytePiece(tokenizer_.Piece(id));
  }

  // The kind of a character by itself.
  Kind KindOf(std::string_view character, char32_t code) {
    Kind& kind = kinds_[code];
    if (kind != Kind::kNew) {
      return kind;
    }
    const auto encoded = tokenizer_.EncodeSource(character, "");
    if (!encoded.ok() || encoded->is_empty()) {
      kind = Kind::kSpace;
      return kind;
    }
    const std::span<const int32_t> ids = encoded->own_pieces();
    const bool spelled = std::all_of(
        ids.begin(), ids.end(), [this](int32_t id) { return HasPiece(id); });
    kind =
        spelled && !IsCombiningMark(code) ? Kind::kSpelled : Kind::kSuspicious;
    return kind;
  }

  void AddLine(std::string_view line, const LinePlace& place) {
    bool suspicious = false;
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t size = Utf8SequenceLength(line.substr(at));
      if (size == 0) {
        return;
      }
      const std::string_view character = line.substr(at, size);
      const Kind kind = KindOf(character, CodeOf(character));
      report_.characters += kind == Kind::kSpace ? 0 : 1;
      suspicious = suspicious || kind == Kind::kSuspicious;
      at += size;
    }
    if (suspicious) {
      Inspect(line, place);
    }
  }

  // Counts the characters of the pieces that are bytes or unknown.
  void Inspect(std::string_view line, const LinePlace& place) {
    const auto encoded = tokenizer_.EncodeSource(line, "");
    if (!encoded.ok() || encoded->is_empty()) {
      return;
    }
    const std::span<const int32_t> ids = encoded->own_pieces();
    std::size_t done = 0;
    for (std::size_t k = 0; k < ids.size(); ++k) {
      const auto end = static_cast<std::size_t>(encoded->piece_offsets[k + 1]);
      if (HasPiece(ids[k]) || end <= done) {
        continue;
      }
      const auto begin = static_cast<std::size_t>(encoded->piece_offsets[k]);
      CountCharacters(line, std::max(begin, done), end, place);
      done = end;
    }
  }

  void CountCharacters(std::string_view line, std::size_t begin,
                       std::size_t end, const LinePlace& place) {
    for (std::size_t at = begin; at < end;) {
      const std::size_t size = SizeWithMarks(line, at);
      const std::string_view character = line.substr(at, size);
      const char32_t code =
          CodeOf(line.substr(at, Utf8SequenceLength(line.substr(at))));
      if (KindOf(character, code) != Kind::kSpace) {
        Count(character, line, at, place);
      }
      at += size;
    }
  }

  void Count(std::string_view character, std::string_view line, std::size_t at,
             const LinePlace& place) {
    UnspelledCharacter& found = found_[std::string(character)];
    if (found.count++ == 0) {
      found.character = std::string(character);
      found.file = place.file;
      found.line = place.line;
      found.example = ExampleOf(line, at, at + character.size());
    }
  }

  // Bytes of the character at `at` with its combining marks. At least 1.
  static std::size_t SizeWithMarks(std::string_view line, std::size_t at) {
    std::size_t end =
        at + std::max<std::size_t>(1, Utf8SequenceLength(line.substr(at)));
    while (end < line.size()) {
      const std::size_t size = Utf8SequenceLength(line.substr(end));
      if (size == 0 || !IsCombiningMark(CodeOf(line.substr(end, size)))) {
        break;
      }
      end += size;
    }
    return end - at;
  }

  const Tokenizer& tokenizer_;
  std::vector<Kind> kinds_;  // by code point
  std::map<std::string, UnspelledCharacter, std::less<>> found_;
  SpellingReport report_;
};

// "U+0061 U+030A".
std::string CodePointNames(std::string_view text) {
  std::string names;
  while (!text.empty()) {
    const std::size_t size = std::max<std::size_t>(1, Utf8SequenceLength(text));
    absl::StrAppendFormat(&names, "%sU+%04X", names.empty() ? "" : " ",
                          static_cast<uint32_t>(CodeOf(text.substr(0, size))));
    text.remove_prefix(size);
  }
  return names;
}

}  // namespace

SpellingReport FindUnspelledCharacters(std::span<const ParallelText> texts,
                                       const Tokenizer& tokenizer) {
  Finder finder(tokenizer);
  for (const ParallelText& text : texts) {
    finder.Add(text);
  }
  return std::move(finder).Finish();
}

std::vector<std::string> FormatSpellingReport(const SpellingReport& report,
                                              std::size_t limit) {
  if (report.found.empty()) {
    return {
        absl::StrFormat("the vocabulary has pieces for all %d characters "
                        "of the text",
                        report.characters)};
  }
  std::vector<std::string> lines;
  lines.push_back(absl::StrFormat(
      "the vocabulary has no piece for %d of %d characters of the text, %d "
      "different ones: %s",
      report.unspelled, report.characters, report.found.size(),
      report.has_bytes ? "bytes spell them"
                       : "they are unknown (--byte-fallback spells them)"));
  for (std::size_t i = 0; i < std::min(limit, report.found.size()); ++i) {
    const UnspelledCharacter& found = report.found[i];
    lines.push_back(
        absl::StrFormat("  %s (%s) %d times, first in %s:%d: %s",
                        found.character, CodePointNames(found.character),
                        found.count, found.file, found.line, found.example));
  }
  if (report.found.size() > limit) {
    lines.push_back(absl::StrFormat("  and %d more characters",
                                    report.found.size() - limit));
  }
  lines.emplace_back(
      "  a new vocabulary with --character-coverage 1 has pieces for them");
  return lines;
}

}  // namespace interpres
