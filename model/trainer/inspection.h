// Lists and counts the contents of a checkpoint.

#ifndef INTERPRES_MODEL_TRAINER_INSPECTION_H_
#define INTERPRES_MODEL_TRAINER_INSPECTION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/checkpoint/model_directory.h"
#include "model/config/network.h"
#include "model/tensor/tensor.h"

namespace interpres {

// One tensor of the checkpoint's weights file.
struct InspectedTensor {
  std::string name;
  std::vector<int64_t> shape;
  DataType type = DataType::kFloat32;
  int64_t elements = 0;
  // The parameter of the network that the tensor holds. Null means that the
  // tensor is a copy of the embedding or of the table of positions. Files of
  // other programs may contain these copies.
  std::optional<ParameterId> id;
};

// The number of elements of a part of the network. A part is the embeddings, a
// stack, the output bias, or all copies of other tensors. It is also a kind of
// sublayer, or the layer norms, in all layers of a stack.
struct InspectedPart {
  std::string name;
  int depth = 0;  // 0 is a part, 1 a sublayer; parts include sublayers
  int64_t elements = 0;
};

// The contents of a checkpoint.
struct Inspection {
  std::string path;
  ModelConfig config;
  ModelCard card;
  std::vector<std::string> tags;  // languages with a >>language<< entry
  std::vector<InspectedPart> parts;
  std::vector<InspectedTensor> tensors;  // in the order of the network
  int64_t elements = 0;                  // of all tensors
  int64_t bytes = 0;                     // of the data of all tensors
};

// Returns the contents of `model`.
Inspection InspectModel(const ModelDirectory& model);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_INSPECTION_H_
