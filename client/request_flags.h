// The flags for the TranslateOptions of a request.

#ifndef INTERPRES_CLIENT_REQUEST_FLAGS_H_
#define INTERPRES_CLIENT_REQUEST_FLAGS_H_

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "interpres/v1/translation.pb.h"

namespace interpres {

// The values of the command-line flags that choose the priority, the division
// of texts, the protection of spans and the decoding options. An empty, null or
// false field means that the flag is absent. The server chooses the value of an
// absent flag. The server also checks the ranges, because they depend on the
// model.
struct RequestFlags {
  std::string priority;
  std::string split;        // "sentences", "off" or ""
  std::string line_breaks;  // "paragraph", "wrapped" or ""
  bool allow_pivot = false;
  std::string format;     // "plain", "html", "xml", "markdown" or ""
  std::string integrity;  // "repair", "report", "off" or ""
  std::string numbers;    // "keep", "localize", "verbatim" or ""
  std::vector<std::string> do_not_translate;
  std::optional<int32_t> beam;
  std::optional<int32_t> nbest;
  std::optional<float> length_penalty;
  std::optional<int32_t> max_length;
  bool shortlist = false;
  std::optional<float> repetition_penalty;
  std::optional<int32_t> no_repeat_ngram;
  std::string target_prefix;
  // Whether to draw translations at random instead of searching. Each of the
  // fields `seed`, `temperature`, `top_k` and `top_p` also turns drawing on if
  // it is not null.
  bool sample = false;
  std::optional<uint64_t> seed;
  std::optional<float> temperature;
  std::optional<int32_t> top_k;
  std::optional<float> top_p;
};

// Adds the flags of RequestFlags to `app`. Parsing accepts only the listed
// values of the string fields. `flags` must outlive the parsing, which sets its
// fields.
void AddRequestFlags(CLI::App& app, RequestFlags& flags);

// Sets the decoding fields of `options` whose flags were given. Appends the
// target prefix if it is not empty. Does not change other fields.
void SetOptions(const RequestFlags& flags,
                interpres::v1::TranslateOptions& options);

// Sets the fields of `request` about line breaks, splitting, format, integrity
// and numbers whose flags were given. Always sets `allow_pivot`, and appends
// the strings of `do_not_translate`. REQUIRES: each string of `flags` is empty
// or a value that AddRequestFlags accepts.
void SetTextOptions(const RequestFlags& flags,
                    interpres::v1::TranslateRequest& request);

// Returns the priority that `flags.priority` names, "interactive" or "batch".
// Returns PRIORITY_UNSPECIFIED if `flags.priority` is empty.
interpres::v1::Priority PriorityOf(const RequestFlags& flags);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_REQUEST_FLAGS_H_
