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
  // begin with #. Returns NOT_FOUND if the file cannot be read, and
  // INVALID_ARGUMENT if the file has no token, or if a token is shorter than
  // kMinTokenLength or has a character that RFC 6750 does not allow. The
  // message has the number of the line, never its text.
  static absl::StatusOr<std::unique_ptr<BearerTokens>> Load(
      const std::string& file);

  // Reads the file again. After an error of Load the tokens stay the same. A
  // file that is written in place may be read in part, so replace the file by
  // renaming.
  absl::Status Reload() ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns UNAUTHENTICATED unless `authorization`, the value of the header
  // with this name, is "Bearer TOKEN" with one of the tokens. The time that
  // this takes does not depend on the tokens.
  absl::Status Check(std::string_view authorization) const
      ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // Digests have the same length, so that the time of a comparison does not
  // tell where tokens differ.
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
