// The glossaries of the operator and of the clients.

#ifndef INTERPRES_SERVER_GLOSSARY_GLOSSARY_STORE_H_
#define INTERPRES_SERVER_GLOSSARY_GLOSSARY_STORE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/base/mutex.h"
#include "server/glossary/glossary_directory.h"
#include "server/glossary/glossary_file_name.h"
#include "server/glossary/glossary_options.h"
#include "server/glossary/served_glossary.h"
#include "server/metrics/metrics.h"

namespace interpres {

// The result of a reload for one file.
struct GlossaryReload {
  enum class Outcome { kUnchanged, kLoaded, kRejected, kUnloaded };
  GlossaryFileKey key;
  Outcome outcome = Outcome::kUnchanged;
  // Why the file cannot be used. Empty unless the outcome is kRejected.
  std::string reason = {};
};

// The results of a reload, sorted by owner and file, or its error.
using GlossaryReport = absl::StatusOr<std::vector<GlossaryReload>>;

// Returns the error of the report, if it has one. Otherwise returns
// FAILED_PRECONDITION with the reasons of all rejected files. Returns OK if no
// file was rejected.
absl::Status StatusOf(const GlossaryReport& report);

// The glossaries of a GlossaryDirectory, in memory. The files of the operator
// are for every client. A glossary that a client made is for its owner only. A
// name means the owner's glossary if both exist.
//
// Thread-safe. Find and List take a lock for a short time. All other functions
// read or write files, one call after another. An owner is the directory of the
// client (TokenOwner) and never empty.
class GlossaryStore {
 public:
  // Reads the directory. A file that cannot be used is logged and left out.
  // Returns FAILED_PRECONDITION if the directory cannot be read. `metrics` must
  // outlive the store.
  static absl::StatusOr<std::unique_ptr<GlossaryStore>> Load(
      GlossaryOptions options, Metrics& metrics);

  // Returns the glossary that the owner may use. Returns NOT_FOUND, with the
  // names of the owner's and the operator's glossaries, if there is no such
  // glossary.
  absl::StatusOr<NamedGlossaryPtr> Find(const std::string& owner,
                                        const std::string& name) const
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns the glossaries that the owner may use, sorted by name.
  std::vector<NamedGlossaryPtr> List(const std::string& owner) const
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Makes a glossary with one file, and returns the glossary. Returns
  // INVALID_ARGUMENT for a wrong name, header or content, ALREADY_EXISTS if the
  // owner may use a glossary of this name, FAILED_PRECONDITION if the owner has
  // too many glossaries, and the errors of GlossaryDirectory.
  absl::StatusOr<NamedGlossaryPtr> Create(const std::string& owner,
                                          const GlossaryFileName& name,
                                          std::string_view content)
      ABSL_LOCKS_EXCLUDED(change_mutex_, mutex_);

  // Replaces the terms of a glossary that the owner made, and returns the
  // glossary. Empty languages of the header mean the present ones. Returns
  // NOT_FOUND, PERMISSION_DENIED for a glossary of the operator,
  // INVALID_ARGUMENT also for other languages, and the errors of
  // GlossaryDirectory.
  absl::StatusOr<NamedGlossaryPtr> Update(const std::string& owner,
                                          GlossaryFileName name,
                                          std::string_view content)
      ABSL_LOCKS_EXCLUDED(change_mutex_, mutex_);

  // Changes the terms of a glossary that the owner made, and returns the
  // glossary. `edit` gets the terms of all earlier changes; each source occurs
  // once, and each term is clean (CleanTerm). Its error is returned, and then
  // nothing changes. Returns the errors of Update, which include
  // INVALID_ARGUMENT for a TBX file, and FAILED_PRECONDITION for a file that
  // cannot be used.
  absl::StatusOr<NamedGlossaryPtr> Edit(
      const std::string& owner, GlossaryFileName name,
      absl::FunctionRef<absl::Status(std::vector<Term>&)> edit)
      ABSL_LOCKS_EXCLUDED(change_mutex_, mutex_);

