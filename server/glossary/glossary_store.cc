#include "server/glossary/glossary_store.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "model/base/status.h"
#include "model/glossary/delimited_terms.h"
#include "server/base/logging.h"

namespace interpres {
namespace {

// Maximum number of names in a message.
constexpr std::size_t kMaxListedNames = 20;

// The owner of the operator's files.
const std::string& Operator() {
  static const std::string owner;
  return owner;
}

std::vector<ServedGlossaryPtr> Serve(std::vector<GlossaryTable> tables) {
  std::vector<ServedGlossaryPtr> pairs;
  pairs.reserve(tables.size());
  for (GlossaryTable& table : tables) {
    pairs.push_back(std::make_shared<const ServedGlossary>(std::move(table)));
  }
  return pairs;
}

// Returns the first pair of languages that both have. Null without such a pair.
const ServedGlossary* SharedPair(const std::vector<ServedGlossaryPtr>& a,
                                 const std::vector<ServedGlossaryPtr>& b) {
  for (const ServedGlossaryPtr& wanted : a) {
    const bool is_shared =
        std::ranges::any_of(b, [&](const ServedGlossaryPtr& pair) {
          return pair->source_language() == wanted->source_language() &&
                 pair->target_language() == wanted->target_language();
        });
    if (is_shared) {
      return wanted.get();
    }
  }
  return nullptr;
}

using GlossariesByName = std::map<std::string, NamedGlossaryPtr>;

// Returns the glossaries of an owner. Null without glossaries.
const GlossariesByName* NamesOfOwner(
    const std::map<std::string, GlossariesByName>& served,
    const std::string& owner) {
  const auto names = served.find(owner);
  return names == served.end() ? nullptr : &names->second;
}

// Returns null without such a glossary.
NamedGlossaryPtr FindNamed(const GlossariesByName* names,
                           const std::string& name) {
  if (names == nullptr) {
    return nullptr;
  }
  const auto found = names->find(name);
  return found == names->end() ? nullptr : found->second;
}

absl::Status NotFoundAmong(const std::string& name,
                           const std::vector<NamedGlossaryPtr>& known) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < known.size() && i < kMaxListedNames; ++i) {
    names.push_back(absl::StrCat("\"", known[i]->name, "\""));
  }
  if (known.size() > kMaxListedNames) {
    names.emplace_back("...");
  }
  return absl::NotFoundError(absl::StrFormat(
      "there is no glossary \"%s\"; expected %s", name,
      names.empty() ? "a glossary, but this client may use no glossary; make "
                      "one with CreateGlossary"
                    : absl::StrCat("one of ", absl::StrJoin(names, ", "))));
}

}  // namespace

absl::Status StatusOf(const GlossaryReport& report) {
  if (!report.ok()) {
    return report.status();
  }
  std::vector<std::string> reasons;
  for (const GlossaryReload& file : *report) {
    if (!file.reason.empty()) {
      reasons.push_back(file.reason);
    }
  }
  return reasons.empty()
             ? absl::OkStatus()
             : absl::FailedPreconditionError(absl::StrJoin(reasons, "; "));
}

absl::StatusOr<std::unique_ptr<GlossaryStore>> GlossaryStore::Load(
    GlossaryOptions options, Metrics& metrics) {
  std::unique_ptr<GlossaryStore> store(
      new GlossaryStore(std::move(options), metrics));
  INTERPRES_RETURN_IF_ERROR(store->Reload().status());
  return store;
}

NamedGlossaryPtr GlossaryStore::TryFind(const std::string& owner,
                                        const std::string& name) const {
  const MutexLock lock(mutex_);
  NamedGlossaryPtr found = FindNamed(NamesOfOwner(served_, owner), name);
  return found != nullptr ? found
                          : FindNamed(NamesOfOwner(served_, Operator()), name);
}

absl::StatusOr<NamedGlossaryPtr> GlossaryStore::Find(
    const std::string& owner, const std::string& name) const {
  INTERPRES_RETURN_IF_ERROR(CheckGlossaryName(name));
  NamedGlossaryPtr found = TryFind(owner, name);
  if (found == nullptr) {
    return NotFoundAmong(name, List(owner));
  }
  return found;
}

