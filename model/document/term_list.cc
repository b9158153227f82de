#include "model/document/term_list.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "model/base/utf8.h"

namespace interpres {
namespace {

bool HasControl(std::string_view bytes) {
  return std::ranges::any_of(bytes, [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
}

}  // namespace

TermList::TermList(std::vector<std::string> terms) {
  for (std::string& term : terms) {
    absl::StripAsciiWhitespace(&term);
  }
  std::ranges::sort(terms);
  terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
  for (std::string& term : terms) {
    if (term.empty() || HasControl(term) || !IsValidUtf8(term)) {
      continue;
    }
    // In this order, the terms that begin a term are the ancestors of the term
    // before it.
    int64_t prefix = static_cast<int64_t>(terms_.size()) - 1;
    while (prefix >= 0 && !term.starts_with(terms_[prefix].bytes)) {
      prefix = terms_[prefix].prefix;
    }
    first_bytes_.set(static_cast<unsigned char>(term[0]));
    terms_.push_back({.bytes = std::move(term), .prefix = prefix});
  }
}

int64_t TermList::End(const AtomText& text, int64_t begin) const {
  if (terms_.empty() || !MayBegin(text.At(begin))) {
    return begin;
  }
  const std::string_view rest = text.Bytes(begin, text.size());
  // All terms that begin `rest` begin the last term that is not above `rest`.
  const auto above = std::ranges::upper_bound(
      terms_, rest, {},
      [](const Term& term) -> std::string_view { return term.bytes; });
  const bool joins_before = text.JoinsBefore(begin);
  if (joins_before && text.JoinsAfter(begin)) {
    return begin;
  }
  for (int64_t i = above - terms_.begin() - 1; i >= 0; i = terms_[i].prefix) {
    const int64_t end = begin + static_cast<int64_t>(terms_[i].bytes.size());
    if (rest.starts_with(terms_[i].bytes) &&
        !(text.JoinsBefore(end) && text.JoinsAfter(end))) {
      return end;
    }
  }
  return begin;
}

}  // namespace interpres
