#include "server/quota/character_quota.h"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "absl/strings/cord.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "model/base/read_file.h"
#include "model/base/status.h"
#include "model/base/utf8.h"
#include "model/checkpoint/atomic_file.h"

namespace interpres {
namespace {

constexpr char kPayload[] = "interpres.v1.QuotaExceeded";
constexpr int64_t kMaxFileBytes = 64 << 20;

std::string MonthOf(int64_t unix_seconds) {
  return absl::FormatTime("%Y-%m", absl::FromUnixSeconds(unix_seconds),
                          absl::UTCTimeZone());
}

absl::Status Malformed(const std::string& file, std::size_t line) {
  return absl::InvalidArgumentError(absl::StrFormat(
      "--quota-file %s, line %d, is malformed; expected a month such as "
      "2026-11, then lines of an owner and a number; remove the file to begin "
      "all counts at 0",
      file, line));
}

}  // namespace

bool IsQuotaExceeded(const absl::Status& status) {
  return status.GetPayload(kPayload).has_value();
}

int64_t CountCharacters(std::string_view text) {
  return std::ranges::count_if(
      text, [](char byte) { return !IsUtf8Continuation(byte); });
}

int64_t CharacterQuota::SystemTime() {
  return absl::ToUnixSeconds(absl::Now());
}

absl::StatusOr<std::unique_ptr<CharacterQuota>> CharacterQuota::Load(
    const QuotaOptions& options, UnixTime now) {
  std::unique_ptr<CharacterQuota> quota(
      new CharacterQuota(options, std::move(now)));
  INTERPRES_RETURN_IF_ERROR(quota->Read());
  INTERPRES_RETURN_IF_ERROR(quota->Save());
  return quota;
}

absl::Status CharacterQuota::Read() {
  const MutexLock lock(mutex_);
  std::error_code ignored;
  if (options_.file.empty() ||
      !std::filesystem::exists(options_.file, ignored)) {
    BeginMonth();
    return absl::OkStatus();
  }
  INTERPRES_ASSIGN_OR_RETURN(const std::string content,
                             ReadFile(options_.file, kMaxFileBytes));
  const std::vector<std::string> lines =
      absl::StrSplit(content, '\n', absl::SkipEmpty());
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string> fields = absl::StrSplit(lines[i], ' ');
    int64_t count = 0;
    if (fields.size() != 2 || !absl::SimpleAtoi(fields[1], &count) ||
        count < 0) {
      return Malformed(options_.file, i + 1);
    }
    counts_[fields[0]] = count;
  }
  absl::Time ignored_time;
  if (lines.empty() ||
      !absl::ParseTime("%Y-%m", lines.front(), &ignored_time, nullptr)) {
    return Malformed(options_.file, 1);
  }
  month_ = lines.front();
  BeginMonth();
  return absl::OkStatus();
}

void CharacterQuota::BeginMonth() {
  std::string month = MonthOf(now_());
  if (month != month_) {
    month_ = std::move(month);
    counts_.clear();
    changed_ = true;
  }
}

absl::StatusOr<QuotaCharge> CharacterQuota::Charge(const std::string& owner,
                                                   int64_t characters) {
  const MutexLock lock(mutex_);
  BeginMonth();
  int64_t& count = counts_[owner];
  if (characters > options_.characters - count) {
    absl::Status status = absl::ResourceExhaustedError(absl::StrFormat(
        "the request has %d characters; expected at most %d, the rest of the "
        "quota of %d for %s; wait for the next month (UTC), or ask the "
        "operator for a larger --quota",
        characters, std::max<int64_t>(options_.characters - count, 0),
        options_.characters, month_));
    status.SetPayload(kPayload, absl::Cord("1"));
    return status;
  }
  count += characters;
  changed_ = changed_ || characters > 0;
  QuotaCharge charge;
  charge.quota_ = this;
  charge.owner_ = owner;
  charge.month_ = month_;
  charge.characters_ = characters;
  return charge;
}

void CharacterQuota::Subtract(const QuotaCharge& charge) {
  const MutexLock lock(mutex_);
  BeginMonth();
  if (charge.month_ == month_ && charge.characters_ > 0) {
    // A clock that was set back may have cleared the count.
    int64_t& count = counts_[charge.owner_];
    count = std::max<int64_t>(count - charge.characters_, 0);
    changed_ = true;
  }
}

void QuotaCharge::Refund() {
  if (CharacterQuota* const quota = std::exchange(quota_, nullptr)) {
    quota->Subtract(*this);
  }
}

int64_t CharacterQuota::CountOf(const std::string& owner) {
  const MutexLock lock(mutex_);
  BeginMonth();
  const auto found = counts_.find(owner);
  return found == counts_.end() ? 0 : found->second;
}

absl::Status CharacterQuota::Save() {
  std::string content;
  {
    const MutexLock lock(mutex_);
    if (options_.file.empty() || !changed_) {
      return absl::OkStatus();
    }
    content = absl::StrCat(month_, "\n");
    for (const auto& [owner, count] : counts_) {
      absl::StrAppend(&content, owner, " ", count, "\n");
    }
    changed_ = false;
  }
  const auto write = [&]() -> absl::Status {
    INTERPRES_ASSIGN_OR_RETURN(const std::unique_ptr<AtomicFileWriter> writer,
                               AtomicFileWriter::Create(options_.file));
    INTERPRES_RETURN_IF_ERROR(writer->Write(content));
    return writer->Commit();
  };
  absl::Status status = write();
  if (!status.ok()) {
    // The next Save tries again.
    const MutexLock lock(mutex_);
    changed_ = true;
  }
  return status;
}

}  // namespace interpres
