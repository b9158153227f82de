// A directory for one test, removed at the end.

#ifndef INTERPRES_TESTS_TESTING_TEMP_DIR_H_
#define INTERPRES_TESTS_TESTING_TEMP_DIR_H_

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace interpres {

class TempDir {
 public:
  TempDir() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "interpres-XXXXXX").string();
    const char* made = mkdtemp(pattern.data());
    path_ = made == nullptr ? "" : made;
  }
  ~TempDir() {
    std::error_code error;
    if (!path_.empty()) {
      std::filesystem::remove_all(path_, error);
    }
  }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::filesystem::path& path() const { return path_; }

  // Replaces a file atomically, by a rename. Returns its path.
  std::string Write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = path_ / name;
    const std::filesystem::path fresh = path_ / (name + ".new");
    std::ofstream(fresh, std::ios::binary) << text;
    std::filesystem::rename(fresh, file);
    return file.string();
  }

 private:
  std::filesystem::path path_;
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_TEMP_DIR_H_
