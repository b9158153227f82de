#include "model/training/noise_values.h"

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "absl/strings/str_format.h"
#include "model/document/characters.h"
#include "model/document/sentinel.h"

namespace interpres {
namespace {

constexpr std::string_view kUpperLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view kUpperCodes = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";
constexpr std::string_view kHexDigits = "0123456789abcdef";

// The parts of a list are drawn in their order; the arguments of a function
// have no order.
std::string Concat(std::initializer_list<std::string> parts) {
  std::string text;
  for (const std::string& part : parts) {
    text += part;
  }
  return text;
}

std::string DrawUpTo(int64_t last, NoiseRandom& random) {
  return std::to_string(random.Below(last + 1));
}

std::string DrawFrom(std::string_view alphabet, int64_t count,
                     NoiseRandom& random) {
  std::string text;
  for (int64_t i = 0; i < count; ++i) {
    text += random.Pick(alphabet);
  }
  return text;
}

// A name of syllables, so that no list of names is learned by heart.
std::string DrawName(NoiseRandom& random) {
  constexpr std::string_view kConsonants = "bcdfghjklmnprstvwz";
  constexpr std::string_view kVowels = "aeiou";
  std::string name;
  for (int64_t left = random.Between(2, 4); left > 0; --left) {
    name += random.Pick(kConsonants);
    name += random.Pick(kVowels);
  }
  if (random.Chance(0.3)) {
    name += random.Pick(kConsonants);
  }
  return name;
}

std::string WithGroups(const std::string& digits) {
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) {
      text += ',';
    }
    text += digits[i];
  }
  return text;
}

std::string DrawNumber(NoiseRandom& random) {
  const double form = random.Uniform();
  if (form < 0.6) {
    return DrawDigits(random.Between(2, 16), random);
  }
  const std::string decimals =
      Concat({".", DrawFrom("0123456789", random.Between(1, 4), random)});
  if (form < 0.8) {
    return DrawDigits(random.Between(1, 4), random) + decimals;
  }
  const std::string whole =
      WithGroups(DrawDigits(random.Between(4, 12), random));
  return random.Chance(0.7) ? whole : whole + decimals;
}

std::string DrawVersion(NoiseRandom& random) {
  return Concat({random.Chance(0.5) ? "v" : "", DrawUpTo(19, random), ".",
                 DrawUpTo(99, random), ".", DrawUpTo(999, random)});
}

std::string DrawFileName(NoiseRandom& random) {
  constexpr std::array<const char*, 8> kEndings = {
      "txt", "pdf", "csv", "tar.gz", "h", "py", "json", "docx"};
  return Concat({DrawName(random), random.Chance(0.5) ? "_" : "-",
                 DrawUpTo(2999, random), ".", random.Pick(kEndings)});
}

std::string DrawCode(NoiseRandom& random) {
  switch (random.Below(8)) {
    case 0:
      return Concat({DrawFrom(kUpperLetters, random.Between(1, 4), random), "-",
                     DrawDigits(random.Between(2, 8), random)});
    case 1:
      return DrawFrom(kUpperCodes, random.Between(5, 10), random);
    case 2:
      return DrawVersion(random);
    case 3:
      return DrawFrom(kHexDigits, random.Chance(0.7) ? 8 : 40, random);
    case 4:
      return DrawFileName(random);
    case 5:
      return Concat({"0", DrawDigits(random.Between(2, 9), random)});
    case 6:
      return Concat({"/", DrawName(random), "/", DrawName(random), "/",
                     DrawFileName(random)});
    default:
      return Concat({DrawName(random), "_", DrawName(random)});
  }
}

std::string DrawUuid(NoiseRandom& random) {
  std::string uuid;
  for (const int64_t count : {8, 4, 4, 4, 12}) {
    uuid +=
        Concat({uuid.empty() ? "" : "-", DrawFrom(kHexDigits, count, random)});
  }
  return uuid;
}

std::string DrawHost(NoiseRandom& random) {
  constexpr std::array<const char*, 8> kDomains = {
      "com", "org", "net", "es", "info", "io", "co.uk", "edu"};
  return Concat({DrawName(random), ".", random.Pick(kDomains)});
}

// A part of a path: names, names with a capital, numbers, mixed letters.
std::string DrawPathPart(NoiseRandom& random) {
  constexpr std::string_view kMixed =
      "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789";
  switch (random.Below(5)) {
    case 0:
      return DrawDigits(random.Between(1, 6), random);
    case 1:
      return Concat({DrawName(random), "-", DrawName(random)});
    case 2:
      return Concat({DrawFrom(kUpperLetters, 1, random), DrawName(random)});
    case 3:
      return DrawFrom(kMixed, random.Between(5, 11), random);
    default:
      return DrawName(random);
  }
}

