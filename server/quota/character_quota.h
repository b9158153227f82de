// Counts the characters that each owner has had translated in this month.

#ifndef INTERPRES_SERVER_QUOTA_CHARACTER_QUOTA_H_
#define INTERPRES_SERVER_QUOTA_CHARACTER_QUOTA_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/base/mutex.h"
#include "server/quota/quota_options.h"

namespace interpres {

// Returns whether the status is the error that CharacterQuota::Charge returns
// for a request that would exceed the quota.
bool IsQuotaExceeded(const absl::Status& status);

// Returns the number of characters (Unicode code points) of a text in UTF-8.
int64_t CountCharacters(std::string_view text);

class CharacterQuota;

// The characters that a request was charged. Not thread-safe.
class QuotaCharge {
 public:
  // Nothing was charged.
  QuotaCharge() = default;
  // Subtracts the characters from the owner's count again, because the request
  // failed. The count stays at least 0. Does nothing after the end of the month
  // of the charge, or when called again. REQUIRES: the quota exists.
  void Refund();

 private:
  friend class CharacterQuota;

  CharacterQuota* quota_ = nullptr;  // null if there is nothing to refund
  std::string owner_;
  std::string month_;  // 2026-11
  int64_t characters_ = 0;
};

// Counts the characters that each owner (server/security/token_owner.h) has had
// translated in the present calendar month of UTC, and enforces the quota. All
// counts begin at 0 with each month. Thread-safe, except Save.
class CharacterQuota {
 public:
  // Returns the seconds since 1970. Thread-safe.
  using UnixTime = std::function<int64_t()>;

  // Reads the counts from the file `options.file`. All counts are 0 if the file
  // is missing, has another month, or is not set. Then writes the file, so that
  // a file that cannot be written is found at the start. Returns
  // INVALID_ARGUMENT if the content is malformed, and the errors of reading and
  // writing the file. REQUIRES: options.characters >= 1.
  static absl::StatusOr<std::unique_ptr<CharacterQuota>> Load(
      const QuotaOptions& options, UnixTime now);
  // The seconds of the system's clock.
  static int64_t SystemTime();

  // Adds characters to the owner's count for the present month. Returns
  // RESOURCE_EXHAUSTED, for which IsQuotaExceeded is true, and adds nothing, if
  // the count would exceed the quota. REQUIRES: characters >= 0.
  absl::StatusOr<QuotaCharge> Charge(const std::string& owner,
                                     int64_t characters)
      ABSL_LOCKS_EXCLUDED(mutex_);

  int64_t limit() const { return options_.characters; }
  int64_t CountOf(const std::string& owner) ABSL_LOCKS_EXCLUDED(mutex_);

  // Writes the counts to the file if a count has changed since the last
  // successful Save. Does nothing if no file is set. Returns the errors of
  // writing; then the next Save tries again. REQUIRES: called on one thread at
  // a time.
  absl::Status Save() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  friend class QuotaCharge;

  CharacterQuota(const QuotaOptions& options, UnixTime now)
      : options_(options), now_(std::move(now)) {}

  absl::Status Read();
  void Subtract(const QuotaCharge& charge) ABSL_LOCKS_EXCLUDED(mutex_);
  // Forgets the counts of another month.
  void BeginMonth() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const QuotaOptions options_;
  const UnixTime now_;
  Mutex mutex_;
  std::string month_ ABSL_GUARDED_BY(mutex_);  // 2026-11
  std::map<std::string, int64_t> counts_ ABSL_GUARDED_BY(mutex_);
  bool changed_ ABSL_GUARDED_BY(mutex_) = true;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_QUOTA_CHARACTER_QUOTA_H_
