#include "server/security/bearer_tokens.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/base/text_lines.h"

namespace interpres {
namespace {

constexpr std::string_view kScheme = "bearer ";

// The characters of b64token in RFC 6750, section 2.1.
bool IsTokenCharacter(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
         std::string_view("-._~+/=").find(c) != std::string_view::npos;
}

absl::Status CheckToken(std::string_view token, const std::string& file,
                        int line) {
  if (token.size() < BearerTokens::kMinTokenLength) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s:%d: a token of %d characters; expected at least %d, for example "
        "from: openssl rand -hex 32",
        file, line, token.size(), BearerTokens::kMinTokenLength));
  }
  if (!std::all_of(token.begin(), token.end(), IsTokenCharacter)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s:%d: a token may have letters, digits and -._~+/= only; one token "
        "a line, nothing else",
        file, line));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::unique_ptr<BearerTokens>> BearerTokens::Load(
    const std::string& file) {
  std::unique_ptr<BearerTokens> tokens(new BearerTokens(file));
  INTERPRES_RETURN_IF_ERROR(tokens->Reload());
  return tokens;
}

absl::Status BearerTokens::Reload() {
  INTERPRES_ASSIGN_OR_RETURN(std::vector<Digest> digests, Read(file_));
  const MutexLock lock(mutex_);
  digests_ = std::move(digests);
  return absl::OkStatus();
}

absl::Status BearerTokens::Check(std::string_view authorization) const {
  // The scheme's case does not matter (RFC 9110, section 11.1).
  if (!absl::StartsWithIgnoreCase(AsAbsl(authorization), AsAbsl(kScheme))) {
    return absl::UnauthenticatedError(
        "this server asks for a token: send the metadata \"authorization: "
        "Bearer TOKEN\" or \"x-goog-api-key: TOKEN\"");
  }
  const Digest presented = Hash(authorization.substr(kScheme.size()));
  int equal = 0;
  const MutexLock lock(mutex_);
  for (const Digest& digest : digests_) {
    equal += static_cast<int>(
        CRYPTO_memcmp(digest.data(), presented.data(), digest.size()) == 0);
  }
  return equal > 0 ? absl::OkStatus()
                   : absl::UnauthenticatedError(
                         "this server does not know the token that was sent");
}

BearerTokens::Digest BearerTokens::Hash(std::string_view token) {
  Digest digest = {};
  static_assert(digest.size() == SHA256_DIGEST_LENGTH);
  SHA256(reinterpret_cast<const uint8_t*>(token.data()), token.size(),
         digest.data());
  return digest;
}

absl::StatusOr<std::vector<BearerTokens::Digest>> BearerTokens::Read(
    const std::string& file) {
  const absl::StatusOr<std::vector<std::string>> lines = ReadLines(file);
  if (!lines.ok()) {
    return absl::NotFoundError(
        absl::StrCat("cannot read the tokens in ", lines.status().message()));
  }
  std::vector<Digest> digests;
  int number = 0;
  for (const std::string& line : *lines) {
    ++number;
    const absl::string_view token = absl::StripAsciiWhitespace(line);
    if (token.empty() || token.front() == '#') {
      continue;
    }
    const std::string_view text(token.data(), token.size());
    INTERPRES_RETURN_IF_ERROR(CheckToken(text, file, number));
    digests.push_back(Hash(text));
  }
  if (digests.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(file, " holds no token: no client could use the server"));
  }
  return digests;
}

}  // namespace interpres