std::string DrawUrl(NoiseRandom& random) {
  std::string url =
      Concat({random.Chance(0.8) ? "https://" : "http://",
              random.Chance(0.4) ? "www." : "", DrawHost(random)});
  for (int64_t left = random.Below(4); left > 0; --left) {
    url += Concat({"/", DrawPathPart(random)});
  }
  if (random.Chance(0.3)) {
    url += Concat(
        {"?", DrawName(random), "=", DrawDigits(random.Between(1, 6), random)});
  }
  return url;
}

std::string DrawEmail(NoiseRandom& random) {
  std::string name = DrawName(random);
  if (random.Chance(0.5)) {
    name += Concat({random.Chance(0.5) ? "." : "_", DrawName(random)});
  }
  if (random.Chance(0.3)) {
    name += DrawUpTo(99, random);
  }
  return Concat({name, "@", DrawHost(random)});
}

std::string DrawIpAddress(NoiseRandom& random) {
  std::string address;
  if (random.Chance(0.25)) {
    for (int part = 0; part < 8; ++part) {
      address +=
          Concat({part == 0 ? "" : ":", DrawFrom(kHexDigits, 4, random)});
    }
    return address;
  }
  for (int part = 0; part < 4; ++part) {
    address += Concat({part == 0 ? "" : ".", DrawUpTo(255, random)});
  }
  return address;
}

// All forms are the same in every language.
std::string DrawDate(NoiseRandom& random) {
  const int64_t year = random.Between(1900, 2099);
  const int64_t month = random.Between(1, 12);
  const int64_t day = random.Between(1, 28);
  const int64_t hour = random.Below(24);
  const int64_t minute = random.Below(60);
  switch (random.Below(5)) {
    case 0:
      return absl::StrFormat("%d-%02d-%02d", year, month, day);
    case 1:
      return absl::StrFormat("%02d/%02d/%d", day, month, year);
    case 2:
      return absl::StrFormat("%02d.%02d.%d", day, month, year);
    case 3:
      return absl::StrFormat("%02d:%02d", hour, minute);
    default:
      return absl::StrFormat("%d-%02d-%02dT%02d:%02d:00Z", year, month, day,
                             hour, minute);
  }
}

std::string DrawPlaceholder(NoiseRandom& random) {
  switch (random.Below(8)) {
    case 0:
      return Concat({"%", DrawFrom("sd", 1, random)});
    case 1:
      return Concat({"%", DrawFrom("123456789", 1, random), "$",
                     DrawFrom("sd", 1, random)});
    case 2:
      return Concat({"%.", DrawFrom("1234", 1, random), "f"});
    case 3:
      return Concat({"%(", DrawName(random), ")s"});
    case 4:
      return Concat({"{", DrawUpTo(9, random), "}"});
    case 5:
      return Concat({"{", DrawName(random), "}"});
    case 6:
      return Concat({"{{", DrawName(random), "}}"});
    default:
      return Concat({"${", DrawName(random), "}"});
  }
}

struct CodeRange {
  char32_t first = 0;
  char32_t last = 0;
};

char32_t DrawCodePoint(const CodeRange& range, NoiseRandom& random) {
  return range.first +
         static_cast<char32_t>(random.Below(range.last - range.first + 1));
}

std::string DrawEmoji(NoiseRandom& random) {
  constexpr std::array<CodeRange, 6> kEmoji = {{{0x1F600, 0x1F64F},
                                                {0x1F400, 0x1F43D},
                                                {0x1F34A, 0x1F37B},
                                                {0x1F680, 0x1F6C5},
                                                {0x1F910, 0x1F93A},
                                                {0x1F947, 0x1F9B3}}};
  const double form = random.Uniform();
  if (form < 0.1) {  // a flag
    const CodeRange indicators = {0x1F1E6, 0x1F1FF};
    const char32_t first = DrawCodePoint(indicators, random);
    return EncodeUtf8(std::u32string{first, DrawCodePoint(indicators, random)});
  }
  if (form < 0.2) {  // a hand with a skin tone
    const char32_t hand = DrawCodePoint({0x1F446, 0x1F450}, random);
    return EncodeUtf8(
        std::u32string{hand, DrawCodePoint({0x1F3FB, 0x1F3FF}, random)});
  }
  if (form < 0.25) {
    return EncodeUtf8(U"❤\uFE0F");
  }
  return EncodeUtf8(
      std::u32string(1, DrawCodePoint(random.Pick(kEmoji), random)));
}

