#include "model/transformer/session.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/kernels/matmul.h"
#include "model/transformer/activations.h"
#include "model/transformer/block_pool.h"
#include "model/transformer/decoder.h"
#include "model/transformer/encoder.h"
#include "model/transformer/tensors.h"

namespace interpres {
namespace {

absl::Status CheckAtLeast(const char* option, int64_t value, int64_t least) {
  if (value >= least) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "session option %s is %d; it must be at least %d", option, value, least));
}

absl::Status ValidateOptions(const SessionOptions& options,
                             const ModelConfig& config) {
  INTERPRES_RETURN_IF_ERROR(
      CheckAtLeast("max_sentences", options.max_sentences, 1));
  INTERPRES_RETURN_IF_ERROR(CheckAtLeast("max_rows", options.max_rows, 1));
  INTERPRES_RETURN_IF_ERROR(CheckAtLeast("max_source_tokens",
                                         options.max_source_tokens,
                                         config.max_position_embeddings));
  return CheckAtLeast("max_cache_positions", options.max_cache_positions,
                      config.max_position_embeddings);
}

absl::Status ValidateShortlist(const SessionSentence& sentence,
                               int64_t vocab_size) {
  int32_t least = 0;
  for (const int32_t id : sentence.shortlist) {
    if (id < least || id >= vocab_size) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "the shortlist of slot %d has the token %d; expected rising ids from "
          "%d to %d",
          sentence.slot, id, least, vocab_size - 1));
    }
    least = id + 1;
  }
  return absl::OkStatus();
}

// The checks that need no session: the sentence against the model.
absl::Status ValidateSentence(const SessionSentence& sentence,
                              const ModelConfig& config) {
  const int64_t positions = config.max_position_embeddings;
  const auto length = static_cast<int64_t>(sentence.source.size());
  if (length < 1 || length > positions) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the source of slot %d has %d tokens; the model takes 1 to %d",
        sentence.slot, length, positions));
  }
  for (const int32_t id : sentence.source) {
    if (id < 0 || id >= config.vocab_size) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "the source of slot %d has the token %d; ids are 0 to %d",
          sentence.slot, id, config.vocab_size - 1));
    }
  }
  INTERPRES_RETURN_IF_ERROR(ValidateShortlist(sentence, config.vocab_size));
  if (sentence.beam_size < 1) {
    return absl::InvalidArgumentError(
        absl::StrFormat("slot %d has beam size %d; it must be at least 1",
                        sentence.slot, sentence.beam_size));
  }
  if (sentence.max_length < 1 || sentence.max_length > positions) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "slot %d has maximum length %d; the model has positions 1 to %d",
        sentence.slot, sentence.max_length, positions));
  }
  return absl::OkStatus();
}

// Source tokens that are encoded together: enough for the matrix products to be
// as fast as they get, and few enough for what is between them to stay in the
// caches.
constexpr int64_t kEncodedTokens = 256;

int64_t SourceTokens(std::span<const SessionSentence> sentences) {
  int64_t tokens = 0;
  for (const SessionSentence& sentence : sentences) {
    tokens += static_cast<int64_t>(sentence.source.size());
  }
  return tokens;
}

// `sentences`, in groups that are encoded together.
std::vector<std::span<const SessionSentence>> EncoderGroups(
    std::span<const SessionSentence> sentences) {
  std::vector<std::span<const SessionSentence>> groups;
  while (!sentences.empty()) {
    std::size_t count = 1;
    while (count < sentences.size() &&
           SourceTokens(sentences.first(count + 1)) <= kEncodedTokens) {
      ++count;
    }
    groups.push_back(sentences.first(count));
    sentences = sentences.subspan(count);
  }
  return groups;
}

// Rows of the activations: source tokens of a group, or hypotheses.
int64_t ActivationRows(const ModelConfig& config,
                       const SessionOptions& options) {
  return std::max(
      {std::min(kEncodedTokens, RoundUpToBlocks(options.max_source_tokens)),
       int64_t{config.max_position_embeddings},
       RowsWithPadding(options.max_rows)});
}

