// A write that fails half-way names the file, and what was there is still
// whole.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "model/base/read_file.h"
#include "model/checkpoint/atomic_file.h"
#include "model/checkpoint/model_directory.h"
#include "model/checkpoint/model_directory_writer.h"
#include "tests/testing/file_size_limit.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

using ::testing::ExitedWithCode;

// Ends the child process of a test with the status's code and message.
[[noreturn]] void ExitWith(const absl::Status& status) {
  std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
  std::fflush(stderr);
  _exit(static_cast<int>(status.code()));
}

std::map<std::string, std::string> FilesIn(const fs::path& directory) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(directory)) {
    std::ifstream file(entry.path(), std::ios::binary);
    files[entry.path().filename().string()] = {
        std::istreambuf_iterator<char>(file), {}};
  }
  return files;
}

TEST(DiskFullTest, AFileStaysAsItWas) {
  const TempDir temp;
  const fs::path path = temp.path() / "file";
  std::ofstream(path) << "old";
  const std::string text(1000, 'x');
  EXPECT_EXIT(
      {
        LimitFileSize(100);
        auto writer = AtomicFileWriter::Create(path);
        const absl::Status status = (*writer)->Write(text);
        writer->reset();
        ExitWith(status);
      },
      ExitedWithCode(static_cast<int>(absl::StatusCode::kOutOfRange)),
      "file.tmp: cannot write it: File too large");
  EXPECT_EQ(*ReadFile(path, 100), "old");
  EXPECT_FALSE(fs::exists(temp.path() / "file.tmp"));
}

// Every file of the checkpoint in turn is the one that does not fit.
TEST(DiskFullTest, ACheckpointStaysWholeWhicheverFileFails) {
  const TempDir temp;
  const fs::path path = temp.path() / "model";
  ASSERT_TRUE(WriteTinyModel(path, {.seed = 1}).ok());
  const auto before = FilesIn(path);
  const auto next = MakeTinyModel({.seed = 2});
  ASSERT_TRUE(next.ok()) << next.status();
  int refused = 0;
  for (const auto& [name, bytes] : before) {
    EXPECT_EXIT(
        {
          LimitFileSize(bytes.size() - 1);
          ExitWith(WriteModelDirectory(path, next->description, next->Tensors(),
                                       DataType::kFloat32));
        },
        ExitedWithCode(static_cast<int>(absl::StatusCode::kOutOfRange)),
        "model.tmp/[a-z_]*.[a-z]*.tmp: cannot write it: File too large")
        << name;
    EXPECT_EQ(FilesIn(path), before) << name;
    EXPECT_FALSE(fs::exists(temp.path() / "model.tmp")) << name;
    ++refused;
  }
  EXPECT_EQ(refused, 8);
  EXPECT_TRUE(ReadModelDirectory(path).ok());
  // With room again the new one replaces it.
  ASSERT_TRUE(WriteModelDirectory(path, next->description, next->Tensors(),
                                  DataType::kFloat32)
                  .ok());
  EXPECT_NE(FilesIn(path), before);
}

}  // namespace
}  // namespace interpres
