#include "model/training/noise_places.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/ascii.h"
#include "model/document/atom.h"
#include "model/document/atom_finder.h"
#include "model/document/characters.h"
#include "model/document/kept_spans.h"
#include "model/document/number_locale.h"
#include "model/training/noise_values.h"

namespace interpres {
namespace {

// Bytes of both sides that the value replaces; empty spans insert the value.
struct PlacePair {
  ByteSpan source;
  ByteSpan target;
};

// Whether a value of the kind can replace the atom.
bool CanReplace(NoiseKind kind, const Atom& atom, std::string_view text) {
  const std::string_view bytes = BytesOf(text, atom.span);
  const bool is_short =
      atom.kind == AtomKind::kNumber &&
      std::count_if(bytes.begin(), bytes.end(), absl::ascii_isdigit) < 2;
  switch (kind) {
    case NoiseKind::kNumbers:
      return atom.kind == AtomKind::kNumber && !is_short;
    case NoiseKind::kCodes:
      return atom.kind == AtomKind::kCode || atom.kind == AtomKind::kHash ||
             atom.kind == AtomKind::kVersion || atom.kind == AtomKind::kPath;
    case NoiseKind::kUuids:
      return atom.kind == AtomKind::kUuid;
    case NoiseKind::kUrls:
      return atom.kind == AtomKind::kUrl;
    case NoiseKind::kEmails:
      return atom.kind == AtomKind::kEmail;
    case NoiseKind::kIpAddresses:
      return atom.kind == AtomKind::kIpAddress;
    case NoiseKind::kPlaceholders:
      return atom.kind == AtomKind::kPlaceholder;
    case NoiseKind::kEmoji:
      return atom.kind == AtomKind::kEmoji;
    case NoiseKind::kSentinels:
      return !is_short;
    default:
      return false;
  }
}

// Whether the word is a capital and then at least two small letters.
bool LooksLikeName(std::u32string_view word) {
  return word.size() >= 3 && IsUpper(word[0]) &&
         std::all_of(word.begin() + 1, word.end(), IsLower);
}

// The words of the text that look like names, outside atoms.
std::vector<ByteSpan> NameSpans(std::string_view text) {
  const std::vector<Atom> atoms = FindAtoms(text, {});
  const Characters characters = DecodeUtf8(text);
  const std::u32string_view code = characters.code;
  std::vector<ByteSpan> names;
  for (std::size_t begin = 0; begin < code.size();) {
    std::size_t end = begin;
    while (end < code.size() && IsWordCharacter(code[end])) {
      ++end;
    }
    const ByteSpan word = {characters.offset[begin], characters.offset[end]};
    if (LooksLikeName(code.substr(begin, end - begin)) &&
        !HasAtom(atoms, word)) {
      names.push_back(word);
    }
    begin = end + 1;
  }
  return names;
}

// The span with the bytes `word`, if there is exactly one.
std::optional<ByteSpan> OnlySpan(std::string_view word,
                                 const std::vector<ByteSpan>& spans,
                                 std::string_view text) {
  const auto is_word = [&](const ByteSpan& span) {
    return BytesOf(text, span) == word;
  };
  const auto found = std::find_if(spans.begin(), spans.end(), is_word);
  if (found == spans.end() || std::any_of(found + 1, spans.end(), is_word)) {
    return std::nullopt;
  }
  return *found;
}

// The spans of one kind on both sides.
struct SpanLists {
  std::vector<ByteSpan> source;
  std::vector<ByteSpan> target;
};

// The place of the source span and of the target span with the same bytes, if
// both sides have these bytes exactly once.
std::optional<PlacePair> CommonPlace(const ByteSpan& span,
                                     const SpanLists& spans,
                                     const TextPair& pair) {
  const std::string_view value = BytesOf(pair.source, span);
  const auto target = OnlySpan(value, spans.target, pair.target);
  if (!target.has_value() ||
      !OnlySpan(value, spans.source, pair.source).has_value()) {
    return std::nullopt;
  }
  return PlacePair{span, *target};
}

// The places of names that both sides write alike.
std::vector<PlacePair> NamePlaces(const TextPair& pair) {
  const SpanLists names = {NameSpans(pair.source), NameSpans(pair.target)};
  std::vector<PlacePair> places;
  for (const ByteSpan& name : names.source) {
    if (const auto place = CommonPlace(name, names, pair); place.has_value()) {
      places.push_back(*place);
    }
  }
  return places;
}

// The places of values that the new value replaces.
std::vector<PlacePair> ReplaceablePlaces(NoiseKind kind, const TextPair& pair) {
  if (kind == NoiseKind::kNames) {
    return NamePlaces(pair);
  }
  std::vector<PlacePair> places;
  const std::vector<Atom> sources = FindAtoms(pair.source, {});
  if (sources.empty()) {
    return places;
  }
  const SpanLists spans = {SpansOf(sources),
                           SpansOf(FindAtoms(pair.target, {}))};
  for (const Atom& atom : sources) {
    const auto place = CommonPlace(atom.span, spans, pair);
    if (place.has_value() && CanReplace(kind, atom, pair.source)) {
      places.push_back(*place);
    }
  }
  return places;
}

// The place of `mark` before white space, if the text has exactly one.
std::optional<int64_t> OnlyMark(char mark, std::string_view text) {
  const std::size_t place = text.find(mark);
  if (place == std::string_view::npos || place == 0 ||
      text.find(mark, place + 1) != std::string_view::npos ||
      place + 1 >= text.size() || text[place + 1] != ' ') {
    return std::nullopt;
  }
  return static_cast<int64_t>(place);
}

// The place before the end mark: an index in bytes.
std::optional<int64_t> PlaceOfEndMark(std::string_view text) {
  const char32_t mark = EndMarkOf(text);
  if (mark == U'\0') {
    return std::nullopt;
  }
  const std::size_t size = EncodeUtf8(std::u32string(1, mark)).size();
  const std::string_view before = text.substr(0, text.size() - size);
  // Several marks stay together.
  if (before.empty() || EndMarkOf(before) != U'\0') {
    return std::nullopt;
  }
  return static_cast<int64_t>(before.size());
}

PlacePair PlaceAt(int64_t source, int64_t target) {
  return {{source, source}, {target, target}};
}

// The places before marks that correspond.
std::vector<PlacePair> PlacesBeforeMarks(const TextPair& pair) {
  std::vector<PlacePair> places;
  for (const char mark : {',', ':', ';'}) {
    const auto source = OnlyMark(mark, pair.source);
    const auto target = OnlyMark(mark, pair.target);
    if (source.has_value() && target.has_value()) {
      places.push_back(PlaceAt(*source, *target));
    }
  }
  const auto source = PlaceOfEndMark(pair.source);
  const auto target = PlaceOfEndMark(pair.target);
  if (source.has_value() && target.has_value()) {
    places.push_back(PlaceAt(*source, *target));
  }
  return places;
}

void Replace(const ByteSpan& span, std::string_view value, std::string& text) {
  text.replace(static_cast<std::size_t>(span.begin),
               static_cast<std::size_t>(span.end - span.begin), value);
}

// Fills the value into a form such as ` (*)`.
std::string Fill(std::string_view form, std::string_view value) {
  std::string text(form);
  text.replace(text.find('*'), 1, value);
  return text;
}

void PutAtMark(const TextPair& value, const PlacePair& place,
               NoiseRandom& random, TextPair& pair) {
  constexpr std::array<std::string_view, 4> kForms = {" *", " *", " (*)",
                                                      " \"*\""};
  const std::string_view form = random.Pick(kForms);
  Replace(place.source, Fill(form, value.source), pair.source);
  Replace(place.target, Fill(form, value.target), pair.target);
}

void PutAtEdge(const TextPair& value, NoiseRandom& random, TextPair& pair) {
  constexpr std::array<std::string_view, 4> kBefore = {"*: ", "* - ", "(*) ",
                                                       "* "};
  constexpr std::array<std::string_view, 3> kAfter = {" *", " (*)", " - *"};
  if (random.Chance(0.5)) {
    const std::string_view form = random.Pick(kBefore);
    pair.source.insert(0, Fill(form, value.source));
    pair.target.insert(0, Fill(form, value.target));
    return;
  }
  const std::string_view form = random.Pick(kAfter);
  pair.source += Fill(form, value.source);
  pair.target += Fill(form, value.target);
}

// The value with the marks of each side.
TextPair SidesOf(NoiseKind kind, const std::string& value,
                 const LanguageDirection& languages) {
  if (kind != NoiseKind::kNumbers) {
    return {value, value};
  }
  return {LocalizeNumber(value, "en", languages.source),
          LocalizeNumber(value, "en", languages.target)};
}

}  // namespace

bool PutValue(NoiseKind kind, const LanguageDirection& languages,
              NoiseRandom& random, TextPair& pair) {
  const TextPair value = SidesOf(kind, DrawValue(kind, random), languages);
  // A second sentinel of the same number would be a second place for one value.
  if (kind == NoiseKind::kSentinels &&
      (pair.source.find(value.source) != std::string::npos ||
       pair.target.find(value.target) != std::string::npos)) {
    return false;
  }
  const std::vector<PlacePair> values = ReplaceablePlaces(kind, pair);
  if (!values.empty() && random.Chance(0.7)) {
    const PlacePair place = random.Pick(values);
    Replace(place.source, value.source, pair.source);
    Replace(place.target, value.target, pair.target);
    return true;
  }
  const std::vector<PlacePair> marks = PlacesBeforeMarks(pair);
  if (!marks.empty() && random.Chance(0.7)) {
    PutAtMark(value, random.Pick(marks), random, pair);
  } else {
    PutAtEdge(value, random, pair);
  }
  return true;
}

}  // namespace interpres