// A word with a capital letter, such as `Órdan` or `Metuñas`. Models damage
// names whose first letter is rare in their text.
std::u32string DrawNameOfPerson(NoiseRandom& random) {
  constexpr std::u32string_view kPlainCapitals = U"ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  constexpr std::u32string_view kAccentedCapitals = U"ÁÉÍÓÚÑÁÉÍÓÚÄÀÂÇÈÊÎÖŠÜŽ";
  constexpr std::u32string_view kConsonants = U"bcdfghjklmnprstvyzbdlmnrstnñç";
  constexpr std::u32string_view kVowels = U"aeiouaeiouaeioáéíóúäèöü";
  constexpr std::u32string_view kEndings = U"nrslzdmkt";
  std::u32string name(
      1, random.Pick(random.Chance(0.5) ? kPlainCapitals : kAccentedCapitals));
  bool needs_vowel = !IsOneOf(U"AEIOUÁÉÍÓÚÄÀÂÈÊÎÖÜ", name[0]);
  for (int64_t left = random.Between(2, 5); left > 0; --left) {
    name += random.Pick(needs_vowel ? kVowels : kConsonants);
    needs_vowel = !needs_vowel;
  }
  if (!needs_vowel) {
    name += random.Pick(kEndings);
  }
  return name;
}

std::string DrawNames(NoiseRandom& random) {
  std::u32string names = DrawNameOfPerson(random);
  if (random.Chance(0.2)) {
    names += U' ';
    names += DrawNameOfPerson(random);
  }
  return EncodeUtf8(names);
}

// Signs come alone; letters of other scripts make words.
std::string DrawCharacters(NoiseRandom& random) {
  constexpr std::array<CodeRange, 8> kSigns = {{{0xA1, 0xAC},
                                                {0xAE, 0xBF},
                                                {0x2016, 0x2021},
                                                {0x20A0, 0x20BF},
                                                {0x2190, 0x21FF},
                                                {0x2200, 0x22FF},
                                                {0x2500, 0x25FF},
                                                {0x2600, 0x26FF}}};
  constexpr std::array<CodeRange, 20> kScripts = {
      {{0xC0, 0xFF},     {0xC0, 0xFF},     {0x100, 0x17F},   {0x391, 0x3C9},
       {0x410, 0x44F},   {0x5D0, 0x5EA},   {0x621, 0x64A},   {0x905, 0x939},
       {0xE01, 0xE2E},   {0x3041, 0x30FA}, {0x4E00, 0x9FA5}, {0xAC00, 0xD7A3},
       {0x180, 0x24F},   {0x531, 0x586},   {0x985, 0x9B9},   {0xB85, 0xBB9},
       {0x10D0, 0x10FA}, {0x1200, 0x135A}, {0x1780, 0x18A8}, {0x1E00, 0x1FFC}}};
  if (random.Chance(0.4)) {
    return EncodeUtf8(
        std::u32string(1, DrawCodePoint(random.Pick(kSigns), random)));
  }
  const CodeRange script = random.Pick(kScripts);
  std::u32string letters;
  for (int64_t left = random.Between(1, 4); left > 0; --left) {
    const char32_t c = DrawCodePoint(script, random);
    letters += IsLetter(c) ? c : script.first;
  }
  return EncodeUtf8(letters);
}

}  // namespace

std::string DrawDigits(int64_t digits, NoiseRandom& random) {
  const double form = random.Uniform();
  const double repeat = form < 0.25 ? 0.6 : 0.0;
  const double zero = form > 0.75 ? 0.6 : 0.0;
  std::string text(1, static_cast<char>('1' + random.Below(9)));
  while (static_cast<int64_t>(text.size()) < digits) {
    const bool repeats = random.Chance(repeat);
    const bool is_zero = random.Chance(zero);
    const char digit = static_cast<char>('0' + random.Below(10));
    text += repeats ? text.back() : is_zero ? '0' : digit;
  }
  return text;
}

std::string DrawValue(NoiseKind kind, NoiseRandom& random) {
  switch (kind) {
    case NoiseKind::kNumbers:
      return DrawNumber(random);
    case NoiseKind::kCodes:
      return DrawCode(random);
    case NoiseKind::kUuids:
      return DrawUuid(random);
    case NoiseKind::kUrls:
      return DrawUrl(random);
    case NoiseKind::kEmails:
      return DrawEmail(random);
    case NoiseKind::kIpAddresses:
      return DrawIpAddress(random);
    case NoiseKind::kDates:
      return DrawDate(random);
    case NoiseKind::kPlaceholders:
      return DrawPlaceholder(random);
    case NoiseKind::kEmoji:
      return DrawEmoji(random);
    case NoiseKind::kCharacters:
      return DrawCharacters(random);
    case NoiseKind::kSentinels:
      return SentinelOf(SentinelForm::kBrackets,
                        static_cast<int>(random.Below(kSentinelCount)));
    case NoiseKind::kNames:
      return DrawNames(random);
    default:
      return "";
  }
}

}  // namespace interpres
