#include "model/training/noise_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "model/document/atom.h"
#include "model/document/atom_finder.h"
#include "model/document/characters.h"
#include "model/document/kept_spans.h"
#include "model/document/letter_case.h"

namespace interpres {
namespace {

constexpr std::size_t kLettersOfTypo = 4;

enum class EndKind { kNone, kStop, kQuestion, kExclamation };

EndKind EndKindOf(char32_t c) {
  if (IsOneOf(U".。।", c)) {
    return EndKind::kStop;
  }
  if (IsOneOf(U"?？؟", c)) {
    return EndKind::kQuestion;
  }
  return IsOneOf(U"!！", c) ? EndKind::kExclamation : EndKind::kNone;
}

// Returns the text without its end mark, or nullopt if the mark must stay.
std::optional<std::u32string> WithoutEndMark(std::u32string text) {
  const EndKind kind = EndKindOf(text.empty() ? U' ' : text.back());
  if (kind == EndKind::kNone || text.size() < 2) {
    return std::nullopt;
  }
  text.pop_back();
  const std::size_t word = text.find_last_of(U' ');
  const std::size_t begin = word == std::u32string::npos ? 0 : word + 1;
  if (MarkOf(text.back()) != MarkKind::kNone ||
      text.find(U'.', begin) != std::u32string::npos) {
    return std::nullopt;
  }
  const char32_t opening = kind == EndKind::kQuestion      ? U'¿'
                           : kind == EndKind::kExclamation ? U'¡'
                                                           : U'\0';
  const auto first = std::find(text.begin(), text.end(), opening);
  if (first == text.end()) {
    return text;
  }
  if (std::find(first + 1, text.end(), opening) != text.end()) {
    return std::nullopt;
  }
  text.erase(first);
  return text;
}

// The letters [begin, end) of a word.
struct LetterRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Returns the length of the run of letters, digits and `others` at `begin`.
std::size_t NameLength(std::string_view text, std::size_t begin,
                       std::string_view others) {
  std::size_t end = begin;
  while (end < text.size() &&
         (absl::ascii_isalnum(static_cast<unsigned char>(text[end])) ||
          others.find(text[end]) != std::string_view::npos)) {
    ++end;
  }
  return end - begin;
}

// Returns the end of the tag, the reference or the variable at `begin`:
// `<html>`, `&quot;` or `%name%`. Returns `begin` if none begins there.
std::size_t MarkupEnd(std::string_view text, std::size_t begin) {
  constexpr std::size_t kMaxTag = 200;
  constexpr std::size_t kMaxName = 32;
  const std::size_t name = begin + 1;
  if (text[begin] == '<') {
    const std::size_t letters = NameLength(text, name, "/");
    const std::size_t end = text.substr(0, begin + kMaxTag).find('>', name);
    return letters > 0 && end != std::string_view::npos ? end + 1 : begin;
  }
  const bool is_reference = text[begin] == '&';
  if (!is_reference && text[begin] != '%') {
    return begin;
  }
  const std::size_t length = NameLength(text, name, is_reference ? "#" : "_");
  const bool is_closed = name + length < text.size() &&
                         text[name + length] == (is_reference ? ';' : '%');
  return length > 0 && length <= kMaxName && is_closed ? name + length + 1
                                                       : begin;
}

// Returns the parts that noise must not change, because a translation copies
// them: the atoms, and tags, references and variables, which are no atoms of a
// plain text. In order, without overlaps.
std::vector<ByteSpan> CopiedSpans(std::string_view text) {
  std::vector<ByteSpan> spans = SpansOf(FindAtoms(text, {}));
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = MarkupEnd(text, i);
    if (end > i) {
      spans.push_back({static_cast<int64_t>(i), static_cast<int64_t>(end)});
    }
    i = std::max(end, i + 1);
  }
  std::ranges::sort(spans, {}, &ByteSpan::begin);
  std::vector<ByteSpan> joined;
  for (const ByteSpan span : spans) {
    if (!joined.empty() && span.begin < joined.back().end) {
      joined.back().end = std::max(joined.back().end, span.end);
    } else {
      joined.push_back(span);
    }
  }
  return joined;
}

// Returns whether a copied span has a byte of [begin, end).
bool IsCopied(const std::vector<ByteSpan>& copied, int64_t begin, int64_t end) {
  return std::ranges::any_of(copied, [&](const ByteSpan& span) {
    return span.begin < end && begin < span.end;
  });
}

// The words that may get an error.
std::vector<LetterRange> WordsOfTypos(std::string_view text,
                                      const Characters& characters) {
  const std::vector<ByteSpan> copied = CopiedSpans(text);
  std::vector<LetterRange> words;
  const std::u32string& code = characters.code;
  for (std::size_t i = 0; i < code.size();) {
    const std::size_t begin = i;
    bool is_small = true;
    for (; i < code.size() && IsWordCharacter(code[i]); ++i) {
      is_small = is_small && IsLower(code[i]);
    }
    if (is_small && i - begin >= kLettersOfTypo &&
        !IsCopied(copied, characters.offset[begin], characters.offset[i])) {
      words.push_back({begin, i});
    }
    i = std::max(i, begin + 1);
  }
  return words;
}

// Makes one error in the word. The number of characters may change by one.
void MakeTypo(const LetterRange& word, NoiseRandom& random,
              std::u32string& text) {
  enum Kind { kSwap, kErase, kRepeat, kKinds };
  const auto kind = static_cast<Kind>(random.Below(kKinds));
  const std::size_t end = kind == kSwap ? word.end - 1 : word.end;
  const auto i = static_cast<std::size_t>(random.Between(
      static_cast<int64_t>(word.begin) + 1, static_cast<int64_t>(end) - 1));
  if (kind == kRepeat) {
    text.insert(i, 1, text[i]);
  } else if (kind == kSwap && text[i] != text[i + 1]) {
    std::swap(text[i], text[i + 1]);
  } else {
    // A swap of two equal letters changes nothing, so one of the two goes.
    text.erase(i, 1);
  }
}

std::string CapitalsOutsideAtoms(std::string_view text,
                                 const std::string& language) {
  return InCaseOfOutside(LetterCase::kCapitals, text, CopiedSpans(text),
                         language);
}

// The first letter of a text.
struct FirstLetter {
  ByteSpan span;
  bool is_capital = false;
};

// Returns the first letter of the text. Returns nullopt if its case must stay.
std::optional<FirstLetter> FindFirstLetter(std::string_view text) {
  const auto [code, offset] = DecodeUtf8(text);
  const auto first = std::ranges::find_if(code, IsWordCharacter);
  const auto i = static_cast<std::size_t>(first - code.begin());
  if (i + 1 >= code.size() ||
      !(IsLower(code[i]) || (IsUpper(code[i]) && IsLower(code[i + 1]))) ||
      IsCopied(CopiedSpans(text), offset[i], offset[i + 1])) {
    return std::nullopt;
  }
  return FirstLetter{.span = {offset[i], offset[i + 1]},
                     .is_capital = IsUpper(code[i])};
}

std::string InOtherCase(std::string text, const FirstLetter& letter,
                        const std::string& language) {
  const std::string bytes(BytesOf(text, letter.span));
  const auto begin = static_cast<std::size_t>(letter.span.begin);
  text.replace(begin, bytes.size(),
               letter.is_capital ? InSmallLetters(bytes, language)
                                 : InCapitals(bytes, language));
  return text;
}

}  // namespace

