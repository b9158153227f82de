#include "model/document/atom.h"

#include <array>
#include <cstddef>

namespace interpres {

std::string_view AtomKindName(AtomKind kind) {
  constexpr std::array<std::string_view, kAtomKindCount> kNames = {
      "url",         "email",           "path",    "uuid",
      "hash",        "ip_address",      "version", "code",
      "placeholder", "hashtag",         "mention", "emoji",
      "number",      "do_not_translate"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace interpres
