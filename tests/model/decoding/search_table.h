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
inline std::vector<Hypothesis> Search(TableStepModel& model,
                                      const std::vector<int32_t>& source,
                                      const DecodingOptions& options,
                                      const std::vector<int32_t>& prefix = {},
                                      uint64_t random_key = 0) {
  const Sentence sentence{.source = source, .options = options};
  const Admission admission{.sentence = &sentence};
  EXPECT_TRUE(model.Admit({&admission, 1}).ok());
  BeamSearch search;
  search.Start(options, model.start_token(), model.end_token(), prefix,
               random_key);
  std::vector<Row> rows(options.beam_size);
  std::vector<Candidate> candidates(int64_t{options.beam_size} *
                                    model.vocab_size());
  while (!search.done()) {
    const auto active = std::span(rows).first(search.active());
    const int32_t count = search.num_candidates(model.vocab_size());
    search.WriteRows(0, model.vocab_size(), active);
    model.Step(active, count, candidates);
    search.Advance(candidates, count, count);
  }
  model.Release(0);
  EXPECT_EQ(model.violations(), 0);
  return search.Results();
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_MODEL_DECODING_SEARCH_TABLE_H_
