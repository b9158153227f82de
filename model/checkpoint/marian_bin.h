// Weights that Marian saved as MODEL.bin, its own binary format.

#ifndef INTERPRES_MODEL_CHECKPOINT_MARIAN_BIN_H_
#define INTERPRES_MODEL_CHECKPOINT_MARIAN_BIN_H_

#include <memory>
#include <string_view>

#include "absl/status/statusor.h"
#include "model/checkpoint/byte_source.h"
#include "model/checkpoint/marian_file.h"

namespace interpres {

// Parses the bytes of a .bin file with weights in float32, float16, intgemm8 or
// intgemm16, as Marian and Bergamot write them. The tensors of the result read
// from `bytes`.
//
// The scale of activations that Bergamot stores for the matrix NAME
// (NAME_QuantMultA) becomes the input_multiplier of NAME, if NAME is intgemm8.
// The scale of the output layer, none_QuantMultA, becomes the input_multiplier
// of the target embedding instead: of decoder_Wemb, or of Wemb without
// decoder_Wemb.
//
// Returns INVALID_ARGUMENT if the file is damaged or encrypted, lacks the
// configuration, or has an item of another type. The message then has the name
// of the type and a remedy. Also returns the errors of ByteSource::Read. `name`
// starts every message about the content.
absl::StatusOr<MarianFile> ParseMarianBin(
    const std::shared_ptr<const ByteSource>& bytes, std::string_view name);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MARIAN_BIN_H_
