// Tested by cli_test.cc.

#include "client/input_text.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/attention_file.h"

namespace interpres {

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
  auto file = std::make_unique<std::ifstream>(path, std::ios::binary);
  // A directory opens, but cannot be read.
  if (!file->is_open() || (file->peek(), file->bad())) {
    return absl::DataLossError(absl::StrCat(
        "cannot read ", path, ": ", std::generic_category().message(errno)));
  }
  file->clear();
  file->seekg(0, std::ios::end);
  total_bytes_ = std::max<int64_t>(0, file->tellg());
  file->clear();
  file->seekg(0, std::ios::beg);
  file->clear();  // a pipe cannot seek, and need not
  stream_ = std::move(file);
  return absl::OkStatus();
}

}  // namespace interpres
