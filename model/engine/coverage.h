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

// Returns the maximum number of consecutive source pieces to which no target
// token is aligned. `alignment` is Hypothesis::alignment; if it is empty, the
// result is pieces.count. Takes O(pieces + tokens) time. Thread-safe.
int32_t LongestGap(const SourcePieces& pieces,
                   std::span<const int32_t> alignment);

// Returns the usual number of target pieces for each source piece, measured on
// the golden sentences of `card` with the target language `target_language`.
// Skips sentences that cannot be encoded. Returns 0 if no sentence is left,
// which means unknown. Thread-safe.
double UsualLengthRatio(const ModelCard& card, const Tokenizer& tokenizer,
                        std::string_view target_language);

// Returns whether the translation probably leaves a part of its source out.
// Returns true if more than 8 consecutive pieces of the source have no aligned
// token, or if the translation is far shorter than usual for the number of
// pieces. Does not judge the length for a source of fewer than 8 pieces.
// `usual_ratio` is a result of UsualLengthRatio; 0 means that the usual length
// is unknown and not judged. Thread-safe.
bool LosesContent(const SourcePieces& pieces, const Hypothesis& translation,
                  double usual_ratio);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_COVERAGE_H_
