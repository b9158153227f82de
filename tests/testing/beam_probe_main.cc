// interpres-beam-probe MODEL_DIR BEAM LENGTH_PENALTY MAX_LENGTH
//     [REPETITION_PENALTY NO_REPEAT_NGRAM [ATTENTION_FILE]]: translates id
// sequences with the engine, for the conformance checks.
//
// A line of standard input is source ids, separated by spaces, ending with the
// end symbol; after a tab, the ids of a target prefix may follow. For each, in
// order, standard output gets BEAM lines, best first: "score<TAB>ids" (the end
// symbol included where there is one). With ATTENTION_FILE the line goes on
// with a tab and the place of the source id, from 0, that each of the ids is
// aligned to (never the first, a tag), and the file gets the raw float32
// weights of each line, [layers, heads, ids, source ids].

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "model/base/status.h"
#include "model/engine/translation_model.h"

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

std::vector<Sentence> ReadRequests(std::istream& input,
                                   const DecodingOptions& options) {
  std::vector<Sentence> requests;
  for (std::string line; std::getline(input, line);) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    requests.push_back({.id = requests.size(),
                        .source = ParseIds(line.substr(0, tab)),
                        .options = options,
                        .target_prefix = ParseIds(line.substr(tab))});
    // A tag leads the source, and the end symbol ends it.
    const auto size = static_cast<int32_t>(requests.back().source.size());
    requests.back().pieces = {.first = 1, .count = std::max(0, size - 2)};
  }
  return requests;
}

void Print(const EngineResult& result, std::ostream* attention) {
  for (const Hypothesis& hypothesis : result.hypotheses) {
    std::printf("%.7g\t", static_cast<double>(hypothesis.score));
    for (const int32_t token : hypothesis.tokens) {
      std::printf("%d ", token);
    }
    if (attention != nullptr) {
      std::printf("\t");
      for (const int32_t token : hypothesis.alignment) {
        std::printf("%d ", token);
      }
      attention->write(
          reinterpret_cast<const char*>(hypothesis.attention.data()),
          static_cast<std::streamsize>(hypothesis.attention.size() *
                                       sizeof(float)));
    }
    std::printf("\n");
  }
}

absl::Status Run(const char* directory, const DecodingOptions& options,
                 std::ostream* attention) {
  INTERPRES_ASSIGN_OR_RETURN(const auto model,
                             TranslationModel::Load(directory));
  INTERPRES_ASSIGN_OR_RETURN(const auto engine,
                             model->CreateEngine({.merge_equal_texts = false}));
  const std::vector<Sentence> requests = ReadRequests(std::cin, options);
  std::span<const Sentence> waiting = requests;
  std::map<uint64_t, EngineResult> results;
  while (results.size() < requests.size()) {
    const int32_t count = engine->CountAdmissible(waiting);
    INTERPRES_RETURN_IF_ERROR(engine->Admit(waiting.first(count)));
    waiting = waiting.subspan(count);
    engine->Step();
    for (EngineResult& result : engine->Collect()) {
      results[result.id] = std::move(result);
    }
  }
  for (const auto& [id, result] : results) {
    Print(result, attention);
  }
  return attention == nullptr || attention->flush()
             ? absl::OkStatus()
             : absl::DataLossError("cannot write the attention");
}

}  // namespace
}  // namespace interpres

int main(int argc, char** argv) {
  if (argc != 5 && argc != 7 && argc != 8) {
    std::fprintf(
        stderr,
        "usage: %s MODEL_DIR BEAM LENGTH_PENALTY MAX_LENGTH "
        "[REPETITION_PENALTY NO_REPEAT_NGRAM [ATTENTION_FILE]] < IDS\n",
        argv[0]);
    return 2;
  }
  const auto beam = static_cast<int32_t>(std::strtol(argv[2], nullptr, 10));
  interpres::DecodingOptions options{
      .beam_size = beam,
      .n_best = beam,
      .length_penalty = std::strtof(argv[3], nullptr),
      .max_length = static_cast<int32_t>(std::strtol(argv[4], nullptr, 10)),
      .repetition_penalty = argc >= 7 ? std::strtof(argv[5], nullptr) : 1.0f,
      .no_repeat_ngram_size =
          argc >= 7 ? static_cast<int32_t>(std::strtol(argv[6], nullptr, 10))
                    : 0};
  std::ofstream attention;
  if (argc == 8) {
    options.attention = interpres::AttentionOptions();
    attention.open(argv[7], std::ios::binary);
  }
  const absl::Status status =
      interpres::Run(argv[1], options, argc == 8 ? &attention : nullptr);
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", status.ToString().c_str());
    return 1;
  }
  return 0;
}