bool HasAtom(const std::vector<Atom>& atoms, const ByteSpan& span) {
  return std::any_of(atoms.begin(), atoms.end(), [&](const Atom& atom) {
    return atom.span.begin < span.end && span.begin < atom.span.end;
  });
}

bool ToUpperCase(const LanguageDirection& languages, TextPair& pair) {
  TextPair upper = {
      .source = CapitalsOutsideAtoms(pair.source, languages.source),
      .target = CapitalsOutsideAtoms(pair.target, languages.target)};
  if (upper == pair) {
    return false;
  }
  pair = std::move(upper);
  return true;
}

bool ToTitleCase(const LanguageDirection& languages, TextPair& pair) {
  std::string source = ReplaceWordsOutside(
      pair.source, CopiedSpans(pair.source),
      [&](std::string_view word, bool is_first) {
        return WordInTitleCase(word, is_first, languages.source);
      });
  if (source == pair.source) {
    return false;
  }
  pair.source = std::move(source);
  pair.target = InCaseOfOutside(LetterCase::kTitle, pair.target,
                                CopiedSpans(pair.target), languages.target);
  return true;
}

bool ChangeFirstLetter(const LanguageDirection& languages, TextPair& pair) {
  const std::optional<FirstLetter> source = FindFirstLetter(pair.source);
  const std::optional<FirstLetter> target = FindFirstLetter(pair.target);
  if (!source || !target || source->is_capital != target->is_capital) {
    return false;
  }
  pair = {.source = InOtherCase(pair.source, *source, languages.source),
          .target = InOtherCase(pair.target, *target, languages.target)};
  return true;
}

bool RemoveEndMark(TextPair& pair) {
  if (EndKindOf(EndMarkOf(pair.source)) != EndKindOf(EndMarkOf(pair.target))) {
    return false;
  }
  const auto source = WithoutEndMark(DecodeUtf8(pair.source).code);
  const auto target = WithoutEndMark(DecodeUtf8(pair.target).code);
  if (!source.has_value() || !target.has_value()) {
    return false;
  }
  pair = {.source = EncodeUtf8(*source), .target = EncodeUtf8(*target)};
  return true;
}

bool AddTypos(NoiseRandom& random, TextPair& pair) {
  const Characters characters = DecodeUtf8(pair.source);
  const std::vector<LetterRange> words = WordsOfTypos(pair.source, characters);
  if (words.empty()) {
    return false;
  }
  const auto count = static_cast<int64_t>(words.size());
  int64_t first = random.Below(count);
  int64_t second = random.Chance(0.3) ? random.Below(count) : first;
  if (first < second) {
    std::swap(first, second);
  }
  // The later word first, because an error moves what follows.
  std::u32string text = characters.code;
  MakeTypo(words[static_cast<std::size_t>(first)], random, text);
  if (second != first) {
    MakeTypo(words[static_cast<std::size_t>(second)], random, text);
  }
  pair.source = EncodeUtf8(text);
  return true;
}

char32_t EndMarkOf(std::string_view text) {
  const std::u32string code = DecodeUtf8(text).code;
  const char32_t last = code.empty() ? U' ' : code.back();
  return EndKindOf(last) == EndKind::kNone ? U'\0' : last;
}

}  // namespace interpres
