#include "model/markup/character_reference.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "model/document/characters.h"
#include "model/markup/character_reference_table.h"

namespace interpres {
namespace {

constexpr std::size_t kMaxNameLength = 32;
constexpr std::size_t kMaxShortNameLength = 6;  // without a semicolon

struct Named {
  std::string text;
  bool is_short = false;  // the name needs no semicolon
};

using Table = absl::flat_hash_map<std::string, Named>;

// Returns the code points of `C2-338` as UTF-8.
std::string TextOf(std::string_view codes) {
  std::u32string text;
  for (std::size_t i = 0; i < codes.size();) {
    uint32_t code = 0;
    const auto [end, error] = std::from_chars(
        codes.data() + i, codes.data() + codes.size(), code, 16);
    text.push_back(code);
    i = static_cast<std::size_t>(end - codes.data()) + 1;
  }
  return EncodeUtf8(text);
}

Table ReadTable() {
  Table table;
  std::string name;
  std::string_view rest = kCharacterReferences;
  while (!rest.empty()) {
    const std::string_view entry = rest.substr(0, rest.find(' '));
    rest.remove_prefix(entry.size() + 1);
    const std::size_t mark = entry.find_first_of("!=");
    const char digit = entry[0];
    name.resize(digit <= '9' ? digit - '0' : digit - 'a' + 10);
    name += entry.substr(1, mark - 1);
    table[name] = {.text = TextOf(entry.substr(mark + 1)),
                   .is_short = entry[mark] == '!'};
  }
  return table;
}

const Named* FindNamed(std::string_view name) {
  static const Table* const table = new Table(ReadTable());
  const auto found = table->find(std::string(name));
  return found == table->end() ? nullptr : &found->second;
}

// The bytes 0x80 to 0x9f of Windows-1252, which old pages mean by `&#128;`.
constexpr std::array<char32_t, 32> kWindows = {
    0x20ac, 0x81,   0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
    0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8d,   0x017d, 0x8f,
    0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
    0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d,   0x017e, 0x0178};

char32_t CodeOf(uint32_t number) {
  constexpr char32_t kReplacement = 0xfffd;
  constexpr uint32_t kMaxCode = 0x10ffff;
  if (number >= 0x80 && number < 0xa0) {
    return kWindows[number - 0x80];
  }
  const bool is_surrogate = number >= 0xd800 && number < 0xe000;
  return number == 0 || is_surrogate || number > kMaxCode ? kReplacement
                                                          : number;
}

CharacterReference ReadNumber(std::string_view text, ReferencePlace place) {
  const bool is_hex = text.size() > 2 && (text[2] == 'x' || text[2] == 'X');
  const std::size_t first = is_hex ? 3 : 2;
  constexpr uint32_t kTooLarge = 0x110000;
  uint32_t number = 0;
  std::size_t i = first;
  for (; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (!(is_hex ? absl::ascii_isxdigit(c) : absl::ascii_isdigit(c))) {
      break;
    }
    const uint32_t digit =
        absl::ascii_isdigit(c) ? c - '0' : absl::ascii_tolower(c) - 'a' + 10;
    number = std::min(kTooLarge, number * (is_hex ? 16 : 10) + digit);
  }
  const bool has_end = i < text.size() && text[i] == ';';
  if (i == first || (place == ReferencePlace::kStrict && !has_end)) {
    return {};
  }
  return {.text = EncodeUtf8(std::u32string(1, CodeOf(number))),
          .length = static_cast<int64_t>(i) + (has_end ? 1 : 0)};
}

// Reads a name that has no semicolon.
CharacterReference ReadShortName(std::string_view text, std::string_view name,
                                 ReferencePlace place) {
  for (std::size_t length = std::min(name.size(), kMaxShortNameLength);
       length > 1; --length) {
    const Named* const named = FindNamed(name.substr(0, length));
    if (named == nullptr || !named->is_short) {
      continue;
    }
    const char next = length + 1 < text.size() ? text[length + 1] : '\0';
    const bool is_text =
        place == ReferencePlace::kAttribute &&
        (next == '=' || absl::ascii_isalnum(static_cast<unsigned char>(next)));
    return is_text
               ? CharacterReference()
               : CharacterReference{.text = named->text,
                                    .length = static_cast<int64_t>(length) + 1};
  }
  return {};
}

}  // namespace

CharacterReference ReadCharacterReference(std::string_view text,
                                          ReferencePlace place) {
  if (text.size() < 2 || text[0] != '&') {
    return {};
  }
  if (text[1] == '#') {
    return ReadNumber(text, place);
  }
  std::size_t end = 1;
  while (end < text.size() && end <= kMaxNameLength + 1 &&
         absl::ascii_isalnum(static_cast<unsigned char>(text[end]))) {
    ++end;
  }
  const std::string_view name = text.substr(1, end - 1);
  if (end < text.size() && text[end] == ';') {
    if (const Named* const named = FindNamed(name)) {
      return {.text = named->text, .length = static_cast<int64_t>(end) + 1};
    }
  }
  return place == ReferencePlace::kStrict ? CharacterReference()
                                          : ReadShortName(text, name, place);
}

}  // namespace interpres
