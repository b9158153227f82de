// The flags that say how to decode, as the TranslateOptions of a request.

#ifndef INTERPRES_CLIENT_REQUEST_FLAGS_H_
#define INTERPRES_CLIENT_REQUEST_FLAGS_H_

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "interpres/v1/translation.pb.h"

namespace interpres {

// What is absent is the server's to choose. Ranges are the server's to check:
// they depend on the model.
struct RequestFlags {
  std::string priority;
  std::optional<int32_t> beam;
  std::optional<int32_t> nbest;
  std::optional<float> length_penalty;
  std::optional<int32_t> max_length;
  bool shortlist = false;
  std::optional<float> repetition_penalty;
  std::optional<int32_t> no_repeat_ngram;
  std::string target_prefix;
  // Random sampling in place of a search; any of the next four asks for it too.
  bool sample = false;
  std::optional<uint64_t> seed;
  std::optional<float> temperature;
  std::optional<int32_t> top_k;
  std::optional<float> top_p;
};

// `flags` must outlive the parsing.
void AddRequestFlags(CLI::App& app, RequestFlags& flags);

// Sets what was given.
void SetOptions(const RequestFlags& flags,
                interpres::v1::TranslateOptions& options);

interpres::v1::Priority PriorityOf(const RequestFlags& flags);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_REQUEST_FLAGS_H_
