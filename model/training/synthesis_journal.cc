// Tested by synthetic_corpus_test.cc.

#include "model/training/synthesis_journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <string_view>

#include "absl/strings/str_format.h"
#include "model/base/read_file.h"
#include "model/base/status.h"
#include "xxhash.h"

namespace interpres {
namespace {

constexpr std::string_view kJournalTitle = "interpres-synthesis 1\t";

std::string HashOf(std::string_view line) {
  return absl::StrFormat("%016x", XXH3_64bits(line.data(), line.size()));
}

// Returns the next line of `text` without its end, and removes it.
std::string_view TakeLine(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

absl::Status Refuse(const std::filesystem::path& path,
                    const std::string& problem) {
  return absl::FailedPreconditionError(absl::StrFormat(
      "%s: %s; repeat the first command, or delete the file to start over",
      path.string(), problem));
}

// A kill can leave a journal with a part of its title.
absl::Status CheckIsJournal(const std::filesystem::path& path,
                            std::string_view text) {
  if (text.starts_with(kJournalTitle) || kJournalTitle.starts_with(text)) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(absl::StrFormat(
      "%s: the file is no journal of a synthesis; choose another output, whose "
      "journal has another name, or move the file away",
      path.string()));
}

}  // namespace

absl::StatusOr<std::unique_ptr<SynthesisJournal>> SynthesisJournal::Open(
    const std::filesystem::path& path, const std::string& settings,
    std::span<const std::string> lines) {
  std::unique_ptr<SynthesisJournal> journal(new SynthesisJournal(
      path, open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644)));
  const int descriptor = journal->file_.value();
  if (descriptor < 0) {
    return absl::ErrnoToStatus(errno, path.string() + ": cannot be opened");
  }
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    return absl::FailedPreconditionError(
        path.string() +
        ": another process is writing it; wait for its end, or choose other "
        "outputs");
  }
  INTERPRES_RETURN_IF_ERROR(journal->Load(settings, lines));
  return journal;
}

absl::Status SynthesisJournal::Load(const std::string& settings,
                                    std::span<const std::string> lines) {
  const absl::StatusOr<std::string> read = ReadStream(path_);
  if (!read.ok()) {
    return absl::Status(
        read.status().code(),
        absl::StrFormat("%s: reading failed: %s", path_.string(),
                        read.status().message()));
  }
  INTERPRES_RETURN_IF_ERROR(CheckIsJournal(path_, *read));
  const std::size_t whole = read->rfind('\n') + 1;  // 0 without a line
  std::string_view rest = std::string_view(*read).substr(0, whole);
  const std::string_view found = rest.empty() ? rest : TakeLine(rest);
  const std::string title = std::string(kJournalTitle) + settings;
  if (found != title && !rest.empty()) {
    return Refuse(path_, absl::StrFormat("begun with \"%s\"; expected \"%s\"",
                                         std::string(found), title));
  }
  // A journal without a translation may get another title.
  const std::size_t kept = found == title ? whole : 0;
  if (ftruncate(file_.value(), static_cast<off_t>(kept)) != 0) {
    return absl::ErrnoToStatus(errno, path_.string() + ": cannot be cut");
  }
  if (kept == 0) {
    return Write(title + "\n");
  }
  while (!rest.empty()) {
    const std::string_view line = TakeLine(rest);
    const std::size_t i = translations_.size();
    const std::size_t tab = line.find('\t');
    if (i >= lines.size() || tab == std::string_view::npos ||
        line.substr(0, tab) != HashOf(lines[i])) {
      return Refuse(path_,
                    absl::StrFormat("entry %d is of another line of input than "
                                    "line %d of this one",
                                    i + 1, i + 1));
    }
    translations_.emplace_back(line.substr(tab + 1));
  }
  return absl::OkStatus();
}

absl::Status SynthesisJournal::Append(
    std::span<const std::string> lines,
    std::span<const std::string> translations) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text.append(HashOf(lines[i])).append("\t");
    text.append(translations[i]).append("\n");
  }
  INTERPRES_RETURN_IF_ERROR(Write(text));
  translations_.insert(translations_.end(), translations.begin(),
                       translations.end());
  return absl::OkStatus();
}

absl::Status SynthesisJournal::Write(const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written =
        write(file_.value(), text.data() + done, text.size() - done);
    if (written < 0 && errno != EINTR) {
      return absl::ErrnoToStatus(errno, path_.string() + ": writing failed");
    }
    done += written > 0 ? static_cast<std::size_t>(written) : 0;
  }
  if (fdatasync(file_.value()) != 0) {
    return absl::ErrnoToStatus(errno, path_.string() + ": syncing failed");
  }
  return absl::OkStatus();
}

}  // namespace interpres
