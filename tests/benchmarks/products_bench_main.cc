// The matrix products of a decoder step and nothing else: what a step would
// cost if all the rest were free. Weights are random; their values do not
// matter.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/base/thread_team.h"
#include "model/checkpoint/marian_mt.h"
#include "model/kernels/compute_type.h"
#include "model/kernels/matmul.h"
#include "model/kernels/packed_matrix.h"
#include "model/kernels/weight_memory.h"
#include "model/tensor/tensor.h"
#include "tests/benchmarks/bench_program.h"
#include "tests/testing/pack_floats.h"

namespace interpres {
namespace {

constexpr char kProgram[] = "interpres-products-bench";

struct Flags {
  std::string model;
  std::string compute_type = "int8";
  int32_t sentences = 32;
  int32_t beam = 4;
  int32_t threads = 1;
  double seconds = 3.0;
};

// A product of the step: its matrix, and what follows.
struct Product {
  PackedMatrix matrix;
  MatmulEpilogue epilogue;
};

// All products of a step, in their order.
class Products {
 public:
  absl::Status Make(const ModelConfig& config, ComputeType type) {
    const int64_t d = config.d_model;
    const int64_t ffn = config.decoder_ffn_dim;
    const MatmulEpilogue residual{.accumulate = true};
    const MatmulEpilogue relu{.activation = MatmulActivation::kRelu};
    for (int64_t layer = 0; layer < config.decoder_layers; ++layer) {
      INTERPRES_RETURN_IF_ERROR(Add(d, 3 * d, {}, type));  // q, k, v
      INTERPRES_RETURN_IF_ERROR(Add(d, d, residual, type));
      INTERPRES_RETURN_IF_ERROR(Add(d, d, {}, type));  // the cross-attention's
      INTERPRES_RETURN_IF_ERROR(Add(d, d, residual, type));
      INTERPRES_RETURN_IF_ERROR(Add(d, ffn, relu, type));
      INTERPRES_RETURN_IF_ERROR(Add(ffn, d, residual, type));
    }
    return Add(d, config.vocab_size, {}, type);
  }

  const std::vector<Product>& list() const { return list_; }

  // The maximum of all products.
  int64_t inputs() const { return inputs_; }
  int64_t outputs() const { return outputs_; }

 private:
  absl::Status Add(int64_t inputs, int64_t outputs,
                   const MatmulEpilogue& epilogue, ComputeType type) {
    std::vector<float> weights(inputs * outputs);
    for (float& weight : weights) {
      weight = values_(random_);
    }
    const std::vector<float> bias(outputs, 0.0f);
    INTERPRES_ASSIGN_OR_RETURN(
        PackedMatrix matrix,
        PackFloats({.weights = weights, .bias = bias, .inputs = inputs}, type,
                   memory_));
    list_.push_back({std::move(matrix), epilogue});
    inputs_ = std::max(inputs_, inputs);
    outputs_ = std::max(outputs_, outputs);
    return absl::OkStatus();
  }

  std::mt19937 random_{1};
  std::uniform_real_distribution<float> values_{-0.1f, 0.1f};
  WeightMemory memory_;
  std::vector<Product> list_;
  int64_t inputs_ = 0;
  int64_t outputs_ = 0;
};

// Steps a second of one thread.
absl::StatusOr<double> Measure(const Products& products, int64_t rows,
                               double seconds) {
  INTERPRES_ASSIGN_OR_RETURN(const std::unique_ptr<MatmulSession> session,
                             MatmulSession::Create());
  std::vector<MatmulSession::Handle> handles;
  for (const Product& product : products.list()) {
    handles.push_back(session->Register(product.matrix, product.epilogue));
    INTERPRES_RETURN_IF_ERROR(session->Prepare(handles.back(), rows));
  }
  const int64_t padded = MatmulSession::PaddedRows(rows);
  AlignedBuffer<float> input(padded * products.inputs());
  std::fill_n(input.data(), input.size(), 0.5f);
  AlignedBuffer<float> output(padded * products.outputs());
  const auto step = [&] {
    for (const MatmulSession::Handle handle : handles) {
      session->Run(handle, input.data(), rows, output.data());
    }
  };
  step();
  int64_t steps = 0;
  const auto start = std::chrono::steady_clock::now();
  while (SecondsSince(start) < seconds) {
    step();
    ++steps;
  }
  return static_cast<double>(steps) / SecondsSince(start);
}

absl::Status Run(const Flags& flags) {
  const std::string path = absl::StrCat(flags.model, "/config.json");
  std::ifstream file(path);
  if (!file) {
    return absl::NotFoundError(absl::StrCat("cannot read ", path));
  }
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  INTERPRES_ASSIGN_OR_RETURN(const ModelConfig config,
                             kMarianMt.parse_config(text, path));
  INTERPRES_ASSIGN_OR_RETURN(const ComputeType type,
                             ParseComputeType(flags.compute_type));
  INTERPRES_RETURN_IF_ERROR(CheckComputeType(type));
  Products products;
  INTERPRES_RETURN_IF_ERROR(products.Make(config, type));
  std::vector<absl::StatusOr<double>> rates(flags.threads, 0.0);
  ThreadTeam team(flags.threads);
  team.Run([&](int thread) {
    rates[thread] =
        Measure(products, int64_t{flags.sentences} * flags.beam, flags.seconds);
  });
  double steps = 0.0;
  for (const absl::StatusOr<double>& rate : rates) {
    INTERPRES_RETURN_IF_ERROR(rate.status());
    steps += *rate;
  }
  std::puts(
      absl::StrFormat("{\"tokens_per_second\": %.1f}", steps * flags.sentences)
          .c_str());
  return absl::OkStatus();
}

void AddFlags(CLI::App& app, Flags& flags) {
  app.add_option("--model", flags.model, "Directory with a config.json")
      ->required();
  app.add_option("--compute-type", flags.compute_type,
                 "Arithmetic of the matrix products")
      ->capture_default_str();
  app.add_option("--sentences", flags.sentences, "That decode concurrently")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--beam", flags.beam, "Rows of each sentence")
      ->check(CLI::Range(1, 16))
      ->capture_default_str();
  app.add_option("--threads", flags.threads, "Each with as many sentences")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--seconds", flags.seconds, "How long to measure")
      ->check(CLI::Range(0.01, 3600.0))
      ->capture_default_str();
}

int Main(int argc, char** argv) {
  Flags flags;
  CLI::App app(
      "Output tokens a second if a decoder step were its matrix products",
      "interpres-products-bench");
  AddFlags(app, flags);
  CLI11_PARSE(app, argc, argv);
  return Report(kProgram, Run(flags));
}

}  // namespace
}  // namespace interpres

int main(int argc, char** argv) {
  return interpres::RunMain(interpres::kProgram, interpres::Main, argc, argv);
}
