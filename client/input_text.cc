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
        "both texts and --input were given; expected one of them");
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
  errno = 0;
  descriptor_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ >= 0) {
    file_ = std::make_unique<InterruptibleInput>(descriptor_);
    stream_ = std::make_unique<std::istream>(file_.get());
  }
  // A directory opens, but cannot be read.
  if (descriptor_ < 0 || (stream_->peek(), stream_->bad())) {
    return absl::DataLossError(absl::StrCat(
        "cannot read ", path, ": ", std::generic_category().message(errno)));
  }
  stream_->clear();  // an empty file is at its end
  struct stat about {};
  if (fstat(descriptor_, &about) == 0 && S_ISREG(about.st_mode)) {
    total_bytes_ = about.st_size;
  }
  return absl::OkStatus();
}

void InputText::Interrupt() {
  if (file_) {
    file_->Interrupt();
  }
}

}  // namespace interpres
