// Tested by cli_test.cc.

#include "client/input_text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <sstream>
#include <system_error>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/attention_file.h"

namespace interpres {

InputText::~InputText() {
  if (descriptor_ >= 0) {
    close(descriptor_);
  }
}

absl::Status InputText::Open(const std::vector<std::string>& texts,
                             const std::string& path, std::istream& standard) {
  if (!texts.empty() && !path.empty()) {
    return absl::InvalidArgumentError(
        "texts and --input are both given; expected one of them; remove one");
  }
  if (!texts.empty()) {
    stream_ =
        std::make_unique<std::istringstream>(absl::StrJoin(texts, "\n") + "\n");
  } else if (!path.empty()) {
    return OpenFile(path);
  } else {
    standard_ = &standard;
  }
  return absl::OkStatus();
}

absl::Status InputText::KeepOneSentence() {
  absl::StatusOr<std::string> text = ReadOneSentence(stream());
  if (!text.ok()) {
    return text.status();
  }
  stream_ = std::make_unique<std::istringstream>(*std::move(text));
  return absl::OkStatus();
}

absl::Status InputText::OpenFile(const std::string& path) {
  descriptor_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat about {};
  int error = descriptor_ < 0 || fstat(descriptor_, &about) != 0 ? errno : 0;
  if (error == 0 && S_ISDIR(about.st_mode)) {
    error = EISDIR;  // a directory can be opened, but not read
  }
  if (error != 0) {
    return absl::DataLossError(absl::StrCat(
        "cannot read ", path, ": ", std::generic_category().message(error),
        "; check the path and the permissions"));
  }
  if (S_ISREG(about.st_mode)) {
    total_bytes_ = about.st_size;
  }
  file_ = std::make_unique<InterruptibleInput>(descriptor_);
  stream_ = std::make_unique<std::istream>(file_.get());
  return absl::OkStatus();
}

void InputText::Interrupt() {
  if (file_) {
    file_->Interrupt();
  }
}

}  // namespace interpres
