// What a checkpoint is made of, counted and listed.

#ifndef INTERPRES_MODEL_TRAINER_INSPECTION_H_
#define INTERPRES_MODEL_TRAINER_INSPECTION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/checkpoint/model_directory.h"
#include "model/config/network.h"
#include "model/tensor/tensor.h"
#include "model/trainer/embedding_neighbours.h"

namespace interpres {

struct InspectedTensor {
  std::string name;
  std::vector<int64_t> shape;
  DataType type = DataType::kFloat32;
  int64_t elements = 0;
  // nullopt for a copy of the embedding or the positions, as foreign files
  // have.
  std::optional<ParameterId> id;
};

// A part and, indented below it, its sublayers.
struct InspectedPart {
  std::string name;
  int depth = 0;  // 0, or 1 for a sublayer, whose elements its part counts too
  int64_t elements = 0;
};

struct Inspection {
  std::string path;
  ModelConfig config;
  ModelCard card;
  std::vector<std::string> tags;  // languages with a >>language<< entry
  std::vector<InspectedPart> parts;
  std::vector<InspectedTensor> tensors;  // in the order of the network
  int64_t elements = 0;                  // of all tensors
  int64_t bytes = 0;                     // of their data
};

// The neighbours of one token that was asked for.
struct NeighbourList {
  int32_t id = 0;
  std::string piece;
  std::vector<Neighbour> neighbours;
};

Inspection InspectModel(const ModelDirectory& model);

// For people. Layers whose tensors agree in shape and type share a line.
std::string FormatInspection(const Inspection& inspection,
                             const std::vector<NeighbourList>& neighbours);

// The same as one JSON object on one line, with every tensor.
std::string FormatInspectionJson(const Inspection& inspection,
                                 const std::vector<NeighbourList>& neighbours);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_INSPECTION_H_
