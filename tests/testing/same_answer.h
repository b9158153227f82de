// Whether two answers are the same, as far as this CPU promises it.

#ifndef INTERPRES_TESTS_TESTING_SAME_ANSWER_H_
#define INTERPRES_TESTS_TESTING_SAME_ANSWER_H_

#include <google/protobuf/message.h>
#include <google/protobuf/util/field_comparator.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <string>

#include "model/engine/translation_model.h"

namespace interpres {

// Succeeds if the messages have the same bytes. On CPUs where translations
// depend on the batch (TranslationModel::IsBatchInvariant), floating-point
// numbers may differ by rounding.
inline ::testing::AssertionResult SameAnswer(
    const google::protobuf::Message& actual,
    const google::protobuf::Message& expected) {
  namespace util = google::protobuf::util;
  util::DefaultFieldComparator comparator;
  if (!TranslationModel::IsBatchInvariant()) {
    comparator.set_float_comparison(util::DefaultFieldComparator::APPROXIMATE);
    comparator.SetDefaultFractionAndMargin(/*fraction=*/1e-4, /*margin=*/1e-5);
  }
  util::MessageDifferencer differencer;
  differencer.set_field_comparator(&comparator);
  std::string difference;
  differencer.ReportDifferencesToString(&difference);
  if (differencer.Compare(expected, actual)) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << difference;
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_SAME_ANSWER_H_
