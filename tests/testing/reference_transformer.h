// The Transformer from its definition, in double precision: padded and masked
// batches, no cache, everything recomputed. Shares no code with the product.

#ifndef INTERPRES_TESTS_TESTING_REFERENCE_TRANSFORMER_H_
#define INTERPRES_TESTS_TESTING_REFERENCE_TRANSFORMER_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/config/model_config.h"
#include "tests/testing/random_weights.h"

namespace interpres {

class ReferenceTransformer {
 public:
  // The arguments must outlive the object.
  ReferenceTransformer(const ModelConfig& config, const TensorMap& tensors)
      : config_(config), tensors_(tensors) {}

  // Returns the logits [target length][vocab_size] of every sentence, with
  // final_logits_bias. REQUIRES: targets[i] starts with the start symbol.
  // Sentences are padded to the longest and masked.
  std::vector<std::vector<std::vector<double>>> Logits(
      const std::vector<std::vector<int32_t>>& sources,
      const std::vector<std::vector<int32_t>>& targets) const;

  // Returns the weights of the decoder's attention to the source: [layers,
  // heads, target length, source length].
  std::vector<double> CrossAttention(const std::vector<int32_t>& source,
                                     const std::vector<int32_t>& target) const;

 private:
  // [batch * time][channel]
  using Rows = std::vector<std::vector<double>>;

  // Which keys a query attends to.
  struct Mask {
    std::vector<int64_t> key_lengths;
    bool causal = false;
    // Receives the weights of every query and head, in this order. Null means
    // that the weights are not needed.
    Rows* weights = nullptr;
  };

  Rows Embed(const std::vector<std::vector<int32_t>>& ids, int64_t time) const;
  Rows Linear(const std::string& prefix, const Rows& input) const;
  void Normalize(const std::string& norm, Rows& rows) const;
  // Adds to `rows` what `sublayer` makes of them, with the layer norm `norm`.
  void AddSublayer(const std::string& norm,
                   const std::function<Rows(const Rows&)>& sublayer,
                   Rows& rows) const;
  // Applies the layer norm behind the last layer, if the network has one.
  void EndStack(const std::string& stack, Rows& rows) const;
  Rows Attention(const std::string& prefix, const Rows& queries,
                 const Rows& memory, const Mask& mask, int64_t heads) const;
  // Returns the hidden states of the SSRU of `sequences` padded sequences.
  Rows Ssru(const std::string& prefix, const Rows& input,
            std::size_t sequences) const;
  Rows FeedForward(const std::string& layer, const Rows& rows) const;
  // Returns the output of the decoder. `weights` receives the attention to the
  // source, layer by layer. Null `weights` means that it is not needed.
  Rows Decode(const std::vector<std::vector<int32_t>>& sources,
              const std::vector<std::vector<int32_t>>& targets,
              Rows* weights) const;

  const ModelConfig& config_;
  const TensorMap& tensors_;
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_REFERENCE_TRANSFORMER_H_
