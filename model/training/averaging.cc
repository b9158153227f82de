#include "model/training/averaging.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>

#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/training/state_archive.h"

namespace interpres {
namespace {

constexpr std::string_view kPrefix = "snapshot-";
constexpr std::string_view kSuffix = ".state";
constexpr char kScoreKey[] = "score";

absl::Status Remove(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::remove(path, error);
  if (error) {
    return absl::UnavailableError(absl::StrFormat(
        "%s: removing it failed: %s", path.string(), error.message()));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status SnapshotStore::Add(int64_t update, double score,
                                std::span<const float> parameters) {
  const std::span<const float> arrays[] = {parameters};
  return WriteStateArchive(
      PathOf(update), {{kScoreKey, absl::StrFormat("%.17g", score)}}, arrays);
}

absl::Status SnapshotStore::RemoveBeyond() const {
  INTERPRES_ASSIGN_OR_RETURN(std::vector<int64_t> updates,
                             Ranked(std::numeric_limits<int64_t>::max()));
  while (static_cast<int64_t>(updates.size()) > policy_.keep) {
    INTERPRES_RETURN_IF_ERROR(Remove(PathOf(updates.front())));
    updates.erase(updates.begin());
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<int64_t>> SnapshotStore::Ranked(
    int64_t last_update) const {
  std::vector<int64_t> updates = Updates();
  std::erase_if(updates, [&](int64_t u) { return u > last_update; });
  if (!policy_.best) {
    return updates;
  }
  std::vector<std::pair<double, int64_t>> scored;
  for (const int64_t update : updates) {
    INTERPRES_ASSIGN_OR_RETURN(const StateArchive snapshot,
                               ReadStateArchive(PathOf(update)));
    const auto found = snapshot.entries.find(kScoreKey);
    double score = 0.0;
    if (found == snapshot.entries.end() ||
        !absl::SimpleAtod(found->second, &score) || std::isnan(score)) {
      return absl::DataLossError(absl::StrFormat(
          "%s: a snapshot without a score", PathOf(update).string()));
    }
    scored.emplace_back(score, update);
  }
  std::sort(scored.begin(), scored.end());
  std::transform(scored.begin(), scored.end(), updates.begin(),
                 [](const auto& entry) { return entry.second; });
  return updates;
}

absl::StatusOr<AlignedBuffer<float>> SnapshotStore::Average(
    int64_t last_update) const {
  INTERPRES_ASSIGN_OR_RETURN(std::vector<int64_t> updates, Ranked(last_update));
  if (updates.empty()) {
    return absl::NotFoundError(absl::StrFormat(
        "%s holds no snapshot to average", directory_.string()));
  }
  const auto count = std::min<std::size_t>(
      updates.size(), static_cast<std::size_t>(policy_.keep));
  updates.erase(updates.begin(),
                updates.end() - static_cast<std::ptrdiff_t>(count));
  // So that the sum does not depend on the ranks.
  std::sort(updates.begin(), updates.end());
  AlignedBuffer<float> mean;
  for (const int64_t update : updates) {
    INTERPRES_ASSIGN_OR_RETURN(StateArchive snapshot,
                               ReadStateArchive(PathOf(update)));
    if (snapshot.arrays.size() != 1 ||
        (mean.size() > 0 && snapshot.arrays[0].size() != mean.size())) {
      return absl::DataLossError(absl::StrFormat(
          "%s: not a snapshot of this run", PathOf(update).string()));
    }
    if (mean.size() == 0) {
      mean = AlignedBuffer<float>(snapshot.arrays[0].size());
    }
    for (int64_t k = 0; k < mean.size(); ++k) {
      mean[k] += snapshot.arrays[0][k] / static_cast<float>(count);
    }
  }
  return mean;
}

std::vector<int64_t> SnapshotStore::Updates() const {
  std::vector<int64_t> updates;
  std::error_code error;
  for (const auto& entry :
       std::filesystem::directory_iterator(directory_, error)) {
    std::string name = entry.path().filename().string();
    int64_t update = 0;
    if (name.starts_with(kPrefix) && name.ends_with(kSuffix) &&
        absl::SimpleAtoi(
            name.substr(kPrefix.size(),
                        name.size() - kPrefix.size() - kSuffix.size()),
            &update)) {
      updates.push_back(update);
    }
  }
  std::sort(updates.begin(), updates.end());
  return updates;
}

absl::Status SnapshotStore::RemoveUnfinished() const {
  std::vector<std::filesystem::path> unfinished;
  std::error_code error;
  for (const auto& entry :
       std::filesystem::directory_iterator(directory_, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(kPrefix) && name.ends_with(".tmp")) {
      unfinished.push_back(entry.path());
    }
  }
  for (const std::filesystem::path& path : unfinished) {
    INTERPRES_RETURN_IF_ERROR(Remove(path));
  }
  return absl::OkStatus();
}

absl::Status SnapshotStore::RemoveAfter(int64_t update) const {
  INTERPRES_RETURN_IF_ERROR(RemoveUnfinished());
  for (const int64_t found : Updates()) {
    if (found <= update) {
      continue;
    }
    INTERPRES_RETURN_IF_ERROR(Remove(PathOf(found)));
  }
  return absl::OkStatus();
}

std::filesystem::path SnapshotStore::PathOf(int64_t update) const {
  return directory_ / absl::StrFormat("snapshot-%d.state", update);
}

}  // namespace interpres
