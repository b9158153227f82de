#include "model/tokenizer/opus_mt_rules.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "model/base/utf8.h"

namespace interpres {
namespace {

struct Replacement {
  std::string_view character;
  std::string_view by;
};

constexpr Replacement kReplacements[] = {
    {"，", ","}, {"、", ","}, {"”", "\""},  {"“", "\""},  {"∶", ":"},
    {"：", ":"}, {"？", "?"}, {"《", "\""}, {"》", "\""}, {"）", ")"},
    {"！", "!"}, {"（", "("}, {"；", ";"},  {"」", "\""}, {"「", "\""},
    {"０", "0"}, {"１", "1"}, {"２", "2"},  {"３", "3"},  {"４", "4"},
    {"５", "5"}, {"６", "6"}, {"７", "7"},  {"８", "8"},  {"９", "9"},
    {"～", "~"}, {"’", "'"},  {"…", "..."}, {"━", "-"},   {"〈", "<"},
    {"〉", ">"}, {"【", "["}, {"】", "]"},  {"％", "%"},
};

// The full stops that take the spaces behind them.
constexpr std::string_view kFullStops[] = {"。", "．"};

struct Range {
  uint32_t first;
  uint32_t last;
};

// The categories Cc, Cf and Co of Unicode 15, in rising order.
constexpr Range kOthers[] = {
    {0x0, 0x1f},        {0x7f, 0x9f},         {0xad, 0xad},
    {0x600, 0x605},     {0x61c, 0x61c},       {0x6dd, 0x6dd},
    {0x70f, 0x70f},     {0x890, 0x891},       {0x8e2, 0x8e2},
    {0x180e, 0x180e},   {0x200b, 0x200f},     {0x202a, 0x202e},
    {0x2060, 0x2064},   {0x2066, 0x206f},     {0xe000, 0xf8ff},
    {0xfeff, 0xfeff},   {0xfff9, 0xfffb},     {0x110bd, 0x110bd},
    {0x110cd, 0x110cd}, {0x13430, 0x1343f},   {0x1bca0, 0x1bca3},
    {0x1d173, 0x1d17a}, {0xe0001, 0xe0001},   {0xe0020, 0xe007f},
    {0xf0000, 0xffffd}, {0x100000, 0x10fffd},
};

bool IsOther(std::string_view character) {
  if (character == "\n") {
    return false;
  }
  const char32_t code = DecodeUtf8Sequence(character);
  const auto* const range = std::upper_bound(
      std::begin(kOthers), std::end(kOthers), code,
      [](uint32_t wanted, const Range& r) { return wanted <= r.last; });
  return range != std::end(kOthers) && code >= range->first;
}

bool IsFullStop(std::string_view character) {
  return std::ranges::find(kFullStops, character) != std::end(kFullStops);
}

// Returns what a character becomes.
std::string_view Replaced(std::string_view character) {
  if (IsFullStop(character)) {
    return ". ";
  }
  const auto* const found =
      std::ranges::find(kReplacements, character, &Replacement::character);
  if (found != std::end(kReplacements)) {
    return found->by;
  }
  return IsOther(character) ? " " : character;
}

// Appends `bytes`, which come from the character at `offset`. A space behind a
// space and a space at the beginning are left out.
void Append(std::string_view bytes, int64_t offset, PreparedText& out) {
  for (const char byte : bytes) {
    const bool is_squeezed =
        byte == ' ' && (out.text.empty() || out.text.back() == ' ');
    if (!is_squeezed) {
      out.text.push_back(byte);
      out.offsets.push_back(offset);
    }
  }
}

}  // namespace

PreparedText PrepareForOpusMt(std::string_view text) {
  PreparedText out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length =
        std::max<std::size_t>(Utf8SequenceLength(text.substr(i)), 1);
    Append(Replaced(text.substr(i, length)), static_cast<int64_t>(i), out);
    i += length;
  }
  if (out.text.ends_with(' ')) {
    out.text.pop_back();
    out.offsets.pop_back();
  }
  out.offsets.push_back(static_cast<int64_t>(text.size()));
  return out;
}

}  // namespace interpres
