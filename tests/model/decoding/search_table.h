#ifndef INTERPRES_TESTS_MODEL_DECODING_SEARCH_TABLE_H_
#define INTERPRES_TESTS_MODEL_DECODING_SEARCH_TABLE_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <vector>

#include "model/decoding/beam_search.h"
#include "tests/testing/table_step_model.h"

namespace interpres {

// Decodes one sentence with the table.
inline std::vector<Hypothesis> SearchSentence(TableStepModel& model,
                                              const Sentence& sentence,
                                              uint64_t random_key = 0) {
  const DecodingOptions& options = sentence.options;
  const Admission admission{.sentence = &sentence};
  EXPECT_TRUE(model.Admit({&admission, 1}).ok());
  BeamSearch search;
  search.Start(options, model.start_token(), model.end_token(),
               {.prefix = sentence.target_prefix,
                .required = sentence.required,
                .source = sentence.source,
                .words = sentence.words},
               random_key);
  std::vector<Row> rows(options.beam_size);
  const auto wanted = static_cast<int32_t>(sentence.required.size());
  std::vector<Candidate> candidates(int64_t{options.beam_size} *
                                    (model.vocab_size() + wanted));
  while (!search.done()) {
    const auto active = std::span(rows).first(search.active());
    const int32_t count = search.num_candidates(model.vocab_size());
    const int32_t stride = count + wanted;
    search.WriteRows(0, model.vocab_size(), active);
    model.Step(active, stride, candidates);
    search.Advance(candidates, stride, count);
  }
  model.Release(0);
  EXPECT_EQ(model.violations(), 0);
  return search.Results();
}

// Decodes a sentence without required tokens.
inline std::vector<Hypothesis> Search(TableStepModel& model,
                                      const std::vector<int32_t>& source,
                                      const DecodingOptions& options,
                                      const std::vector<int32_t>& prefix = {},
                                      uint64_t random_key = 0) {
  return SearchSentence(
      model, {.source = source, .options = options, .target_prefix = prefix},
      random_key);
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_MODEL_DECODING_SEARCH_TABLE_H_
