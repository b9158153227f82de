#include "model/engine/source_encoding.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/base/status.h"
#include "model/document/byte_span.h"
#include "model/document/characters.h"
#include "model/document/grapheme_clusters.h"
#include "model/document/lossy_characters.h"

namespace interpres {
namespace {

bool IsAscii(char byte) { return static_cast<unsigned char>(byte) < 0x80; }

bool IsTag(char32_t c) { return c >= 0xe0020 && c <= 0xe007f; }

// Whether tag characters make another emoji of `c`: a flag of England.
bool CanHaveTags(char32_t c) { return c >= 0x1f000 && !IsTag(c); }

// Returns the bytes of a cluster that the model sees. Of an emoji with tag
// characters, these are the bytes before the tags. Otherwise the model
// would see dozens of bytes and invent words for them.
std::string_view ShownBytes(std::string_view cluster) {
  const Characters characters = DecodeUtf8(cluster);
  const auto tag = std::ranges::find_if(characters.code, IsTag);
  const bool has_tags = tag != characters.code.begin() &&
                        tag != characters.code.end() && CanHaveTags(*(tag - 1));
  return has_tags ? cluster.substr(
                        0, characters.offset[tag - characters.code.begin()])
                  : cluster;
}

// Returns the offsets of the characters of `text` that the model does not see:
// characters that lose their meaning, and tag characters of an emoji.
std::vector<int64_t> FindHidden(const Tokenizer& tokenizer,
                                const Respelling& respelling,
                                std::string_view text) {
  if (std::all_of(text.begin(), text.end(), IsAscii)) {
    return {};
  }
  const Characters characters = DecodeUtf8(text);
  std::map<char32_t, bool> changed;  // whether the normaliser changes it
  std::vector<int64_t> found;
  for (std::size_t i = 0; i < characters.code.size(); ++i) {
    const char32_t c = characters.code[i];
    if (IsTag(c) && i > 0 && CanHaveTags(characters.code[i - 1])) {
      found.push_back(characters.offset[i]);
    }
    if (!LosesMeaning(c) ||
        (respelling.has_ordinal_signs() && IsOrdinalSign(c))) {
      continue;
    }
    const auto [entry, is_new] = changed.try_emplace(c, false);
    if (is_new) {
      const std::string character = EncodeUtf8({&c, 1});
      entry->second = tokenizer.Normalize(character) != character;
    }
    if (entry->second) {
      found.push_back(characters.offset[i]);
    }
  }
  return found;
}

// Returns the clusters that contain the offsets, which rise.
std::vector<ByteSpan> ClustersAt(const std::vector<int64_t>& offsets,
                                 const std::vector<int64_t>& boundaries) {
  std::vector<ByteSpan> clusters;
  for (const int64_t offset : offsets) {
    const auto end =
        std::upper_bound(boundaries.begin(), boundaries.end(), offset);
    const ByteSpan cluster = {.begin = *(end - 1), .end = *end};
    if (clusters.empty() || clusters.back() != cluster) {
      clusters.push_back(cluster);
    }
  }
  return clusters;
}

// A span of a text that the model sees as other bytes.
struct Replacement {
  ByteSpan span;
  std::string_view text;
};

// A text in which spans are replaced.
class ReplacedText {
 public:
  // `replacements` are disjoint and in rising order.
  ReplacedText(std::string_view text,
               const std::vector<Replacement>& replacements)
      : replacements_(replacements) {
    int64_t done = 0;
    for (const Replacement& replacement : replacements) {
      text_.append(
          BytesOf(text, {.begin = done, .end = replacement.span.begin}));
      text_.append(replacement.text);
      done = replacement.span.end;
    }
    text_.append(text.substr(done));
  }

  const std::string& text() const { return text_; }

  // Replaces offsets in text(), which rise, by the offsets in the original
  // text.
  void Restore(std::vector<int64_t>& offsets) const {
    std::size_t next = 0;
    int64_t shift = 0;  // original - replaced, after the spans before `next`
    for (int64_t& offset : offsets) {
      while (next < replacements_.size() &&
             offset + shift >= EndOf(replacements_[next])) {
        shift += ShiftOf(replacements_[next++]);
      }
      offset += shift;
    }
  }

