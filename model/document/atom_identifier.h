// The scanners of identifiers that machines make: UUIDs, hashes, IP addresses,
// MAC addresses and version numbers.

#ifndef INTERPRES_MODEL_DOCUMENT_ATOM_IDENTIFIER_H_
#define INTERPRES_MODEL_DOCUMENT_ATOM_IDENTIFIER_H_

#include <cstdint>

#include "model/document/atom_text.h"

namespace interpres {

// Returns the end, in bytes, of the UUID that begins at `begin`, or `begin` if
// no UUID begins there. A UUID has hexadecimal digits in groups of 8, 4, 4, 4
// and 12 with hyphens between them. REQUIRES: `begin` is in the text and not
// inside a word.
int64_t UuidEnd(const AtomText& text, int64_t begin);

// Returns the end, in bytes, of the MAC address that begins at `begin`, or
// `begin` if no MAC address begins there. A MAC address has six groups of two
// hexadecimal digits with `:` or `-` between them. With `-`, one of the digits
// is a letter. REQUIRES: `begin` is in the text and not inside a word.
int64_t MacAddressEnd(const AtomText& text, int64_t begin);

// Returns the end, in bytes, of the hash that begins at `begin`, or `begin` if
// no hash begins there. A hash is a word of 7 to 128 hexadecimal digits with a
// letter and a decimal digit. A number before up to three letters (`2000BCE`)
// is no hash. A hexadecimal number such as `0x1f` also counts as a hash.
// REQUIRES: `begin` is in the text and not inside a word.
int64_t HashEnd(const AtomText& text, int64_t begin);

// Returns the end, in bytes, of the IPv4 or IPv6 address that begins at
// `begin`, or `begin` if no address begins there. A port (IPv4 only) and the
// length of a prefix belong to the address. A short form of IPv6 has a decimal
// digit. REQUIRES: `begin` is in the text.
int64_t IpAddressEnd(const AtomText& text, int64_t begin);

// Returns the end, in bytes, of the version that begins at `begin`, or `begin`
// if no version begins there. A version is `v1`, `v1.2`, `V1.2`, or three to
// eight numbers (`1.2.3`), and can have a suffix such as `-rc1` or `+build.5`.
// A date (`12.10.2020`) or a large number (`1.234.567`) is no version.
// REQUIRES: `begin` is in the text and not inside a word.
int64_t VersionEnd(const AtomText& text, int64_t begin);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_IDENTIFIER_H_
