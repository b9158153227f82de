// Atoms: parts of a text that a translation copies and does not translate, such
// as addresses, code, placeholders, emoji and numbers.

#ifndef INTERPRES_MODEL_DOCUMENT_ATOM_H_
#define INTERPRES_MODEL_DOCUMENT_ATOM_H_

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "model/document/byte_span.h"

namespace interpres {

// The kind of an atom. If two kinds match the same bytes, the atom has the kind
// that is first here.
enum class AtomKind : uint8_t {
  kUrl,
  kEmail,
  kPath,
  kUuid,
  kHash,
  kIpAddress,
  kVersion,
  kCode,
  kPlaceholder,
  kHashtag,
  kMention,
  kEmoji,
  kNumber,
  kDoNotTranslate,
};

inline constexpr int kAtomKindCount = 14;

struct Atom {
  ByteSpan span;
  AtomKind kind = AtomKind::kUrl;

  friend bool operator==(const Atom&, const Atom&) = default;
};

// A set of kinds.
class AtomKinds {
 public:
  AtomKinds() = default;
  AtomKinds(std::initializer_list<AtomKind> kinds) {
    for (const AtomKind kind : kinds) {
      Add(kind);
    }
  }

  void Add(AtomKind kind) { bits_ |= BitOf(kind); }
  bool Has(AtomKind kind) const { return (bits_ & BitOf(kind)) != 0; }

 private:
  static uint32_t BitOf(AtomKind kind) {
    return uint32_t{1} << static_cast<uint8_t>(kind);
  }

  uint32_t bits_ = 0;
};

// Returns the name of a kind in small letters, as a metric label has it:
// `url`, `ip_address`, `do_not_translate`.
std::string_view AtomKindName(AtomKind kind);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_H_
