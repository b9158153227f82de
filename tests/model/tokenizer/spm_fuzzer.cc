// libFuzzer over a .spm file: our checks, and SentencePiece on what they let
// through. tests/fuzz.sh builds and runs it.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "model/tokenizer/spm_check.h"
#include "model/tokenizer/tokenizer.h"

namespace interpres {
namespace {

// A model that is accepted must take any valid text.
void Tokenize(std::string_view bytes) {
  const auto tokenizer = Tokenizer::Create(
      {.source_spm = std::string(bytes),
       .target_spm = std::string(bytes),
       .vocabulary = {
           {"</s>", 0}, {"<unk>", 1}, {"\xE2\x96\x81", 2}, {"<pad>", 3}}});
  if (!tokenizer.ok()) {
    return;
  }
  for (const char* text :
       {"", " ", "The cat.", "\xC2\xBF\x44\xC3\xB3nde?",
        "\xEF\xBC\xA1\xE2\x85\xA2", "\xF0\x9F\x90\x88 a\xCC\x81"}) {
    (void)(*tokenizer)->EncodeSource(text, "");
    const auto target = (*tokenizer)->EncodeTarget(text);
    if (target.ok()) {
      (void)(*tokenizer)->Decode(target->ids);
    }
  }
}

}  // namespace
}  // namespace interpres

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (interpres::FindSpmDefect(bytes).empty()) {
    interpres::Tokenize(bytes);
  }
  return 0;
}