absl::Status CheckFree(const char* what, int64_t needed, int64_t free) {
  if (needed <= free) {
    return absl::OkStatus();
  }
  return absl::ResourceExhaustedError(absl::StrFormat(
      "the session has no room: %d %s needed, %d free; release slots first",
      needed, what, free));
}

}  // namespace

class TransformerSession::Impl {
 public:
  Impl(const TransformerTensors& tensors, const SessionOptions& options,
       std::unique_ptr<MatmulSession> matmul)
      : config_(tensors.config),
        options_(options),
        matmul_(std::move(matmul)),
        encoder_(tensors, *matmul_),
        decoder_(tensors, *matmul_, options),
        activations_(tensors.config, ActivationRows(tensors.config, options)),
        beam_sizes_(options.max_sentences) {}

  absl::Status Prepare() { return decoder_.PrepareSteps(); }

  void UseHelper(bool use) { matmul_->UseHelper(use); }

  // RESOURCE_EXHAUSTED if the session has no room for all of the sentences.
  absl::Status CheckRoom(std::span<const SessionSentence> sentences) const {
    const int64_t slots = std::ssize(sentences);
    int64_t rows = 0;
    int64_t state_blocks = 0;
    int64_t source_blocks = 0;
    for (const SessionSentence& sentence : sentences) {
      rows += sentence.beam_size;
      state_blocks += decoder_.state().BlocksOf(sentence);
      source_blocks += SourceCache::BlocksOf(std::ssize(sentence.source));
    }
    absl::Status status =
        CheckFree("slots", slots, options_.max_sentences - open_slots_);
    status.Update(
        CheckFree("hypotheses", rows, options_.max_rows - reserved_rows_));
    status.Update(CheckFree("cache blocks", state_blocks,
                            decoder_.state().free_blocks()));
    status.Update(CheckFree("source blocks", source_blocks,
                            decoder_.source().free_blocks()));
    return status;
  }

  absl::Status Admit(std::span<const SessionSentence> sentences) {
    if (sentences.empty()) {
      return absl::OkStatus();
    }
    INTERPRES_RETURN_IF_ERROR(CheckAdmissible(sentences));
    absl::Cleanup release = [&] {
      for (const SessionSentence& sentence : sentences) {
        Release(sentence.slot);
      }
    };
    decoder_.projection().Forget();
    const auto groups = EncoderGroups(sentences);
    for (const auto& group : groups) {
      const int64_t tokens = SourceTokens(group);
      INTERPRES_RETURN_IF_ERROR(encoder_.Prepare(tokens));
      INTERPRES_RETURN_IF_ERROR(decoder_.PrepareCross(tokens));
    }
    for (const SessionSentence& sentence : sentences) {
      INTERPRES_RETURN_IF_ERROR(decoder_.projection().Open(sentence));
    }
    for (const auto& group : groups) {
      Encode(group);
    }
    std::move(release).Cancel();
    return absl::OkStatus();
  }

  void Step(std::span<const DecoderRow> rows) {
    decoder_.Step(rows, activations_);
  }

  std::span<float> Logits(int64_t row) {
    return decoder_.projection().Logits(row);
  }

  void Release(int32_t slot) {
    if (slot < 0 || slot >= options_.max_sentences) {
      return;
    }
    decoder_.state().Release(slot);
    decoder_.source().Close(slot);
    decoder_.projection().Close(slot);
    if (beam_sizes_[slot] > 0) {
      --open_slots_;
      reserved_rows_ -= beam_sizes_[slot];
      beam_sizes_[slot] = 0;
    }
  }

 private:
  absl::Status CheckAdmissible(
      std::span<const SessionSentence> sentences) const {
    std::vector<bool> taken(options_.max_sentences, false);
    for (const SessionSentence& sentence : sentences) {
      absl::Status status = CheckSlot(sentence.slot, taken);
      status.Update(ValidateSentence(sentence, config_));
      if (!status.ok()) {
        return status;
      }
      taken[sentence.slot] = true;
    }
    return CheckRoom(sentences);
  }

