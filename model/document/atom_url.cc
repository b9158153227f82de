#include "model/document/atom_url.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace interpres {
namespace {

constexpr int64_t kMaxScheme = 20;
constexpr int64_t kMaxLocal = 64;
constexpr int64_t kMaxDomain = 253;

constexpr std::array<std::string_view, 8> kFrequentDomains = {
    "com", "org", "net", "edu", "gov", "io", "dev", "info"};

bool IsUrlMark(char c) { return HasByte("-._~:/?#[]@!$&'()*+,;=%{}", c); }

// Returns the length of the character at `i` if a URL can have it after its
// host; 0 otherwise. Letters of a script without spaces must follow a mark or
// each other, because otherwise they are the next word.
int64_t UrlCharacter(const AtomText& text, int64_t i, bool& may_be_wide) {
  const char byte = text.At(i);
  if (static_cast<unsigned char>(byte) < 0x80) {
    may_be_wide = HasByte("/=_-", byte);
    return IsAsciiWord(byte) || IsUrlMark(byte) ? 1 : 0;
  }
  const CodePoint c = text.CodeAt(i);
  const bool joins = JoinsWords(c.code);
  const bool is_part = joins || (may_be_wide && IsContent(c.code));
  may_be_wide = !joins;
  return is_part ? c.length : 0;
}

int64_t UrlRunEnd(const AtomText& text, int64_t i) {
  bool may_be_wide = false;
  for (int64_t length = 1; length > 0;) {
    length = UrlCharacter(text, i, may_be_wide);
    i += length;
  }
  return i;
}

// Removes marks at the end of a URL, and brackets without an opening one.
int64_t TrimUrl(const AtomText& text, int64_t begin, int64_t end) {
  constexpr std::string_view kOpen = "([{";
  constexpr std::string_view kClose = ")]}";
  std::array<int64_t, 3> depth = {};
  for (const char c : text.Bytes(begin, end)) {
    const std::size_t open = kOpen.find(c);
    const std::size_t close = kClose.find(c);
    depth[0] += (open == 0 ? 1 : 0) - (close == 0 ? 1 : 0);
    depth[1] += (open == 1 ? 1 : 0) - (close == 1 ? 1 : 0);
    depth[2] += (open == 2 ? 1 : 0) - (close == 2 ? 1 : 0);
  }
  for (; end > begin; --end) {
    const char last = text.At(end - 1);
    const std::size_t close = kClose.find(last);
    const bool is_open = HasByte(kOpen, last);
    const bool is_loose = close != std::string_view::npos && depth[close] < 0;
    if (!is_loose && !is_open && !HasByte(".,;:!?'*~$&", last)) {
      break;
    }
    if (is_loose) {
      ++depth[close];
    } else if (is_open) {
      --depth[kOpen.find(last)];
    }
  }
  return end;
}

// Returns the end of a URL whose part after the scheme begins at `body`.
// Returns `begin` if this part has no letter or digit.
int64_t BodyEnd(const AtomText& text, int64_t begin, int64_t body) {
  const int64_t end = TrimUrl(text, body, UrlRunEnd(text, body));
  const std::string_view bytes = text.Bytes(body, std::max(body, end));
  const bool has_content = std::ranges::any_of(bytes, [](char c) {
    return IsAsciiContent(c) || static_cast<unsigned char>(c) >= 0x80;
  });
  return has_content ? end : begin;
}

struct Domain {
  int64_t last_label = 0;
  int64_t end = 0;  // `begin` if no domain begins there
};

// Reads labels with dots between them.
Domain ReadDomain(const AtomText& text, int64_t begin) {
  Domain domain = {.last_label = begin, .end = begin};
  int64_t labels = 0;
  for (int64_t i = begin; i - begin <= kMaxDomain;) {
    int64_t end = i;
    while (IsAsciiContent(text.At(end)) ||
           (text.At(end) == '-' && end > i && end - begin <= kMaxDomain)) {
      ++end;
    }
    while (end > i && text.At(end - 1) == '-') {
      --end;
    }
    if (end == i) {
      break;
    }
    ++labels;
    domain.last_label = i;
    domain.end = end;
    if (text.At(end) != '.') {
      break;
    }
    i = end + 1;
  }
  if (labels < 2 || domain.end - begin > kMaxDomain) {
    domain.end = begin;
  }
  return domain;
}

// Returns whether `label` can be a top-level domain: letters of one case.
bool IsTopLevel(std::string_view label) {
  return label.size() >= 2 && label.size() <= 24 &&
         (std::ranges::all_of(label, IsAsciiLower) ||
          std::ranges::all_of(label, IsAsciiUpper));
}

int64_t BareUrlEnd(const AtomText& text, int64_t begin) {
  if (text.ContinuesRun(begin, ".-@")) {
    return begin;
  }
  const Domain domain = ReadDomain(text, begin);
  if (domain.end == begin ||
      !IsTopLevel(text.Bytes(domain.last_label, domain.end))) {
    return begin;
  }
  int64_t path = domain.end;
  if (text.At(path) == ':' && IsAsciiDigit(text.At(path + 1))) {
    path = text.DigitsEnd(path + 1);
  }
  if (text.At(path) == '/' ||
      (HasByte("?#", text.At(path)) && IsAsciiContent(text.At(path + 1)))) {
    return BodyEnd(text, begin, begin);
  }
  const bool is_frequent =
      std::ranges::find(kFrequentDomains,
                        text.Bytes(domain.last_label, domain.end)) !=
      kFrequentDomains.end();
  return is_frequent && !text.JoinsAfter(domain.end) &&
                 !HasByte("@(", text.At(domain.end))
             ? path
             : begin;
}

}  // namespace

int64_t UrlEnd(const AtomText& text, int64_t begin) {
  int64_t scheme = begin;
  while (IsAsciiContent(text.At(scheme)) && scheme - begin <= kMaxScheme) {
    ++scheme;
  }
  if (text.Has(scheme, "://") && IsAsciiLetter(text.At(begin))) {
    return BodyEnd(text, begin, scheme + 3);
  }
  const std::string_view word = text.Bytes(begin, scheme);
  const char next = text.At(scheme + 1);
  if (text.At(scheme) == ':' &&
      ((word == "mailto" && IsAsciiContent(next)) ||
       (word == "tel" && (next == '+' || IsAsciiDigit(next))))) {
    return BodyEnd(text, begin, scheme + 1);
  }
  if ((word == "www" || word == "WWW") && text.At(scheme) == '.' &&
      IsAsciiContent(next)) {
    return BodyEnd(text, begin, scheme + 1);
  }
  return BareUrlEnd(text, begin);
}

int64_t EmailEnd(const AtomText& text, int64_t begin) {
  if (!IsAsciiContent(text.At(begin)) || text.ContinuesRun(begin, "._%+-@")) {
    return begin;
  }
  int64_t local = begin;
  while (local - begin <= kMaxLocal &&
         (IsAsciiWord(text.At(local)) || HasByte(".%+-", text.At(local)))) {
    ++local;
  }
  if (text.At(local) != '@' || local - begin > kMaxLocal ||
      text.At(local - 1) == '.') {
    return begin;
  }
  const Domain domain = ReadDomain(text, local + 1);
  const bool is_valid = domain.end > local + 1 &&
                        IsTopLevel(text.Bytes(domain.last_label, domain.end)) &&
                        !text.JoinsAfter(domain.end) &&
                        text.At(domain.end) != '@';
  return is_valid ? domain.end : begin;
}

}  // namespace interpres
