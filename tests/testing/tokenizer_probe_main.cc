// interpres-tokenizer-probe DIR: reads and checks a whole model directory, then
// answers lines of standard input, for tokenizer_conformance.py.
//
// Input lines are "source LANGUAGE HEX" (LANGUAGE is the target language, or -,
// or SOURCE:TARGET, to which the answer ends in "| " and the forced target
// ids), "target HEX", "normalize HEX" and "decode ID ID ..."; HEX is UTF-8
// bytes in hexadecimal,
// `-` means no bytes. The answer to each line is ids or HEX.

#include <cstdint>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_join.h"
#include "model/base/status.h"
#include "model/checkpoint/model_directory.h"
#include "model/tokenizer/tokenizer.h"

namespace interpres {
namespace {

std::string FromHex(const std::string& hex) {
  return hex == "-" ? "" : absl::HexStringToBytes(hex);
}

std::string ToHex(const std::string& bytes) {
  return bytes.empty() ? "-" : absl::BytesToHexString(bytes);
}

std::string Show(const absl::StatusOr<EncodedText>& text) {
  return text.ok() ? absl::StrJoin(text->ids, " ") : text.status().ToString();
}

std::string ShowSource(const Tokenizer& tokenizer, const std::string& text,
                       const std::string& language) {
  const std::size_t colon = language.find(':');
  if (colon == std::string::npos) {
    return Show(tokenizer.EncodeSource(text, language == "-" ? "" : language));
  }
  const auto encoded =
      tokenizer.EncodeSource(text, {.target = language.substr(colon + 1),
                                    .source = language.substr(0, colon)});
  return encoded.ok() ? Show(encoded) + " | " +
                            absl::StrJoin(encoded->forced_target, " ")
                      : Show(encoded);
}

std::string Answer(const Tokenizer& tokenizer, const std::string& line) {
  std::istringstream words(line);
  std::string command;
  std::string language;
  std::string hex;
  words >> command;
  if (command == "decode") {
    std::vector<int32_t> ids;
    for (int32_t id = 0; words >> id;) {
      ids.push_back(id);
    }
    return ToHex(tokenizer.Decode(ids));
  }
  if (command == "source") {
    words >> language;
  }
  words >> hex;
  const std::string text = FromHex(hex);
  if (command == "source") {
    return ShowSource(tokenizer, text, language);
  }
  if (command == "target") {
    return Show(tokenizer.EncodeTarget(text));
  }
  return command == "normalize" ? ToHex(tokenizer.Normalize(text))
                                : "unknown command";
}

absl::StatusOr<std::unique_ptr<const Tokenizer>> LoadTokenizer(
    const char* path) {
  INTERPRES_ASSIGN_OR_RETURN(ModelDirectory model, ReadModelDirectory(path));
  return Tokenizer::Create(
      {.source_spm = model.description.source_spm,
       .target_spm = model.description.target_spm,
       .vocabulary = model.description.vocabulary,
       .source_vocabulary = model.description.source_vocabulary,
       .token_template = model.family->token_template,
       .source_rules = model.description.source_rules});
}

int Run(const char* path) {
  const auto tokenizer = LoadTokenizer(path);
  if (!tokenizer.ok()) {
    std::cerr << tokenizer.status() << "\n";
    return 1;
  }
  for (std::string line; std::getline(std::cin, line);) {
    std::cout << Answer(**tokenizer, line) << "\n";
  }
  return 0;
}

}  // namespace
}  // namespace interpres

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: " << argv[0] << " DIR < commands\n";
    return 2;
  }
  return interpres::Run(argv[1]);
}