 private:
  static int64_t ShiftOf(const Replacement& replacement) {
    const auto& [span, text] = replacement;
    return span.end - span.begin - std::ssize(text);
  }

  // Returns where the replacement ends if it begins where its span begins.
  static int64_t EndOf(const Replacement& replacement) {
    return replacement.span.begin + std::ssize(replacement.text);
  }

  const std::vector<Replacement>& replacements_;
  std::string text_;
};

// Stands for a cluster that byte pieces spell. A character of a private use
// area, which no normaliser changes.
constexpr std::string_view kHiddenCluster = "\uf8ff";

// Returns the ids of the byte pieces that spell `bytes`. Returns an empty list
// if the vocabulary lacks one of them.
std::vector<int32_t> BytePieces(const Tokenizer& tokenizer,
                                std::string_view bytes) {
  std::vector<int32_t> ids;
  for (const char byte : bytes) {
    ids.push_back(tokenizer.SourceByteId(static_cast<uint8_t>(byte)));
    if (ids.back() < 0) {
      return {};
    }
  }
  return ids;
}

// Encodes a text whose `clusters` byte pieces spell. REQUIRES: the vocabulary
// has byte fallback.
absl::StatusOr<EncodedText> EncodeInBytes(
    const Tokenizer& tokenizer, std::string_view text, const LanguageTags& tags,
    const std::vector<ByteSpan>& clusters) {
  std::vector<Replacement> replacements;
  replacements.reserve(clusters.size());
  for (const ByteSpan& cluster : clusters) {
    replacements.push_back({.span = cluster, .text = kHiddenCluster});
  }
  const ReplacedText replaced(text, replacements);
  INTERPRES_ASSIGN_OR_RETURN(const EncodedText hidden,
                             tokenizer.EncodeSource(replaced.text(), tags));
  EncodedText encoded = hidden;
  const auto first = hidden.ids.begin() + hidden.first_piece;
  encoded.ids.assign(hidden.ids.begin(), first);
  encoded.piece_offsets.clear();
  int64_t shift = 0;  // replaced - original, before the next cluster
  auto next = clusters.begin();
  for (int32_t k = 0; k < hidden.pieces; ++k) {
    const int64_t offset = hidden.piece_offsets[k];
    const bool is_hidden = next != clusters.end() &&
                           offset == next->begin + shift &&
                           tokenizer.IsSourceByte(first[k]);
    const std::vector<int32_t> pieces =
        is_hidden ? BytePieces(tokenizer, ShownBytes(BytesOf(text, *next)))
                  : std::vector<int32_t>{first[k]};
    encoded.ids.insert(encoded.ids.end(), pieces.begin(), pieces.end());
    encoded.piece_offsets.insert(encoded.piece_offsets.end(), pieces.size(),
                                 offset);
    if (is_hidden) {
      shift += std::ssize(kHiddenCluster) - (next->end - next->begin);
      ++next;
      k += static_cast<int32_t>(kHiddenCluster.size()) - 1;
    }
  }
  encoded.pieces = static_cast<int32_t>(encoded.piece_offsets.size());
  encoded.ids.insert(encoded.ids.end(), first + hidden.pieces,
                     hidden.ids.end());
  encoded.piece_offsets.push_back(hidden.piece_offsets.back());
  replaced.Restore(encoded.piece_offsets);
  return encoded;
}

absl::StatusOr<EncodedText> EncodeReplaced(
    const Tokenizer& tokenizer, std::string_view text, const LanguageTags& tags,
    const std::vector<Replacement>& replacements) {
  const ReplacedText replaced(text, replacements);
  INTERPRES_ASSIGN_OR_RETURN(EncodedText encoded,
                             tokenizer.EncodeSource(replaced.text(), tags));
  replaced.Restore(encoded.piece_offsets);
  return encoded;
}

// Returns the clusters that contain a boundary between an unknown piece and
// another piece. A cluster that begins with white space does not count.
std::vector<ByteSpan> PartlyUnknown(std::string_view text,
                                    const EncodedText& source, int32_t unk_id,
                                    const std::vector<int64_t>& boundaries) {
  const std::span<const int32_t> pieces = source.own_pieces();
  std::vector<int64_t> cut;
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    if ((pieces[i] == unk_id) == (pieces[i - 1] == unk_id)) {
      continue;
    }
    const int64_t offset = source.piece_offsets[i];
    const auto end =
        std::upper_bound(boundaries.begin(), boundaries.end(), offset);
    const bool is_inside = end != boundaries.end() && *(end - 1) != offset;
    if (is_inside &&
        !IsSpace(DecodeUtf8(BytesOf(text, {*(end - 1), *end})).code.front())) {
      cut.push_back(offset);
    }
  }
  return ClustersAt(cut, boundaries);
}

std::vector<Replacement> FindRespelled(const Respelling& respelling,
                                       std::string_view text) {
  const Characters characters = DecodeUtf8(text);
  std::vector<Replacement> found;
  for (const auto& [i, spelling] : respelling.Find(characters.code)) {
    found.push_back({.span = {.begin = characters.offset[i],
                              .end = characters.offset[i + 1]},
                     .text = spelling});
  }
  return found;
}

std::vector<ByteSpan> Union(std::vector<ByteSpan> a,
                            const std::vector<ByteSpan>& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::sort(a.begin(), a.end(), [](const ByteSpan& x, const ByteSpan& y) {
    return x.begin < y.begin;
  });
  a.erase(std::unique(a.begin(), a.end()), a.end());
  return a;
}

// Returns the replacements of the clusters `hidden` by `unknown`, and the
// respelled letters outside `hidden`. Both lists rise, and so does the result.
std::vector<Replacement> Merge(const std::vector<Replacement>& respelled,
                               const std::vector<ByteSpan>& hidden,
                               std::string_view unknown) {
  std::vector<Replacement> merged;
  merged.reserve(respelled.size() + hidden.size());
  auto next = respelled.begin();
  for (const ByteSpan& cluster : hidden) {
    for (; next != respelled.end() && next->span.end <= cluster.begin; ++next) {
      merged.push_back(*next);
    }
    while (next != respelled.end() && next->span.begin < cluster.end) {
      ++next;
    }
    merged.push_back({.span = cluster, .text = unknown});
  }
  merged.insert(merged.end(), next, respelled.end());
  return merged;
}

}  // namespace

