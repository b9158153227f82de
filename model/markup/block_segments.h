// Divides a block into segments.

#ifndef INTERPRES_MODEL_MARKUP_BLOCK_SEGMENTS_H_
#define INTERPRES_MODEL_MARKUP_BLOCK_SEGMENTS_H_

#include <vector>

#include "model/markup/block_atoms.h"
#include "model/markup/marked_segment.h"
#include "model/markup/markup_options.h"
#include "model/markup/text_encoding.h"

namespace interpres {

// Appends the sentences of the block to `segments`, in order, if they have a
// letter, a digit or another number. Tags around a whole sentence and items
// between two sentences belong to no segment. With the encoding kUnquoted, the
// whole block is one sentence. `encoding` becomes MarkedSegment::encoding.
// Takes linear time. Thread-safe.
void AppendSegments(const BlockAtoms& block, const MarkupOptions& options,
                    TextEncoding encoding,
                    std::vector<MarkedSegment>& segments);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_BLOCK_SEGMENTS_H_
