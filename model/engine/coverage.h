// Finds translations that leave a part of their source out.

#ifndef INTERPRES_MODEL_ENGINE_COVERAGE_H_
#define INTERPRES_MODEL_ENGINE_COVERAGE_H_

#include <cstdint>
#include <span>

#include "model/checkpoint/model_directory.h"
#include "model/decoding/decoding_options.h"
#include "model/decoding/sentence.h"
#include "model/tokenizer/tokenizer.h"

namespace interpres {

// Returns the length of the longest run of source pieces to which no target
// token is aligned. `alignment` is Hypothesis::alignment. O(pieces + tokens).
// Thread-safe.
int32_t LongestGap(const SourcePieces& pieces,
                   std::span<const int32_t> alignment);

// Returns the usual number of target tokens for each source token, from the
// golden sentences of the model card whose target language this is. Returns 0
// if the card has no such sentence. Thread-safe.
double UsualLengthRatio(const ModelCard& card, const Tokenizer& tokenizer,
                        std::string_view target_language);

// Returns whether the translation probably leaves a part of its source out: a
// long run of pieces has no aligned token, or the translation is far shorter
// than usual for a source of this length. `usual_ratio` is a result of
// UsualLengthRatio; 0 means unknown. Thread-safe.
bool LosesContent(const SourcePieces& pieces, const Hypothesis& translation,
                  double usual_ratio);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_COVERAGE_H_
