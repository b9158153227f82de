// Converts the alignment of pieces to an alignment of words.

#ifndef INTERPRES_CLIENT_PIECE_ALIGNMENT_H_
#define INTERPRES_CLIENT_PIECE_ALIGNMENT_H_

#include <string>
#include <string_view>

#include "interpres/v1/translation.pb.h"

namespace interpres {

// Returns whether `piece` is a direction tag (`>>es<<`) or the end symbol
// (`</s>`), which are not part of the text.
bool IsMarker(std::string_view piece);

// Returns the alignment of `translation`, a translation of `result`, in the
// Pharaoh format, for example "0-0 1-2 2-1". Each pair is a word of the source
// and a word of the translation that have aligned pieces, counted from 0. White
// space separates words. The pairs are sorted by the word of the translation,
// then by the word of the source. Returns "" if no pieces are aligned.
std::string PharaohAlignment(const interpres::v1::TranslationResult& result,
                             const interpres::v1::Translation& translation);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_PIECE_ALIGNMENT_H_
