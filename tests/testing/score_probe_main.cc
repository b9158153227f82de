// interpres-score-probe MODEL_DIR LOGITS_FILE [COMPUTE_TYPE]: force-decodes
// pairs of id sequences, for the conformance checks.
//
// A line of standard input is "source ids<TAB>target ids", ids separated by
// spaces, both ending with the end symbol. For each, standard output gets the
// sum of the target's log-probabilities, suppressed tokens left out of the
// softmax, and LOGITS_FILE the raw float32 logits [target length, vocab_size],
// nothing suppressed. Lines are decoded together, eight at a time.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "model/base/status.h"
#include "model/checkpoint/model_directory.h"
#include "model/kernels/top_k.h"
#include "model/transformer/session.h"

namespace interpres {
namespace {

constexpr int32_t kTogether = 8;

struct Pair {
  std::vector<int32_t> source;
  std::vector<int32_t> target;
  std::vector<float> logits;  // [target length, vocab_size]
  double log_probability = 0.0;
};

std::vector<int32_t> ParseIds(const std::string& text) {
  std::istringstream stream(text);
  std::vector<int32_t> ids;
  for (int32_t id = 0; stream >> id;) {
    ids.push_back(id);
  }
  return ids;
}

std::vector<Pair> ReadPairs(std::istream& input) {
  std::vector<Pair> pairs;
  for (std::string line; std::getline(input, line);) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    Pair pair;
    pair.source = ParseIds(line.substr(0, tab));
    pair.target = ParseIds(line.substr(tab == line.size() ? tab : tab + 1));
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

// log P(token): all of the vocabulary, ranked, holds it somewhere.
float LogProbability(std::span<const float> logits,
                     std::span<const int32_t> suppressed, int32_t token) {
  const auto size = static_cast<int32_t>(logits.size());
  std::vector<int32_t> ids(size);
  std::vector<float> values(size);
  TopKLogSoftmax(logits, suppressed, size, ids, values);
  return values[std::find(ids.begin(), ids.end(), token) - ids.begin()];
}

class Scorer {
 public:
  Scorer(const ModelDescription& description, TransformerSession& session)
      : description_(description), session_(session) {}

  absl::Status Score(std::span<Pair> pairs) {
    std::deque<Sentence> sentences;
    std::vector<Admission> admissions;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const std::size_t length = pairs[i].target.size();
      longest = std::max(longest, length);
      sentences.push_back(
          {.source = pairs[i].source,
           .options = {.beam_size = 1,
                       .max_length = static_cast<int32_t>(length)}});
      admissions.push_back(
          {.slot = static_cast<int32_t>(i), .sentence = &sentences.back()});
    }
    INTERPRES_RETURN_IF_ERROR(session_.Admit(admissions));
    for (std::size_t t = 0; t < longest; ++t) {
      Step(pairs, t);
    }
    for (const Admission& admission : admissions) {
      session_.Release(admission.slot);
    }
    return absl::OkStatus();
  }

 private:
  void Step(std::span<Pair> pairs, std::size_t t) {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (t < pairs[i].target.size()) {
        rows.push_back(
            {.slot = static_cast<int32_t>(i),
             .token = t == 0 ? description_.config.decoder_start_token_id
                             : pairs[i].target[t - 1],
             .position = static_cast<int32_t>(t)});
      }
    }
    session_.Step(rows);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      Pair& pair = pairs[rows[r].slot];
      const auto logits = session_.Logits(static_cast<int64_t>(r));
      pair.logits.insert(pair.logits.end(), logits.begin(), logits.end());
      pair.log_probability += double{LogProbability(
          logits, description_.generation.suppressed_ids, pair.target[t])};
    }
  }

  const ModelDescription& description_;
  TransformerSession& session_;
};

absl::Status Run(const char* directory_path, const char* logits_path,
                 const char* type_name) {
  INTERPRES_ASSIGN_OR_RETURN(const ComputeType type,
                             ParseComputeType(type_name));
  INTERPRES_ASSIGN_OR_RETURN(const ModelDirectory directory,
                             ReadModelDirectory(directory_path));
  const ModelConfig& config = directory.description.config;
  INTERPRES_ASSIGN_OR_RETURN(
      const auto weights,
      TransformerWeights::Load(config, directory.parameters(), type));
  const int64_t positions = config.max_position_embeddings;
  INTERPRES_ASSIGN_OR_RETURN(
      const auto session,
      TransformerSession::Create(
          *weights, {.max_sentences = kTogether,
                     .max_rows = kTogether,
                     .max_source_tokens = kTogether * positions,
                     .max_cache_positions = kTogether * positions}));
  std::vector<Pair> pairs = ReadPairs(std::cin);
  Scorer scorer(directory.description, *session);
  for (std::size_t first = 0; first < pairs.size(); first += kTogether) {
    const std::size_t count =
        std::min<std::size_t>(kTogether, pairs.size() - first);
    INTERPRES_RETURN_IF_ERROR(
        scorer.Score(std::span(pairs).subspan(first, count)));
  }
  std::ofstream file(logits_path, std::ios::binary);
  for (const Pair& pair : pairs) {
    std::printf("%.7g\n", pair.log_probability);
    file.write(
        reinterpret_cast<const char*>(pair.logits.data()),
        static_cast<std::streamsize>(pair.logits.size() * sizeof(float)));
  }
  return file.good() ? absl::OkStatus()
                     : absl::InternalError("cannot write the logits");
}

}  // namespace
}  // namespace interpres

int main(int argc, char** argv) {
  if (argc < 3 || argc > 4) {
    std::fprintf(stderr,
                 "usage: %s MODEL_DIR LOGITS_FILE [COMPUTE_TYPE] < PAIRS\n",
                 argv[0]);
    return 2;
  }
  const absl::Status status =
      interpres::Run(argv[1], argv[2], argc == 4 ? argv[3] : "float32");
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", status.ToString().c_str());
    return 1;
  }
  return 0;
}