  // Removes a glossary that the owner made. Returns NOT_FOUND,
  // PERMISSION_DENIED for a glossary of the operator, and the errors of
  // GlossaryDirectory.
  absl::Status Delete(const std::string& owner, const std::string& name)
      ABSL_LOCKS_EXCLUDED(change_mutex_, mutex_);

  // Reads the files that have changed, and forgets those that are gone. A file
  // that cannot be used leaves its former terms in use, and the other files are
  // read. Returns the result of each file, sorted by owner and file. Returns
  // FAILED_PRECONDITION, and changes nothing, if the directory cannot be read.
  GlossaryReport Reload() ABSL_LOCKS_EXCLUDED(change_mutex_, mutex_);

  // Does what Reload does for the files of one owner. Another server may have
  // changed them in a shared directory.
  absl::Status Refresh(const std::string& owner)
      ABSL_LOCKS_EXCLUDED(change_mutex_, mutex_);

 private:
  struct File {
    std::string fingerprint;
    // Empty before the first success.
    std::string name = {};
    std::vector<ServedGlossaryPtr> pairs = {};  // of the last success
    std::string rejection = {};                 // empty if the file is good
  };
  using Names = std::map<std::string, NamedGlossaryPtr>;

  GlossaryStore(GlossaryOptions options, Metrics& metrics)
      : options_(std::move(options)),
        directory_(options_.directory),
        metrics_(metrics) {}

  // Compares the files with what was found, for one owner or, if `owner` is
  // null, for all.
  std::vector<GlossaryReload> Apply(const std::vector<FoundGlossaryFile>& found,
                                    const std::string* owner)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_mutex_) ABSL_LOCKS_EXCLUDED(mutex_);
  GlossaryReload ApplyFile(const FoundGlossaryFile& found)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_mutex_);
  // Reads a file and returns its pairs, or why it cannot be used.
  absl::StatusOr<File> ReadFound(const FoundGlossaryFile& found) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_mutex_);
  // Returns an error if another file of the owner has the same pair.
  absl::Status CheckPairs(const GlossaryFileKey& key, const File& file) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_mutex_);
  absl::Status RefreshLocked(const std::string& owner)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_mutex_) ABSL_LOCKS_EXCLUDED(mutex_);
  // Returns the file of a glossary that the owner made. Sets empty languages of
  // `name` to the languages of the file, and returns INVALID_ARGUMENT for other
  // languages or another kind of file.
  absl::StatusOr<GlossaryFileKey> FindSameKind(const std::string& owner,
                                               GlossaryFileName& name) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_mutex_) ABSL_LOCKS_EXCLUDED(mutex_);
  // Writes a file and serves its terms.
  absl::StatusOr<NamedGlossaryPtr> Replace(const std::string& owner,
                                           const GlossaryFileName& name,
                                           std::string_view content)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_mutex_) ABSL_LOCKS_EXCLUDED(mutex_);
  // Returns the file of a glossary that the owner made.
  absl::StatusOr<GlossaryFileKey> FindOwned(const std::string& owner,
                                            const std::string& name) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_mutex_) ABSL_LOCKS_EXCLUDED(mutex_);
  // Makes served_ and the metrics from files_.
  void Publish() ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_mutex_)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Returns null without such a glossary.
  NamedGlossaryPtr TryFind(const std::string& owner,
                           const std::string& name) const
      ABSL_LOCKS_EXCLUDED(mutex_);

  const GlossaryOptions options_;
  const GlossaryDirectory directory_;
  Metrics& metrics_;
  // Held while files are read or written.
  Mutex change_mutex_;
  std::map<GlossaryFileKey, File> files_ ABSL_GUARDED_BY(change_mutex_);
  mutable Mutex mutex_ ABSL_ACQUIRED_AFTER(change_mutex_);
  // By owner.
  std::map<std::string, Names> served_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GLOSSARY_GLOSSARY_STORE_H_
