// The scanners of identifiers that machines make: UUIDs, hashes, IP addresses,
// MAC addresses and version numbers.

#ifndef INTERPRES_MODEL_DOCUMENT_ATOM_IDENTIFIER_H_
#define INTERPRES_MODEL_DOCUMENT_ATOM_IDENTIFIER_H_

#include <cstdint>

#include "model/document/atom_text.h"

namespace interpres {

// A scanner (AtomText). 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12.
int64_t UuidEnd(const AtomText& text, int64_t begin);

// A scanner. A MAC address: six groups of two hexadecimal digits with `:` or
// `-` between them. With `-`, one of the digits is a letter.
int64_t MacAddressEnd(const AtomText& text, int64_t begin);

// A scanner. A word of 7 to 128 hexadecimal digits, with a letter and a decimal
// digit, that is more than a number before up to three letters (`2000BCE`).
// Also `0x1f`.
int64_t HashEnd(const AtomText& text, int64_t begin);

// A scanner. An address of IPv4 or IPv6, also with a port (IPv4 only) or the
// length of a prefix. A short form of IPv6 has a decimal digit.
int64_t IpAddressEnd(const AtomText& text, int64_t begin);

// A scanner. `v1`, `v1.2`, or at least three numbers (`1.2.3`), with a suffix
// such as `-rc1` or `+build.5`. A date (`12.10.2020`) or a large number
// (`1.234.567`) is no version.
int64_t VersionEnd(const AtomText& text, int64_t begin);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_IDENTIFIER_H_
