// The tokens that open the service (RFC 6750), from a file.

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
  static constexpr std::size_t kLeastTokenLength = 16;

  // A token a line; empty lines and lines that begin with # are skipped.
  // NOT_FOUND if the file cannot be read; INVALID_ARGUMENT, with the line but
  // never its text, if a token is shorter than kLeastTokenLength or has a
  // character that RFC 6750 does not allow, or if there is none.
  static absl::StatusOr<std::unique_ptr<BearerTokens>> Load(
      const std::string& file);

  // Reads the file again. On an error the tokens stay as they were. A file that
  // is being written in place may be read in part: replace it by renaming.
  absl::Status Reload() ABSL_LOCKS_EXCLUDED(mutex_);

  // UNAUTHENTICATED unless `authorization`, the value of the metadata of that
  // name, is "Bearer TOKEN" with one of the tokens. How long that takes does
  // not depend on the tokens.
  absl::Status Check(std::string_view authorization) const
      ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // Comparing digests of one length says nothing about where tokens differ.
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