std::vector<NamedGlossaryPtr> GlossaryStore::List(
    const std::string& owner) const {
  Names names;
  const auto add = [&names](const GlossariesByName* known) {
    if (known != nullptr) {
      names.insert(known->begin(), known->end());
    }
  };
  {
    const MutexLock lock(mutex_);
    add(NamesOfOwner(served_, owner));
    add(NamesOfOwner(served_, Operator()));
  }
  std::vector<NamedGlossaryPtr> list;
  for (auto& [name, glossary] : names) {
    list.push_back(std::move(glossary));
  }
  return list;
}

absl::Status GlossaryStore::CheckPairs(const GlossaryFileKey& key,
                                       const File& file) const {
  for (auto other_file = files_.lower_bound({key.first, ""});
       other_file != files_.end() && other_file->first.first == key.first;
       ++other_file) {
    const auto& [other_key, other] = *other_file;
    if (other_key == key || other.name != file.name) {
      continue;
    }
    if (const ServedGlossary* pair = SharedPair(file.pairs, other.pairs)) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "glossary \"%s\" has the pair %s to %s in %s already; expected each "
          "pair in one file; rename or remove one of the files",
          file.name, pair->source_language(), pair->target_language(),
          other_key.second));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<GlossaryStore::File> GlossaryStore::ReadFound(
    const FoundGlossaryFile& found) const {
  File file = {.fingerprint = found.fingerprint};
  INTERPRES_ASSIGN_OR_RETURN(const GlossaryFileName name,
                             ParseGlossaryFileName(found.key.second));
  INTERPRES_ASSIGN_OR_RETURN(
      const std::string content,
      directory_.Read(found.key, options_.limits.max_bytes));
  INTERPRES_ASSIGN_OR_RETURN(
      std::vector<GlossaryTable> tables,
      ParseGlossary(name.header, content, options_.limits));
  file.name = name.name;
  file.pairs = Serve(std::move(tables));
  INTERPRES_RETURN_IF_ERROR(CheckPairs(found.key, file));
  return file;
}

GlossaryReload GlossaryStore::ApplyFile(const FoundGlossaryFile& found) {
  File& known = files_[found.key];
  // A rejected file is read again, because another file may be the reason.
  if (known.fingerprint == found.fingerprint && known.rejection.empty()) {
    return {.key = found.key};
  }
  absl::StatusOr<File> read = ReadFound(found);
  if (read.ok()) {
    known = *std::move(read);
    metrics_.RecordGlossaryReload(ReloadResult::kLoaded);
    return {.key = found.key, .outcome = GlossaryReload::Outcome::kLoaded};
  }
  const std::string path = directory_.PathOf(found.key).string();
  const std::string reason =
      absl::StrCat(found.key.second, ": ", read.status().message());
  if (known.fingerprint != found.fingerprint || known.rejection != reason) {
    metrics_.RecordGlossaryReload(ReloadResult::kRejected);
    Log(LogLevel::kWarning, "glossary rejected",
        {{"path", path}, {"error", reason}});
  }
  known.fingerprint = found.fingerprint;
  known.rejection = reason;
  return {.key = found.key,
          .outcome = GlossaryReload::Outcome::kRejected,
          .reason = reason};
}

std::vector<GlossaryReload> GlossaryStore::Apply(
    const std::vector<FoundGlossaryFile>& found, const std::string* owner) {
  std::set<GlossaryFileKey> present;
  for (const FoundGlossaryFile& file : found) {
    present.insert(file.key);
  }
  std::vector<GlossaryReload> report;
  // First, so that a renamed file does not contradict its old name.
  std::erase_if(files_, [&](const auto& entry) {
    const GlossaryFileKey& key = entry.first;
    const bool is_gone =
        (owner == nullptr || key.first == *owner) && !present.contains(key);
    if (is_gone) {
      metrics_.RecordGlossaryReload(ReloadResult::kUnloaded);
      report.push_back(
          {.key = key, .outcome = GlossaryReload::Outcome::kUnloaded});
    }
    return is_gone;
  });
  for (const FoundGlossaryFile& file : found) {
    report.push_back(ApplyFile(file));
  }
  std::ranges::sort(report, {}, &GlossaryReload::key);
  Publish();
  return report;
}

