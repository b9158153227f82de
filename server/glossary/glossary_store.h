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

  // Returns the glossary `name` that the owner may use: a glossary of the owner
  // or else of the operator. Returns INVALID_ARGUMENT if CheckGlossaryName
  // refuses the name. Returns NOT_FOUND if the owner may use no glossary of
  // this name; the message has up to 20 names of glossaries.
  absl::StatusOr<NamedGlossaryPtr> Find(const std::string& owner,
                                        const std::string& name) const
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns the glossaries that the owner may use, sorted by name.
  std::vector<NamedGlossaryPtr> List(const std::string& owner) const
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Makes a glossary with one file, and returns the glossary. Returns
  // INVALID_ARGUMENT for a wrong name, header or content. Returns
  // ALREADY_EXISTS if the owner may use a glossary of this name, or has a file
  // of this name that cannot be used. Returns FAILED_PRECONDITION if the owner
  // has too many glossaries. Also returns the errors of
  // GlossaryDirectory::ListOwner and Write.
  absl::StatusOr<NamedGlossaryPtr> Create(const std::string& owner,
                                          const GlossaryFileName& name,
                                          std::string_view content)
      ABSL_LOCKS_EXCLUDED(change_mutex_, mutex_);

  // Replaces the terms of a glossary that the owner made, and returns the
  // glossary. Two empty languages in the header mean the present languages.
  // Returns NOT_FOUND if the glossary does not exist, and PERMISSION_DENIED for
  // a glossary of the operator. Returns INVALID_ARGUMENT for a wrong name or
  // content, other languages, or TBX instead of another format or the reverse.
  // Also returns the errors of GlossaryDirectory::ListOwner and Write.
  absl::StatusOr<NamedGlossaryPtr> Update(const std::string& owner,
                                          GlossaryFileName name,
                                          std::string_view content)
      ABSL_LOCKS_EXCLUDED(change_mutex_, mutex_);

  // Changes the terms of a glossary that the owner made, and returns the
  // glossary. Calls `edit` with the terms after all earlier changes. Each
  // source occurs once, and each term is clean (CleanTerm). Returns the error
  // of `edit`, and then changes nothing. Returns FAILED_PRECONDITION if the
  // file cannot be used. Also returns the errors of Update, which include
  // INVALID_ARGUMENT for a TBX file. REQUIRES: `edit` calls no function of the
  // store.
  absl::StatusOr<NamedGlossaryPtr> Edit(
      const std::string& owner, GlossaryFileName name,
      absl::FunctionRef<absl::Status(std::vector<Term>&)> edit)
      ABSL_LOCKS_EXCLUDED(change_mutex_, mutex_);

  // Removes a glossary that the owner made, also if its file cannot be used.
  // Returns INVALID_ARGUMENT if CheckGlossaryName refuses the name, NOT_FOUND
  // if the glossary does not exist, and PERMISSION_DENIED for a glossary of the
  // operator. Also returns the errors of GlossaryDirectory::ListOwner and
  // Remove.
  absl::Status Delete(const std::string& owner, const std::string& name)
      ABSL_LOCKS_EXCLUDED(change_mutex_, mutex_);

  // Reads the files that have changed, and unloads the files that no longer
  // exist. If a changed file cannot be used, its former terms stay in use, and
  // the other files are read. Returns the result of each file, sorted by owner
  // and file. Returns FAILED_PRECONDITION, and changes nothing, if the
  // directory cannot be read.
  GlossaryReport Reload() ABSL_LOCKS_EXCLUDED(change_mutex_, mutex_);

  // Reads the changed files of one owner, as Reload does for all files, because
  // another server may have changed them in a shared directory. Returns OK also
  // if a file cannot be used. Returns FAILED_PRECONDITION, and changes nothing,
  // if the owner's directory cannot be read.
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

  // Compares files_ with the files `found` of one owner. Null `owner` means all
  // owners. Loads new and changed files, unloads missing files, and publishes
  // the glossaries. Returns the result of each file, sorted by owner and file.
  std::vector<GlossaryReload> Apply(const std::vector<FoundGlossaryFile>& found,
                                    const std::string* owner)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_mutex_) ABSL_LOCKS_EXCLUDED(mutex_);
  GlossaryReload ApplyFile(const FoundGlossaryFile& found)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_mutex_);
  // Reads a file and returns its pairs of languages with their terms. Returns
  // an error that says why the file cannot be used.
  absl::StatusOr<File> ReadFound(const FoundGlossaryFile& found) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_mutex_);
  // Returns INVALID_ARGUMENT if another file of the same owner and glossary has
  // a pair of languages that `file` has.
  absl::Status CheckPairs(const GlossaryFileKey& key, const File& file) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_mutex_);
  absl::Status RefreshLocked(const std::string& owner)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_mutex_) ABSL_LOCKS_EXCLUDED(mutex_);
  // Returns the file of a glossary that the owner made. Sets empty languages of
  // `name` to the languages of the file. Returns INVALID_ARGUMENT if `name` has
  // other languages, or if only one of `name` and the file is TBX. Also returns
  // the errors of FindOwned.
  absl::StatusOr<GlossaryFileKey> FindSameKind(const std::string& owner,
                                               GlossaryFileName& name) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_mutex_) ABSL_LOCKS_EXCLUDED(mutex_);
  // Writes the terms in `content` to the glossary's file, serves them, and
  // returns the glossary. Stores terms of a CSV file as TSV. Returns
  // INVALID_ARGUMENT for wrong content, and the errors of GlossaryDirectory.
  absl::StatusOr<NamedGlossaryPtr> Replace(const std::string& owner,
                                           const GlossaryFileName& name,
                                           std::string_view content)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(change_mutex_) ABSL_LOCKS_EXCLUDED(mutex_);
  // Returns the file of a glossary that the owner made. Returns NOT_FOUND if
  // the glossary does not exist, and PERMISSION_DENIED for a glossary of the
  // operator.
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
