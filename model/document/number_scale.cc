#include "model/document/number_scale.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/document/characters.h"
#include "model/document/number_value.h"
#include "model/document/sentence_language.h"

namespace interpres {
namespace {

constexpr int kMaxScaleWords = 3;  // "20 thousand million million"

// Words that multiply a number by 10^zeros. Each word has a space before and
// behind it.
struct Scale {
  int zeros = 0;
  std::string_view words;
};

constexpr std::array<Scale, 5> kScales = {{
    {3,
     " thousand thousands mil millar millares mille millier milliers mila "
     "tausend "},
    {6,
     " million millions millionen millón millon millones milione milioni "
     "milhão milhões mio mln "},
    {9,
     " billion billions bilhão bilhões bn milliard milliards milliarde "
     "milliarden millardo millardos miliardo miliardi mrd "},
    {12,
     " billion billions billionen billón billon billones bilião biliões "
     "trillion trillions trilhão trilhões "},
    {18,
     " trillion trillions trillionen trillón trillon trillones trilião "
     "triliões "},
}};

// The characters of Chinese, Japanese and Korean that multiply a number by
// 10^zeros.
struct ScaleCharacter {
  int zeros = 0;
  std::u32string_view characters;
};

constexpr std::array<ScaleCharacter, 6> kScaleCharacters = {{
    {1, U"十십"},
    {2, U"百백"},
    {3, U"千천"},
    {4, U"万萬만"},
    {8, U"億亿억"},
    {12, U"兆조"},
}};

// Whether the characters are a unit, such as 千克 (kilogram) and 兆瓦
// (megawatt).
bool IsUnit(char32_t multiplier, char32_t unit) {
  return (multiplier == U'千' || multiplier == U'兆') &&
         std::u32string_view(U"克米瓦卡赫帕字").find(unit) !=
             std::u32string_view::npos;
}

bool IsWordByte(char c) {
  return absl::ascii_isalpha(static_cast<unsigned char>(c)) ||
         (static_cast<unsigned char>(c) & 0x80U) != 0;
}

// Returns the word behind one space or hyphen at `begin`; null if none is
// there.
std::optional<ByteSpan> NextWordAt(std::string_view text, int64_t begin) {
  if (begin >= std::ssize(text) || (text[begin] != ' ' && text[begin] != '-')) {
    return std::nullopt;
  }
  ByteSpan word = {.begin = begin + 1, .end = begin + 1};
  while (word.end < std::ssize(text) && IsWordByte(text[word.end])) {
    ++word.end;
  }
  return word.begin < word.end ? std::optional(word) : std::nullopt;
}

std::vector<int> ZerosOf(std::string_view word) {
  const std::string wanted =
      absl::StrCat(" ", absl::AsciiStrToLower(AsAbsl(word)), " ");
  std::vector<int> zeros;
  for (const Scale& scale : kScales) {
    if (scale.words.find(wanted) != std::string_view::npos) {
      zeros.push_back(scale.zeros);
    }
  }
  return zeros;
}

// Returns each sum of an element of `a` and an element of `b`.
std::vector<int> AllSums(std::span<const int> a, std::span<const int> b) {
  std::vector<int> sums;
  for (const int first : a) {
    for (const int second : b) {
      sums.push_back(first + second);
    }
  }
  return sums;
}

// The words behind a number.
struct ScaleWords {
  std::vector<int> zeros = {0};  // that the words can add
  int64_t end = 0;               // of the words
};

// How to read a word with two meanings.
enum class ScaleReading {
  kBoth,
  kShort,  // a billion has 9 zeros
  kLong,   // a billion has 12 zeros
};

std::vector<int> InReading(std::vector<int> zeros, ScaleReading reading) {
  if (zeros.size() > 1 && reading == ScaleReading::kShort) {
    zeros = {zeros.front()};
  } else if (zeros.size() > 1 && reading == ScaleReading::kLong) {
    zeros = {zeros.back()};
  }
  return zeros;
}

ScaleWords ReadScale(std::string_view text, int64_t begin,
                     ScaleReading reading) {
  ScaleWords scale = {.end = begin};
  for (int words = 0; words < kMaxScaleWords; ++words) {
    const CodePoint next = FirstCodePoint(text.substr(scale.end));
    const int more = ZerosOfCharacter(next.code);
    if (more > 0 &&
        !IsUnit(next.code,
                FirstCodePoint(text.substr(scale.end + next.length)).code)) {
      scale.zeros = AllSums(scale.zeros, std::array{more});
      scale.end += next.length;
      continue;
    }
    const std::optional<ByteSpan> word = NextWordAt(text, scale.end);
    const std::vector<int> zeros =
        word ? InReading(ZerosOf(BytesOf(text, *word)), reading)
             : std::vector<int>();
    if (zeros.empty()) {
      break;
    }
    scale.zeros = AllSums(scale.zeros, zeros);
    scale.end = word->end;
  }
  return scale;
}

// The words of a language for 3, 6, 9 and 12 zeros: behind 1, and behind other
// numbers.
struct ScaleLanguage {
  std::string_view code;
  ScaleReading reading = ScaleReading::kBoth;
  std::array<std::string_view, 4> one;
  std::array<std::string_view, 4> many;
};

constexpr std::array<ScaleLanguage, 6> kLanguages = {{
    {"de",
     ScaleReading::kLong,
     {"Tausend", "Million", "Milliarde", "Billion"},
     {"Tausend", "Millionen", "Milliarden", "Billionen"}},
    {"en",
     ScaleReading::kShort,
     {"thousand", "million", "billion", "trillion"},
     {"thousand", "million", "billion", "trillion"}},
    {"es",
     ScaleReading::kLong,
     {"mil", "millón", "mil millones", "billón"},
     {"mil", "millones", "mil millones", "billones"}},
    {"fr",
     ScaleReading::kLong,
     {"mille", "million", "milliard", "billion"},
     {"mille", "millions", "milliards", "billions"}},
    {"it",
     ScaleReading::kLong,
     {"mila", "milione", "miliardo", "bilione"},
     {"mila", "milioni", "miliardi", "bilioni"}},
    {"pt",
     ScaleReading::kShort,
     {"mil", "milhão", "bilhão", "trilhão"},
     {"mil", "milhões", "bilhões", "trilhões"}},
}};

// Returns null for a language that is not in the table.
const ScaleLanguage* FindLanguage(std::string_view code) {
  const std::string subtag = LanguageSubtag(code);
  const auto found =
      std::ranges::find(kLanguages, subtag, &ScaleLanguage::code);
  return found == kLanguages.end() ? nullptr : &*found;
}

// Returns whether a word of the text can multiply a number. Counts each word
// with such a beginning, also `millonario`.
bool HasScaleWord(std::string_view text) {
  constexpr std::array<std::string_view, 11> kBeginnings = {
      "mill", "milh", "miliar", "billi",   "billo",   "bill\u00f3",
      "bilh", "bili", "tril",   "tausend", "thousand"};
  constexpr std::array<std::string_view, 11> kWords = {
      "k", "m", "mm", "mn", "tn", "bn", "mil", "mila", "mrd", "mln", "mio"};
  const std::string lower = absl::AsciiStrToLower(AsAbsl(text));
  for (std::size_t begin = 0; begin < lower.size();) {
    std::size_t end = begin;
    while (end < lower.size() && IsWordByte(lower[end])) {
      ++end;
    }
    const std::string_view word =
        std::string_view(lower).substr(begin, end - begin);
    if (std::ranges::find(kWords, word) != kWords.end() ||
        std::ranges::any_of(kBeginnings, [word](std::string_view beginning) {
          return word.starts_with(beginning);
        })) {
      return true;
    }
    begin = end + 1;
  }
  return false;
}

// Appends `key`, a result of NumberKeys, times 10^zeros to `keys`: its digits
// without zeros at both ends, and the exponent. Appends nothing if the key is
// no plain number.
void AppendScaled(std::string_view key, int zeros,
                  std::vector<std::string>& keys) {
  const std::string_view sign = key.starts_with('-') ? "-" : "";
  key.remove_prefix(sign.size());
  const std::size_t point = std::min(key.find('.'), key.size());
  std::string digits(key.substr(0, point));
  if (point < key.size()) {
    const std::string_view decimals = key.substr(point + 1);
    zeros -= static_cast<int>(decimals.size());
    digits += decimals;
  }
  if (digits.find_first_not_of("0123456789") != std::string::npos) {
    return;
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  while (digits.ends_with('0')) {
    digits.pop_back();
    ++zeros;
  }
  keys.push_back(
      digits.empty() ? "0" : absl::StrCat(AsAbsl(sign), digits, "e", zeros));
}

}  // namespace

int ZerosOfCharacter(char32_t c) {
  for (const ScaleCharacter& scale : kScaleCharacters) {
    if (scale.characters.find(c) != std::u32string_view::npos) {
      return scale.zeros;
    }
  }
  return 0;
}

std::vector<std::string> ScaledKeys(std::string_view text, ByteSpan number) {
  std::vector<std::string> keys;
  const std::vector<int> zeros =
      ReadScale(text, number.end, ScaleReading::kBoth).zeros;
  for (const std::string& key : NumberKeys(BytesOf(text, number))) {
    for (const int count : zeros) {
      AppendScaled(key, count, keys);
    }
  }
  return keys;
}

int64_t ScaleEnd(std::string_view text, ByteSpan number) {
  return ReadScale(text, number.end, ScaleReading::kBoth).end;
}

std::optional<std::string> ScaleWordsIn(std::string_view text, ByteSpan number,
                                        std::string_view source_language,
                                        std::string_view target_language) {
  const ScaleLanguage* const source = FindLanguage(source_language);
  const ScaleLanguage* const target = FindLanguage(target_language);
  if (source == nullptr || target == nullptr) {
    return std::nullopt;
  }
  const int zeros = ReadScale(text, number.end, source->reading).zeros[0];
  constexpr int kStep = 3;
  const auto word = static_cast<std::size_t>(zeros / kStep);
  if (word == 0 || word > target->one.size() || zeros % kStep != 0) {
    return std::nullopt;
  }
  const std::string_view digits = BytesOf(text, number);
  const bool is_one = digits.substr(MinusLength(digits)) == "1";
  return std::string(is_one ? target->one[word - 1] : target->many[word - 1]);
}

bool LosesScale(const NumberPlace& source, const NumberPlace& translation) {
  const std::vector<std::string> wanted =
      ScaledKeys(source.text, source.number);
  const std::vector<std::string> found =
      ScaledKeys(translation.text, translation.number);
  const bool is_equal = std::ranges::any_of(found, [&](const auto& key) {
    return std::ranges::find(wanted, key) != wanted.end();
  });
  if (is_equal || found.empty() || wanted.empty()) {
    return false;
  }
  const bool has_words =
      ScaleEnd(translation.text, translation.number) > translation.number.end;
  return has_words || !HasScaleWord(translation.text);
}

}  // namespace interpres
