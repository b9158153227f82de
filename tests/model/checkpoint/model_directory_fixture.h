// Reads models from directories that a test describes by their files.

#ifndef INTERPRES_TESTS_MODEL_CHECKPOINT_MODEL_DIRECTORY_FIXTURE_H_
#define INTERPRES_TESTS_MODEL_CHECKPOINT_MODEL_DIRECTORY_FIXTURE_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "model/checkpoint/model_directory.h"
#include "tests/testing/temp_dir.h"

namespace interpres {

class ModelDirectoryFixture : public ::testing::Test {
 protected:
  // The content of each file, by its name.
  using Files = std::map<std::string, std::string>;

  // Writes the files into the directory `name` and reads the model.
  absl::StatusOr<ModelDirectory> Read(const Files& files, const char* name) {
    return Read(files, ReadOptions(), name);
  }
  absl::StatusOr<ModelDirectory> Read(const Files& files,
                                      const ReadOptions& options = {},
                                      const char* name = "model") {
    const auto path = directory_.path() / name;
    std::filesystem::remove_all(path);
    std::filesystem::create_directories(path);
    for (const auto& [file, bytes] : files) {
      std::ofstream(path / file, std::ios::binary) << bytes;
    }
    return ReadModelDirectory(path, options);
  }

  // Returns "ok", or the message of the error.
  std::string Message(const Files& files) {
    const auto model = Read(files);
    return model.ok() ? "ok" : std::string(model.status().message());
  }

  TempDir directory_;
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_MODEL_CHECKPOINT_MODEL_DIRECTORY_FIXTURE_H_