void GlossaryStore::Publish() {
  std::map<std::pair<std::string, std::string>, NamedGlossary> glossaries;
  int64_t rejected = 0;
  for (const auto& [key, file] : files_) {
    rejected += file.rejection.empty() ? 0 : 1;
    if (!file.pairs.empty()) {
      NamedGlossary& glossary = glossaries[{key.first, file.name}];
      glossary.name = file.name;
      glossary.is_owned = key.first != Operator();
      glossary.pairs.insert(glossary.pairs.end(), file.pairs.begin(),
                            file.pairs.end());
    }
  }
  metrics_.SetGlossaries(std::ssize(glossaries), rejected);
  std::map<std::string, Names> served;
  for (auto& [key, glossary] : glossaries) {
    served[key.first][key.second] =
        std::make_shared<const NamedGlossary>(std::move(glossary));
  }
  const MutexLock lock(mutex_);
  served_ = std::move(served);
}

GlossaryReport GlossaryStore::Reload() {
  const MutexLock lock(change_mutex_);
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<FoundGlossaryFile> found,
                             directory_.List());
  return Apply(found, /*owner=*/nullptr);
}

absl::Status GlossaryStore::RefreshLocked(const std::string& owner) {
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<FoundGlossaryFile> found,
                             directory_.ListOwner(owner));
  Apply(found, &owner);
  return absl::OkStatus();
}

absl::Status GlossaryStore::Refresh(const std::string& owner) {
  const MutexLock lock(change_mutex_);
  return RefreshLocked(owner);
}

absl::StatusOr<NamedGlossaryPtr> GlossaryStore::Replace(
    const std::string& owner, const GlossaryFileName& name,
    std::string_view content) {
  INTERPRES_ASSIGN_OR_RETURN(
      const std::vector<GlossaryTable> tables,
      ParseGlossary(name.header, content, options_.limits));
  GlossaryFileName stored = name;
  std::string lines;
  if (name.header.format != GlossaryFormat::kTbx) {
    stored.header.format = GlossaryFormat::kTsv;
    lines = WriteTsvTerms(tables.front().terms);
    content = lines;
  }
  const GlossaryFileKey key = {owner, FileNameOf(stored)};
  INTERPRES_RETURN_IF_ERROR(directory_.Write(key, content));
  // A person may have put the old terms there as CSV. Two files with the same
  // languages would be an error.
  const absl::StatusOr<GlossaryFileKey> old = FindOwned(owner, name.name);
  if (old.ok() && *old != key) {
    INTERPRES_RETURN_IF_ERROR(directory_.Remove(*old));
  }
  INTERPRES_RETURN_IF_ERROR(RefreshLocked(owner));
  return Find(owner, name.name);
}

absl::StatusOr<NamedGlossaryPtr> GlossaryStore::Create(
    const std::string& owner, const GlossaryFileName& name,
    std::string_view content) {
  INTERPRES_RETURN_IF_ERROR(CheckGlossaryName(name.name));
  INTERPRES_RETURN_IF_ERROR(CheckHeader(name.header));
  const MutexLock lock(change_mutex_);
  INTERPRES_RETURN_IF_ERROR(RefreshLocked(owner));
  if (const NamedGlossaryPtr known = TryFind(owner, name.name)) {
    return absl::AlreadyExistsError(absl::StrFormat(
        "glossary \"%s\" exists already; expected a new name; %s", name.name,
        known->is_owned ? "use UpdateGlossary to replace its terms"
                        : "choose another name, because this glossary belongs "
                          "to the operator"));
  }
  if (FindOwned(owner, name.name).ok()) {
    return absl::AlreadyExistsError(absl::StrFormat(
        "glossary \"%s\" exists already, and its file cannot be used; expected "
        "a new name; delete the glossary or replace its terms",
        name.name));
  }
  const auto count = std::ranges::count_if(
      files_, [&](const auto& entry) { return entry.first.first == owner; });
  if (count >= options_.max_per_owner) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "the client has %d glossaries; expected at most %d; delete a glossary, "
        "or raise --max-glossaries",
        count, options_.max_per_owner));
  }
  return Replace(owner, name, content);
}

