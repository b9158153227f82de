#include "model/markup/block_atoms.h"

#include <algorithm>
#include <utility>

#include "model/markup/html_elements.h"

namespace interpres {
namespace {

using BlockAtomKind = BlockAtom::Kind;

}  // namespace

BlockAtom& BlockAtoms::Add(BlockAtomKind kind, ByteSpan source,
                           std::string_view text) {
  const auto begin = static_cast<int64_t>(text_.size());
  text_ += text;
  atoms_.push_back(
      {.kind = kind,
       .source = source,
       .text = {.begin = begin, .end = static_cast<int64_t>(text_.size())}});
  return atoms_.back();
}

// Adds text in which each white space is one space.
void BlockAtoms::AddWords(ByteSpan source) {
  if (source.begin == source.end) {
    return;
  }
  const std::string_view bytes = BytesOf(source_, source);
  if (!atoms_.empty() && atoms_.back().kind == BlockAtomKind::kText &&
      atoms_.back().source.end == source.begin) {
    text_ += bytes;
    atoms_.back().source.end = source.end;
    atoms_.back().text.end = static_cast<int64_t>(text_.size());
    return;
  }
  Add(BlockAtomKind::kText, source, bytes);
}

void BlockAtoms::AddText(ByteSpan source) {
  int64_t begin = source.begin;
  int64_t at = begin;
  while (at < source.end) {
    if (!IsHtmlSpace(source_[at])) {
      ++at;
      continue;
    }
    int64_t end = at;
    while (end < source.end && IsHtmlSpace(source_[end])) {
      ++end;
    }
    // A single space inside the text needs no atom.
    if (source_[at] != ' ' || end != at + 1 || at == begin ||
        end == source.end) {
      AddWords({.begin = begin, .end = at});
      AddSpace({.begin = at, .end = end});
      begin = end;
    }
    at = end;
  }
  AddWords({.begin = begin, .end = source.end});
}

void BlockAtoms::AddSpelled(std::string_view text, ByteSpan source) {
  if (std::ranges::all_of(text, IsHtmlSpace)) {
    AddSpace(source);
  } else {
    Add(BlockAtomKind::kSpelled, source, text);
  }
}

void BlockAtoms::AddSpace(ByteSpan source) {
  if (text_.empty() || text_.back() == ' ') {
    if (atoms_.empty()) {
      return;
    }
    BlockAtom& last = atoms_.back();
    if (last.kind == BlockAtomKind::kItem &&
        last.space.begin == last.space.end) {
      last.space = source;
    } else if (last.kind == BlockAtomKind::kItem) {
      last.space.end = source.end;
    } else {
      last.source.end = source.end;
    }
    return;
  }
  Add(BlockAtomKind::kSpace, source, " ");
}

void BlockAtoms::AddOpen(std::string_view name, ByteSpan source) {
  BlockAtom& atom = Add(BlockAtomKind::kItem, source, "");
  atom.item_kind = MarkupKind::kOpen;
  open_.push_back({.name = std::string(name),
                   .atom = static_cast<int64_t>(atoms_.size()) - 1});
  ++open_count_[open_.back().name];
}

void BlockAtoms::AddClose(std::string_view name, ByteSpan source) {
  BlockAtom& atom = Add(BlockAtomKind::kItem, source, "");
  atom.item_kind = MarkupKind::kClose;
  const auto count = open_count_.find(std::string(name));
  if (count == open_count_.end() || count->second == 0) {
    return;
  }
  // The tags inside the pair that are still open stay without a partner.
  int64_t partner = -1;
  while (partner < 0) {
    --open_count_[open_.back().name];
    partner = open_.back().name == name ? open_.back().atom : -1;
    open_.pop_back();
  }
  atoms_[partner].partner = static_cast<int64_t>(atoms_.size()) - 1;
  atom.partner = partner;
}

void BlockAtoms::AddStandalone(ByteSpan source, bool is_visible) {
  Add(BlockAtomKind::kItem, source, "").is_visible = is_visible;
}

void BlockAtoms::AddBreak(ByteSpan source) {
  Add(BlockAtomKind::kItem, source, "").ends_sentence = true;
}

void BlockAtoms::AddObject(ByteSpan source) {
  BlockAtom& atom = Add(BlockAtomKind::kItem, source, kObjectStandIn);
  atom.is_object = true;
  atom.is_visible = true;
}

void BlockAtoms::EndSentence(int64_t at) { AddBreak({.begin = at, .end = at}); }

void BlockAtoms::Clear() {
  text_.clear();
  atoms_.clear();
  open_.clear();
  open_count_.clear();
}

}  // namespace interpres
