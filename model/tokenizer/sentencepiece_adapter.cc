#include "model/tokenizer/sentencepiece_adapter.h"

#include <sentencepiece_processor.h>
#include <sentencepiece_trainer.h>

#include <cstddef>
#include <cstdlib>
#include <exception>
#include <unordered_map>
#include <utility>

namespace interpres {
namespace {

// Feeds the trainer without a file.
class VectorIterator : public sentencepiece::SentenceIterator {
 public:
  explicit VectorIterator(const std::vector<const std::string*>& sentences)
      : sentences_(sentences) {}

  bool done() const override { return next_ >= sentences_.size(); }
  void Next() override { ++next_; }
  const std::string& value() const override { return *sentences_[next_]; }
  sentencepiece::util::Status status() const override { return {}; }

 private:
  const std::vector<const std::string*>& sentences_;
  std::size_t next_ = 0;
};

// SentencePiece reads a list as a line of a CSV file.
std::string CsvLine(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) {
    line += line.empty() ? "\"" : ",\"";
    for (const char byte : field) {
      line.append(byte == '"' ? 2 : 1, byte);
    }
    line += '"';
  }
  return line;
}

}  // namespace

class SentencePieceModel::Impl {
 public:
  sentencepiece::SentencePieceProcessor processor;
  std::string unknown_piece;
};

SentencePieceModel::SentencePieceModel(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}

SentencePieceModel::~SentencePieceModel() = default;

std::unique_ptr<const SentencePieceModel> SentencePieceModel::Load(
    const std::string& serialized, std::string* error) {
  auto impl = std::make_unique<Impl>();
  // Its trie throws at pieces that it cannot hold, such as one with a zero
  // byte.
  try {
    const auto status = impl->processor.LoadFromSerializedProto(serialized);
    if (!status.ok()) {
      *error = status.ToString();
      return nullptr;
    }
  } catch (const std::exception& thrown) {
    *error = thrown.what();
    return nullptr;
  }
  const int unknown = impl->processor.unk_id();
  if (unknown < 0 || unknown >= impl->processor.GetPieceSize()) {
    *error = "it has no unknown piece";
    return nullptr;
  }
  impl->unknown_piece = impl->processor.IdToPiece(unknown);
  return std::unique_ptr<const SentencePieceModel>(
      new SentencePieceModel(std::move(impl)));
}

std::vector<std::string> SentencePieceModel::Encode(
    std::string_view text, std::vector<int64_t>* offsets) const {
  if (offsets == nullptr) {
    return impl_->processor.EncodeAsPieces(text);
  }
  offsets->clear();
  const auto encoded = impl_->processor.EncodeAsImmutableProto(text);
  const auto size = static_cast<int>(encoded.pieces_size());
  std::vector<std::string> pieces;
  pieces.reserve(encoded.pieces_size());
  for (int i = 0; i < size; ++i) {
    const auto piece = encoded.pieces(i);
    pieces.push_back(piece.piece());
    offsets->push_back(piece.begin());
  }
  if (size > 0) {
    offsets->push_back(encoded.pieces(size - 1).end());
  }
  return pieces;
}

std::vector<SentencePieceModel::Candidate> SentencePieceModel::NBest(
    std::string_view text, int count) const {
  std::vector<std::vector<std::string>> segmentations;
  const auto& processor = impl_->processor;
  if (!processor.NBestEncode(text, count, &segmentations).ok()) {
    return {};
  }
  std::vector<Candidate> candidates;
  for (std::vector<std::string>& pieces : segmentations) {
    double sum = 0.0;
    for (const std::string& piece : pieces) {
      sum +=
          static_cast<double>(processor.GetScore(processor.PieceToId(piece)));
    }
    candidates.push_back({std::move(pieces), sum});
  }
  return candidates;
}

std::string SentencePieceModel::Decode(
    const std::vector<std::string>& pieces) const {
  return impl_->processor.DecodePieces(pieces);
}

std::vector<std::string> SentencePieceModel::TextPieces() const {
  const auto& processor = impl_->processor;
  std::vector<std::string> pieces;
  for (int id = 0; id < processor.GetPieceSize(); ++id) {
    if (!processor.IsControl(id) && !processor.IsUnknown(id) &&
        !processor.IsUnused(id)) {
      pieces.push_back(processor.IdToPiece(id));
    }
  }
  return pieces;
}

std::vector<std::string> SentencePieceModel::AllPieces() const {
  std::vector<std::string> pieces;
  const int size = impl_->processor.GetPieceSize();
  pieces.reserve(static_cast<std::size_t>(size));
  for (int id = 0; id < size; ++id) {
    pieces.push_back(impl_->processor.IdToPiece(id));
  }
  return pieces;
}

const std::string& SentencePieceModel::unknown_piece() const {
  return impl_->unknown_piece;
}

int SentencePieceModel::ByteOf(const std::string& piece) const {
  const auto& processor = impl_->processor;
  constexpr std::size_t kSize = 6;  // of "<0x0A>"
  if (piece.size() != kSize || !processor.IsByte(processor.PieceToId(piece))) {
    return -1;
  }
  return static_cast<int>(std::strtol(piece.c_str() + 3, nullptr, 16));
}

bool SentencePieceModel::IsControl(const std::string& piece) const {
  const auto& processor = impl_->processor;
  return processor.IsControl(processor.PieceToId(piece));
}

bool TrainSentencePiece(const std::vector<const std::string*>& sentences,
                        const SentencePieceTraining& training,
                        std::string* serialized, std::string* error) {
  std::unordered_map<std::string, std::string> options = {
      {"model_type", training.bpe ? "bpe" : "unigram"},
      {"byte_fallback", training.byte_fallback ? "true" : "false"},
      {"vocab_size", std::to_string(training.vocab_size)},
      {"character_coverage", std::to_string(training.character_coverage)},
      {"split_digits", training.split_digits ? "true" : "false"},
      {"num_threads", std::to_string(training.threads)},
      {"normalization_rule_name", "nmt_nfkc"},
      {"eos_id", "0"},
      {"unk_id", "1"},
      {"bos_id", "-1"},
      {"pad_id", "-1"},
      {"hard_vocab_limit", "true"},
      // Sampling is the caller's: SentencePiece's own shuffle is random.
      {"input_sentence_size", "0"},
      // SentencePiece drops longer sentences without a message. The caller
      // drops them with a message.
      {"max_sentence_length", "1073741824"},  // SentencePiece's maximum
      {"shuffle_input_sentence", "false"},
      // Its log goes to stderr, a line per EM step: errors come as a status.
      {"minloglevel", "3"},
  };
  if (!training.required_characters.empty()) {
    options["required_chars"] = training.required_characters;
  }
  if (!training.user_symbols.empty()) {
    options["user_defined_symbols"] = CsvLine(training.user_symbols);
  }
  VectorIterator iterator(sentences);
  const auto status = sentencepiece::SentencePieceTrainer::Train(
      options, &iterator, serialized);
  if (!status.ok()) {
    *error = status.ToString();
    return false;
  }
  return true;
}

}  // namespace interpres
