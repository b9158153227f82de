// How the pieces of a translation are aligned to those of its source, as words.

#ifndef INTERPRES_CLIENT_PIECE_ALIGNMENT_H_
#define INTERPRES_CLIENT_PIECE_ALIGNMENT_H_

#include <string>
#include <string_view>

#include "interpres/v1/translation.pb.h"

namespace interpres {

// Whether a piece is a direction's tag (`>>es<<`) or the end symbol: no part of
// the text.
bool IsMarker(std::string_view piece);

// The alignment of a translation in the Pharaoh format, "0-0 1-2 2-1": pairs of
// a word of the source and a word of the translation, both counted from 0, of
// which pieces are aligned; in the order of the translation, then of the
// source. Words are what white space separates. "" if there is none.
std::string PharaohAlignment(const interpres::v1::TranslationResult& result,
                             const interpres::v1::Translation& translation);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_PIECE_ALIGNMENT_H_
