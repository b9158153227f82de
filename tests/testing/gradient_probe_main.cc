// interpres-gradient-probe MODEL_DIR LABEL_SMOOTHING GRADIENTS_FILE: one
// training pass without dropout, for the conformance checks.
//
// A line of standard input is "source ids<TAB>target ids", ids separated by
// spaces, both ending with the end symbol. All lines are one packed batch.
// Standard output gets the sums over its target tokens of the smoothed loss and
// of the negative log-likelihood; GRADIENTS_FILE, a safetensors file, gets the
// gradient of the smoothed loss under the names of the parameters.
// final_logits_bias must be zero, as in training.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "model/base/status.h"
#include "model/checkpoint/model_directory.h"
#include "model/checkpoint/safetensors_writer.h"
#include "model/training/network.h"

namespace interpres {
namespace {

std::vector<int32_t> ParseIds(const std::string& text) {
  std::istringstream stream(text);
  std::vector<int32_t> ids;
  for (int32_t id = 0; stream >> id;) {
    ids.push_back(id);
  }
  return ids;
}

TrainingBatch ReadBatch(int32_t start, std::istream& input) {
  TrainingBatch batch;
  batch.source_offsets = {0};
  batch.target_offsets = {0};
  for (std::string line; std::getline(input, line);) {
    const std::size_t tab = line.find('\t');
    for (const int32_t id : ParseIds(line.substr(0, tab))) {
      batch.source_ids.push_back(id);
    }
    int32_t previous = start;
    for (const int32_t id : ParseIds(line.substr(tab + 1))) {
      batch.target_inputs.push_back(previous);
      batch.target_outputs.push_back(id);
      previous = id;
    }
    batch.source_offsets.push_back(batch.source_tokens());
    batch.target_offsets.push_back(batch.target_tokens());
    batch.sentence_keys.push_back(batch.sentence_keys.size());
  }
  return batch;
}

absl::Status Run(const char* directory_path, float label_smoothing,
                 const char* gradients_path) {
  INTERPRES_ASSIGN_OR_RETURN(const ModelDirectory directory,
                             ReadModelDirectory(directory_path));
  const ModelConfig& config = directory.description.config;
  const ParameterLayout layout(config);
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<float> parameters,
                             ReadParameters(directory.parameters(), layout));
  const TrainingBatch batch =
      ReadBatch(config.decoder_start_token_id, std::cin);
  std::vector<float> gradients(parameters.size(), 0.0f);
  TrainingNetwork network(layout);
  const LossSums loss = network.ForwardBackward(
      parameters, batch, {.label_smoothing = label_smoothing, .dropout = 0.0f},
      gradients);
  std::printf("%.9g %.9g\n", loss.smoothed_loss, loss.negative_log_likelihood);
  const std::vector<float> zero_bias(
      static_cast<std::size_t>(config.vocab_size));
  return WriteSafetensors(gradients_path,
                          ToNamedTensors(layout, gradients, zero_bias),
                          DataType::kFloat32);
}

}  // namespace
}  // namespace interpres

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr,
                 "usage: %s MODEL_DIR LABEL_SMOOTHING GRADIENTS_FILE < PAIRS\n",
                 argv[0]);
    return 2;
  }
  const absl::Status status =
      interpres::Run(argv[1], std::strtof(argv[2], nullptr), argv[3]);
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", status.ToString().c_str());
    return 1;
  }
  return 0;
}
