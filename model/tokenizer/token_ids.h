// The ids of the pieces of one vocabulary.

#ifndef INTERPRES_MODEL_TOKENIZER_TOKEN_IDS_H_
#define INTERPRES_MODEL_TOKENIZER_TOKEN_IDS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "absl/status/statusor.h"
#include "model/config/piece_ids.h"

namespace interpres {

inline constexpr int32_t kNoId = -1;

// The pieces of one vocabulary and their ids. Immutable and thread-safe.
class TokenIds {
 public:
  using Tags = std::map<std::string, int32_t, std::less<>>;  // name -> id

  // Makes the ids of `vocabulary`, a map from pieces to ids. Returns
  // INVALID_ARGUMENT if the ids are not 0..n-1, or if the piece </s> or <unk>
  // is missing. Each message starts with `file`, the name of the file.
  static absl::StatusOr<TokenIds> Create(const PieceIds& vocabulary,
                                         std::string_view file);

  int32_t size() const { return static_cast<int32_t>(pieces_.size()); }
  // By id.
  const std::vector<std::string>& pieces() const { return pieces_; }
  // Returns the piece with this id. Returns "" for an id outside the
  // vocabulary.
  std::string_view Piece(int32_t id) const;
  // Returns the id of a piece of ordinary text. Returns kNoId for a special
  // piece (</s>, <unk>, <pad>), a tag and a piece that the vocabulary lacks.
  // Therefore no text can spell a special piece or a tag.
  int32_t FindText(const std::string& piece) const;

  int32_t end_id() const { return end_id_; }
  int32_t unknown_id() const { return unknown_id_; }
  // The id of the padding piece <pad>. kNoId means that the vocabulary has no
  // <pad>.
  int32_t padding_id() const { return padding_id_; }
  // The tags of languages and of corpora.
  const Tags& language_tags() const { return language_tags_; }
  const Tags& corpus_tags() const { return corpus_tags_; }
  // Returns the ids of all tags.
  std::vector<int32_t> TagIds() const;

 private:
  TokenIds() = default;

  std::vector<std::string> pieces_;
  std::unordered_map<std::string, int32_t> text_ids_;
  Tags language_tags_;
  Tags corpus_tags_;
  int32_t end_id_ = kNoId;
  int32_t unknown_id_ = kNoId;
  int32_t padding_id_ = kNoId;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TOKENIZER_TOKEN_IDS_H_
