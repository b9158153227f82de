// Reads the matrices of a network: several parameters that are multiplied with
// the same input become one matrix. Internal to model/transformer.

#ifndef INTERPRES_MODEL_TRANSFORMER_MATRIX_READER_H_
#define INTERPRES_MODEL_TRANSFORMER_MATRIX_READER_H_

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "model/checkpoint/parameter_reader.h"
#include "model/config/model_config.h"
#include "model/config/network.h"
#include "model/tensor/tensor.h"
#include "model/transformer/joined_multipliers.h"

namespace interpres {

// A matrix [parts.size() * outputs, inputs]: the outputs of its parts come one
// after another.
struct JoinedMatrix {
  std::vector<ParameterId> parts;
  int64_t outputs = 0;  // of each part
  int64_t inputs = 0;

  int64_t rows() const { return static_cast<int64_t>(parts.size()) * outputs; }
};

// The matrices of a network, by the id of their first part. Query, key and
// value of self-attention are one matrix. Key and value of cross-attention are
// one matrix, and so are both matrices of an SSRU. Every other weight is a
// matrix with one part: embeddings, weight of the logits, other linear layers.
using JoinedMatrices = std::map<ParameterId, JoinedMatrix>;
JoinedMatrices JoinedMatricesOf(const ModelConfig& config);

// The weights of a matrix in 8 bits. A weight is its byte times the scale of
// its row.
struct Int8Rows {
  AlignedBuffer<int8_t> weights;  // [rows, inputs]
  AlignedBuffer<float> scales;    // [rows]
  float input_multiplier = 0.0F;  // Int8MatrixValues::input_multiplier
};

// Reads the matrices of a network from the parameters of a file. Thread-safe.
// REQUIRES: `parameters` outlives the reader.
class MatrixReader {
 public:
  explicit MatrixReader(const ParameterReader& parameters)
      : parameters_(parameters) {}

  // Returns the weights [matrix.rows(), matrix.inputs]. Returns the errors of
  // ParameterReader::ReadFloat32.
  absl::StatusOr<AlignedBuffer<float>> ReadFloat32(
      const JoinedMatrix& matrix) const;

  // Returns the weights as the compute type int8 has them. Takes the bytes and
  // the scales from the file if the file has int8 rows (int8_weights.h) or
  // stores all parts in 8 bits, and otherwise quantises the float weights.
  // ExportInt8 writes int8 rows that give the same result. Returns
  // INVALID_ARGUMENT if the file has int8 rows and the parts have different
  // multipliers for their inputs. Also returns the errors of
  // ParameterReader::ReadFloat32, ReadInt8Rows and ReadInt8.
  absl::StatusOr<Int8Rows> ReadInt8(const JoinedMatrix& matrix) const;

 private:
  absl::StatusOr<Int8Rows> ReadStored(const JoinedMatrix& matrix) const;
  // Reads parts that the file stores in 8 bits. `bytes` is [rows, inputs].
  absl::Status ReadBytes(const JoinedMatrix& matrix,
                         std::span<int8_t> bytes) const;

  const ParameterReader& parameters_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_MATRIX_READER_H_
