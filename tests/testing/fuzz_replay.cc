// A main() for a libFuzzer target that gives it files once each, in the order
// of their names: `replay FILE_OR_DIRECTORY...`. A finding ends the process as
// it would under libFuzzer, after the name of the file.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size);

namespace interpres {
namespace {

std::vector<std::filesystem::path> FilesOf(const std::filesystem::path& path) {
  std::vector<std::filesystem::path> files;
  if (std::filesystem::is_directory(path)) {
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
      files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
  } else if (std::filesystem::exists(path)) {
    files.push_back(path);
  }
  return files;
}

void Replay(const std::filesystem::path& path) {
  std::printf("%s\n", path.filename().c_str());
  std::fflush(stdout);
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file),
                          std::istreambuf_iterator<char>()};
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()),
                         bytes.size());
}

int Main(const std::vector<std::string>& arguments) {
  int count = 0;
  for (const std::string& argument : arguments) {
    const std::vector<std::filesystem::path> files = FilesOf(argument);
    if (files.empty()) {
      std::fprintf(stderr, "error: no file in %s\n", argument.c_str());
      return 1;
    }
    for (const std::filesystem::path& path : files) {
      Replay(path);
      ++count;
    }
  }
  std::printf("%d inputs, no finding\n", count);
  return count > 0 ? 0 : 1;
}

}  // namespace
}  // namespace interpres

int main(int argc, char** argv) {
  return interpres::Main({argv + 1, argv + argc});
}