  absl::Status CheckSlot(int32_t slot, const std::vector<bool>& taken) const {
    if (slot < 0 || slot >= options_.max_sentences) {
      return absl::InvalidArgumentError(
          absl::StrFormat("there is no slot %d; the session has 0 to %d", slot,
                          options_.max_sentences - 1));
    }
    if (beam_sizes_[slot] > 0 || taken[slot]) {
      return absl::FailedPreconditionError(
          absl::StrFormat("slot %d is in use; release it first", slot));
    }
    return absl::OkStatus();
  }

  // Takes the memory of a slot. If it throws std::bad_alloc, Release frees what
  // was taken.
  void Open(const SessionSentence& sentence) {
    decoder_.state().Reserve(sentence);
    decoder_.source().Open(sentence.slot, std::ssize(sentence.source));
    beam_sizes_[sentence.slot] = sentence.beam_size;
    ++open_slots_;
    reserved_rows_ += sentence.beam_size;
  }

  // Opens the slots of a group, too.
  void Encode(std::span<const SessionSentence> sentences) {
    Pack(sentences);
    places_.clear();
    for (const SessionSentence& sentence : sentences) {
      Open(sentence);
      const std::span<const int32_t> places =
          decoder_.source().Places(sentence.slot);
      places_.insert(places_.end(), places.begin(), places.end());
    }
    encoder_.Run(tokens_, positions_, offsets_, activations_);
    decoder_.StoreCross(places_, activations_);
  }

  void Pack(std::span<const SessionSentence> sentences) {
    tokens_.clear();
    positions_.clear();
    offsets_.assign(1, 0);
    for (const SessionSentence& sentence : sentences) {
      tokens_.insert(tokens_.end(), sentence.source.begin(),
                     sentence.source.end());
      for (std::size_t i = 0; i < sentence.source.size(); ++i) {
        positions_.push_back(static_cast<int32_t>(i));
      }
      offsets_.push_back(static_cast<int64_t>(tokens_.size()));
    }
  }

  const ModelConfig& config_;
  const SessionOptions options_;
  const std::unique_ptr<MatmulSession> matmul_;
  Encoder encoder_;
  Decoder decoder_;
  Activations activations_;
  std::vector<int32_t> beam_sizes_;  // of each slot; 0: closed
  int32_t open_slots_ = 0;
  int32_t reserved_rows_ = 0;  // the sum of beam_sizes_
  // Packed sentences of a group.
  std::vector<int32_t> tokens_;
  std::vector<int32_t> positions_;
  std::vector<int64_t> offsets_;
  std::vector<int32_t> places_;
};

TransformerSession::TransformerSession(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
TransformerSession::~TransformerSession() = default;

absl::StatusOr<std::unique_ptr<TransformerSession>> TransformerSession::Create(
    const TransformerWeights& weights, const SessionOptions& options) {
  INTERPRES_RETURN_IF_ERROR(ValidateOptions(options, weights.config()));
  INTERPRES_ASSIGN_OR_RETURN(
      std::unique_ptr<MatmulSession> matmul,
      MatmulSession::Create(options.helper ? MatmulSession::Threads::kWithHelper
                                           : MatmulSession::Threads::kOne));
  auto impl = std::make_unique<Impl>(weights.data_->tensors, options,
                                     std::move(matmul));
  INTERPRES_RETURN_IF_ERROR(impl->Prepare());
  return std::unique_ptr<TransformerSession>(
      new TransformerSession(std::move(impl)));
}

bool TransformerSession::HasRoomFor(const SessionSentence& sentence) const {
  return HasRoomFor({&sentence, 1});
}

bool TransformerSession::HasRoomFor(
    std::span<const SessionSentence> sentences) const {
  return impl_->CheckRoom(sentences).ok();
}

absl::Status TransformerSession::Admit(
    std::span<const SessionSentence> sentences) {
  return impl_->Admit(sentences);
}

void TransformerSession::UseHelper(bool use) { impl_->UseHelper(use); }

void TransformerSession::Step(std::span<const DecoderRow> rows) {
  impl_->Step(rows);
}

std::span<float> TransformerSession::Logits(int64_t row) {
  return impl_->Logits(row);
}

void TransformerSession::Release(int32_t slot) { impl_->Release(slot); }

}  // namespace interpres
