#include "server/security/token_owner.h"

#include <openssl/sha.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/strings/escaping.h"

namespace interpres {
namespace {

// Each byte has two digits.
constexpr std::size_t kOwnerBytes = 16;

}  // namespace

std::string TokenOwner(std::string_view authorization) {
  // The case of the scheme does not matter, so the scheme is left out.
  const std::string text =
      "interpres-glossary-owner:" +
      std::string(authorization.substr(authorization.find(' ') + 1));
  std::array<uint8_t, SHA256_DIGEST_LENGTH> digest = {};
  SHA256(reinterpret_cast<const uint8_t*>(text.data()), text.size(),
         digest.data());
  return absl::BytesToHexString(
      {reinterpret_cast<const char*>(digest.data()), kOwnerBytes});
}

}  // namespace interpres
