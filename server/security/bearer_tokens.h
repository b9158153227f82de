// The bearer tokens (RFC 6750) that callers of the service must have.

#ifndef INTERPRES_SERVER_SECURITY_BEARER_TOKENS_H_
#define INTERPRES_SERVER_SECURITY_BEARER_TOKENS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/base/mutex.h"

namespace interpres {

// Thread-safe.
class BearerTokens {
 public:
  static constexpr std::size_t kMinTokenLength = 16;

  // Reads a file with one token per line. Skips empty lines and lines that
  // begin with #. Returns NOT_FOUND if the file cannot be read. Returns
  // INVALID_ARGUMENT if the file has no token, or a token is shorter than
  // kMinTokenLength or has a character that RFC 6750 forbids. The error message
  // has the number of the line, never the text of the line.
  static absl::StatusOr<std::unique_ptr<BearerTokens>> Load(
      const std::string& file);

  // Reads the file again and replaces the tokens. Returns the errors of Load;
  // then the old tokens stay valid. A file that is written in place may be read
  // in part, so replace the file by renaming.
  absl::Status Reload() ABSL_LOCKS_EXCLUDED(mutex_);

  // Checks the value of a call's header "authorization". Returns OK if the
  // value is "Bearer TOKEN" with one of the tokens of the file, UNAUTHENTICATED
  // otherwise. The case of "Bearer" does not matter. The duration of the check
  // does not depend on the contents of the tokens.
  absl::Status Check(std::string_view authorization) const
      ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // The SHA-256 digest of a token. Digests are compared instead of tokens. They
  // have the same length, so that the duration of a comparison does not reveal
  // where tokens differ.
  using Digest = std::array<uint8_t, 32>;

  explicit BearerTokens(std::string file) : file_(std::move(file)) {}
  static Digest Hash(std::string_view token);
  static absl::StatusOr<std::vector<Digest>> Read(const std::string& file);

  const std::string file_;
  mutable Mutex mutex_;
  std::vector<Digest> digests_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SECURITY_BEARER_TOKENS_H_
