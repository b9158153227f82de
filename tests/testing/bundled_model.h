// The bundled English-Spanish model.

#ifndef INTERPRES_TESTS_TESTING_BUNDLED_MODEL_H_
#define INTERPRES_TESTS_TESTING_BUNDLED_MODEL_H_

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <utility>

#include "model/engine/translation_model.h"

namespace interpres {

// Returns the directory of the model. REQUIRES: INTERPRES_SOURCE_DIR is set.
inline std::filesystem::path BundledModelPath() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment.
  return std::filesystem::path(std::getenv("INTERPRES_SOURCE_DIR")) /
         "model/pretrained/en-es";
}

// Returns the model with the fastest compute type. If the model cannot be
// loaded, the test fails and the result is null.
inline std::unique_ptr<const TranslationModel> LoadBundledModel() {
  auto model = TranslationModel::Load(BundledModelPath());
  EXPECT_TRUE(model.ok()) << model.status();
  return model.ok() ? *std::move(model) : nullptr;
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_BUNDLED_MODEL_H_