absl::StatusOr<EncodedText> EncodeSourceText(const Tokenizer& tokenizer,
                                             const Respelling& respelling,
                                             std::string_view text,
                                             const LanguageTags& tags) {
  INTERPRES_ASSIGN_OR_RETURN(EncodedText source,
                             tokenizer.EncodeSource(text, tags));
  const std::string& unknown = tokenizer.unknown_character();
  const std::vector<int64_t> hidden_at =
      FindHidden(tokenizer, respelling, text);
  if (unknown.empty()) {
    const bool has_bytes = !BytePieces(tokenizer, kHiddenCluster).empty();
    return hidden_at.empty() || !has_bytes
               ? source
               : EncodeInBytes(tokenizer, text, tags,
                               ClustersAt(hidden_at, GraphemeBoundaries(text)));
  }
  const std::span<const int32_t> pieces = source.own_pieces();
  const bool has_unknown = std::find(pieces.begin(), pieces.end(),
                                     tokenizer.source_unk_id()) != pieces.end();
  if (hidden_at.empty() && !has_unknown) {
    return source;
  }
  std::vector<Replacement> respelled;
  if (has_unknown) {
    respelled = FindRespelled(respelling, text);
  }
  const std::vector<int64_t> boundaries = GraphemeBoundaries(text);
  std::vector<ByteSpan> hidden = ClustersAt(hidden_at, boundaries);
  if (!respelled.empty() || !hidden.empty()) {
    INTERPRES_ASSIGN_OR_RETURN(
        source, EncodeReplaced(tokenizer, text, tags,
                               Merge(respelled, hidden, unknown)));
  }
  const std::vector<ByteSpan> partly =
      PartlyUnknown(text, source, tokenizer.source_unk_id(), boundaries);
  if (partly.empty()) {
    return source;
  }
  hidden = Union(std::move(hidden), partly);
  return EncodeReplaced(tokenizer, text, tags,
                        Merge(respelled, hidden, unknown));
}

}  // namespace interpres