absl::StatusOr<GlossaryFileKey> GlossaryStore::FindOwned(
    const std::string& owner, const std::string& name) const {
  for (const auto& [key, file] : files_) {
    // The name of a rejected file may be unknown.
    if (key.first == owner && key.second.starts_with(name + ".")) {
      return key;
    }
  }
  INTERPRES_ASSIGN_OR_RETURN(const NamedGlossaryPtr known, Find(owner, name));
  return absl::PermissionDeniedError(absl::StrFormat(
      "glossary \"%s\" belongs to the operator; expected a glossary that this "
      "client made; ask the operator to change its file",
      known->name));
}

absl::StatusOr<GlossaryFileKey> GlossaryStore::FindSameKind(
    const std::string& owner, GlossaryFileName& name) const {
  INTERPRES_ASSIGN_OR_RETURN(GlossaryFileKey key, FindOwned(owner, name.name));
  INTERPRES_ASSIGN_OR_RETURN(const GlossaryFileName known,
                             ParseGlossaryFileName(key.second));
  const bool was_tbx = known.header.format == GlossaryFormat::kTbx;
  GlossaryHeader& header = name.header;
  const bool is_tbx = header.format == GlossaryFormat::kTbx;
  if (!is_tbx && header.source_language.empty() &&
      header.target_language.empty()) {
    header.source_language = known.header.source_language;
    header.target_language = known.header.target_language;
  }
  if (was_tbx != is_tbx ||
      header.source_language != known.header.source_language ||
      header.target_language != known.header.target_language) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "glossary \"%s\" is %s; expected terms of the same kind; delete the "
        "glossary and make it again for other languages",
        name.name,
        was_tbx ? "a TBX file"
                : absl::StrCat("for ", known.header.source_language, " to ",
                               known.header.target_language)));
  }
  return key;
}

absl::StatusOr<NamedGlossaryPtr> GlossaryStore::Update(
    const std::string& owner, GlossaryFileName name, std::string_view content) {
  INTERPRES_RETURN_IF_ERROR(CheckGlossaryName(name.name));
  const MutexLock lock(change_mutex_);
  INTERPRES_RETURN_IF_ERROR(RefreshLocked(owner));
  INTERPRES_RETURN_IF_ERROR(FindSameKind(owner, name).status());
  return Replace(owner, name, content);
}

absl::StatusOr<NamedGlossaryPtr> GlossaryStore::Edit(
    const std::string& owner, GlossaryFileName name,
    absl::FunctionRef<absl::Status(std::vector<Term>&)> edit) {
  INTERPRES_RETURN_IF_ERROR(CheckGlossaryName(name.name));
  const MutexLock lock(change_mutex_);
  INTERPRES_RETURN_IF_ERROR(RefreshLocked(owner));
  INTERPRES_ASSIGN_OR_RETURN(const GlossaryFileKey key,
                             FindSameKind(owner, name));
  const File& file = files_[key];
  if (!file.rejection.empty() || file.pairs.size() != 1) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "the file of glossary \"%s\" cannot be used; expected a good file; "
        "replace all terms, or delete the glossary",
        name.name));
  }
  std::vector<Term> terms = file.pairs.front()->terms();
  INTERPRES_RETURN_IF_ERROR(edit(terms));
  return Replace(owner, name, WriteTsvTerms(terms));
}

absl::Status GlossaryStore::Delete(const std::string& owner,
                                   const std::string& name) {
  INTERPRES_RETURN_IF_ERROR(CheckGlossaryName(name));
  const MutexLock lock(change_mutex_);
  INTERPRES_RETURN_IF_ERROR(RefreshLocked(owner));
  INTERPRES_ASSIGN_OR_RETURN(const GlossaryFileKey key, FindOwned(owner, name));
  INTERPRES_RETURN_IF_ERROR(directory_.Remove(key));
  return RefreshLocked(owner);
}

}  // namespace interpres
