#include "model/checkpoint/model_directory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

TEST(ModelDirectoryTest, WhatIsWrittenIsRead) {
  const TempDir temp;
  const auto tiny = MakeTinyModel({});
  ASSERT_TRUE(tiny.ok()) << tiny.status();
  const fs::path path = temp.path() / "model";
  const auto written = WriteModelDirectory(path, tiny->description,
                                           tiny->Tensors(), DataType::kFloat32);
  ASSERT_TRUE(written.ok()) << written;
  const auto read = ReadModelDirectory(path);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->description.vocabulary, tiny->description.vocabulary);
  EXPECT_EQ(read->description.source_spm, tiny->description.source_spm);
  EXPECT_EQ(read->description.card.directions,
            tiny->description.card.directions);
  EXPECT_EQ(read->description.generation.max_length,
            tiny->description.generation.max_length);
  for (const NamedTensor& tensor : tiny->Tensors()) {
    std::vector<float> values(tensor.data.size());
    ASSERT_TRUE(
        read->weights->ReadFloat32(tensor.name, tensor.shape, values).ok());
    EXPECT_TRUE(std::equal(values.begin(), values.end(), tensor.data.begin()))
        << tensor.name;
  }
}

}  // namespace
}  // namespace interpres
