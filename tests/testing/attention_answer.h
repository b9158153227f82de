// The answer of a server to a request for alignments and attention.

#ifndef INTERPRES_TESTS_TESTING_ATTENTION_ANSWER_H_
#define INTERPRES_TESTS_TESTING_ATTENTION_ANSWER_H_

#include <string>
#include <vector>

#include "interpres/v1/translation.pb.h"

namespace interpres::testing {

struct AttentionLayers {
  int count = 2;
  int aligning = 1;
};

// Gives the best translation of `result` attention of these layers with two
// heads, between these pieces. Token t looks at source token (t + 1) % S in
// layer `aligning`, with the weights 0.9 and 0.7 in its heads, and is aligned
// to it; in the other layers it looks at the first.
inline void AddAttention(const std::vector<std::string>& source,
                         const std::vector<std::string>& target,
                         AttentionLayers layers,
                         interpres::v1::TranslationResult& result) {
  result.mutable_source_pieces()->Assign(source.begin(), source.end());
  interpres::v1::Translation& best =
      result.translations().hypotheses().empty()
          ? *result.mutable_translations()->add_hypotheses()
          : *result.mutable_translations()->mutable_hypotheses(0);
  const auto sources = static_cast<int>(source.size());
  const auto targets = static_cast<int>(target.size());
  interpres::v1::Attention& attention = *best.mutable_attention();
  attention.set_layers(layers.count);
  attention.set_alignment_layer(layers.aligning);
  attention.set_heads(2);
  attention.set_target_tokens(targets);
  attention.set_source_tokens(sources);
  for (int layer = 0; layer < layers.count; ++layer) {
    for (const float weight : {0.9F, 0.7F}) {
      for (int row = 0; row < targets; ++row) {
        const int peak = layer == layers.aligning ? (row + 1) % sources : 0;
        for (int column = 0; column < sources; ++column) {
          attention.add_weights(
              column == peak ? weight
                             : (1 - weight) / static_cast<float>(sources - 1));
        }
      }
    }
  }
  for (int t = 0; t < targets; ++t) {
    interpres::v1::TokenScore& token = *best.add_tokens();
    token.set_piece(target[static_cast<size_t>(t)]);
    token.set_log_probability(-0.5F);
    token.set_source_token((t + 1) % sources);
  }
}

}  // namespace interpres::testing

#endif  // INTERPRES_TESTS_TESTING_ATTENTION_ANSWER_H_
