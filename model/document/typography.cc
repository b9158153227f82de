#include "model/document/typography.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "model/document/aligned_text_builder.h"

namespace interpres {
namespace {

struct Spelling {
  std::string_view character;
  std::string_view mark;  // the other spelling repeats this mark
  std::size_t count;      // the number of marks

  std::size_t size() const { return mark.size() * count; }
};

constexpr std::array<Spelling, 4> kSpellings = {{
    {.character = "…", .mark = ".", .count = 3},
    {.character = "‴", .mark = "′", .count = 3},
    {.character = "″", .mark = "′", .count = 2},
    {.character = "\u2011", .mark = "\u2010", .count = 1},
}};

// All characters of kSpellings begin with this byte in UTF-8.
constexpr char kLeadByte = '\xe2';

// Returns the first run of exactly `spelling.count` marks from `begin` on.
// Returns npos without such a run.
std::size_t FindRun(std::string_view text, const Spelling& spelling,
                    std::size_t begin) {
  const std::string_view mark = spelling.mark;
  for (std::size_t at = text.find(mark, begin); at != std::string_view::npos;) {
    std::size_t end = at;
    while (text.substr(end).starts_with(mark)) {
      end += mark.size();
    }
    if (end - at == spelling.size()) {
      return at;
    }
    at = text.find(mark, end);
  }
  return std::string_view::npos;
}

bool Has(std::string_view text, const Spelling& spelling) {
  return FindRun(text, spelling, 0) != std::string_view::npos;
}

AlignedText Respell(std::string_view source, const Spelling& spelling,
                    const AlignedText& translation) {
  const AlignedText original =
      WithValidAlignment(translation, static_cast<int64_t>(source.size()));
  AlignedTextBuilder builder(original);
  std::size_t done = 0;
  for (std::size_t at = FindRun(original.text, spelling, done);
       at != std::string::npos; at = FindRun(original.text, spelling, done)) {
    done = at + spelling.size();
    builder.CopyTo(static_cast<int64_t>(at));
    builder.Append(spelling.character);
    builder.SkipTo(static_cast<int64_t>(done));
  }
  builder.CopyTo(static_cast<int64_t>(original.text.size()));
  return builder.Take();
}

}  // namespace

std::optional<int64_t> FindMessageQuotation(std::string_view text,
                                            int64_t begin) {
  std::size_t at = text.find('\'', begin);
  while (at != std::string_view::npos) {
    const std::size_t end =
        std::min(text.find_first_not_of('\'', at), text.size());
    const bool may_begin =
        end == text.size() ||
        std::string_view("{}#|").find(text[end]) != std::string_view::npos;
    if (may_begin && end - at == 1) {
      return static_cast<int64_t>(at);
    }
    at = text.find('\'', end);
  }
  return std::nullopt;
}

AlignedText WithoutMessageQuotation(std::string_view source,
                                    AlignedText translation) {
  if (!FindMessageQuotation(translation.text, 0) ||
      FindMessageQuotation(source, 0)) {
    return translation;
  }
  const AlignedText original =
      WithValidAlignment(translation, static_cast<int64_t>(source.size()));
  AlignedTextBuilder builder(original);
  for (auto at = FindMessageQuotation(original.text, 0); at;
       at = FindMessageQuotation(original.text, *at + 1)) {
    builder.CopyTo(*at);
    builder.Append(kTypographicApostrophe);
    builder.SkipTo(*at + 1);
  }
  builder.CopyTo(static_cast<int64_t>(original.text.size()));
  return builder.Take();
}

AlignedText RestoreTypography(std::string_view source,
                              AlignedText translation) {
  if (source.find(kLeadByte) == std::string_view::npos) {
    return translation;
  }
  for (const Spelling& spelling : kSpellings) {
    if (source.find(spelling.character) != std::string_view::npos &&
        !Has(source, spelling) && Has(translation.text, spelling)) {
      translation = Respell(source, spelling, translation);
    }
  }
  return translation;
}

}  // namespace interpres
