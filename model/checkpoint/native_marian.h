// The family of models that Marian itself saved: the names of their tensors,
// and their tensors in the shapes that a network of ours has.

#ifndef INTERPRES_MODEL_CHECKPOINT_NATIVE_MARIAN_H_
#define INTERPRES_MODEL_CHECKPOINT_NATIVE_MARIAN_H_

#include <memory>

#include "absl/status/statusor.h"
#include "model/checkpoint/marian_file.h"
#include "model/checkpoint/marian_model_config.h"
#include "model/checkpoint/model_family.h"
#include "model/checkpoint/tensor_source.h"
#include "model/config/model_config.h"

namespace interpres {

// Returns the family of a native Marian model with the network of `config`.
// Families differ in the names of their tensors. Layer norms have other names
// in networks that have them before the sublayers. The embedding of the target
// tokens has another name in networks with an embedding for each language.
const ModelFamily& NativeMarianFamily(const ModelConfig& config);

// Returns the sizes of the embeddings in `file`, and whether it has a matrix of
// the output layer. Returns INVALID_ARGUMENT unless the file has the matrix
// Wemb, or both encoder_Wemb and decoder_Wemb. The message says what is
// expected.
absl::StatusOr<MarianTables> FindMarianTables(const MarianFile& file);

// Returns the tensors of `file` for the network of `config`. Matrices become
// [outputs, inputs] without a copy. The embedding of the target tokens, and the
// weight and the bias of the logits get a row for the padding symbol. The row
// of a matrix is zero, because Marian begins a target with the zero vector. The
// bias is so low that the probability is zero, because Marian has no such
// symbol. Tensors that the network does not have are kept, so that CheckWeights
// names them.
//
// Returns INVALID_ARGUMENT if a tensor is missing, is damaged or has another
// shape. The weight and the bias of the logits may not be quantised. A tensor
// that gets a row may not be in Fortran's order. REQUIRES: `config` is a result
// of ParseMarianModelConfig for this file.
absl::StatusOr<std::unique_ptr<const TensorSource>> NativeMarianTensors(
    MarianFile file, const ModelConfig& config);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_NATIVE_MARIAN_H_
