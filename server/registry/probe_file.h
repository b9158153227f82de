// A file that keeps what the probes of a model found, so that a restarted
// server does not repeat them.

#ifndef INTERPRES_SERVER_REGISTRY_PROBE_FILE_H_
#define INTERPRES_SERVER_REGISTRY_PROBE_FILE_H_

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "model/document/sentinel.h"

namespace interpres {

// The results of the probes for one target language.
struct ProbeResult {
  // Usual number of target tokens for each source token. 0 means unknown.
  double length_ratio = 0.0;
  // kNone means that the model copies no sentinels.
  SentinelForm sentinels = SentinelForm::kNone;

  bool operator==(const ProbeResult&) const = default;
};

// By target language.
using ProbeResults = std::map<std::string, ProbeResult>;

// The file of one checkpoint with one compute type. Servers may share a
// directory: they write equal content for equal keys. Thread-safe.
class ProbeFile {
 public:
  // No file: Read returns null and Write does nothing.
  ProbeFile() = default;
  // `key` is a text that is different for each checkpoint, each compute type
  // and each version of this program. The name of the file is a hash of `key`.
  ProbeFile(const std::filesystem::path& directory, std::string_view key);

  // Returns the results of the latest Write. Returns null if there is no such
  // file, or if it cannot be read or is malformed.
  std::optional<ProbeResults> Read() const;
  // Makes the directory if it does not exist. Returns the error of the system,
  // for example of a read-only disk.
  absl::Status Write(const ProbeResults& results) const;

 private:
  std::filesystem::path path_;  // empty without a file
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_PROBE_FILE_H_
