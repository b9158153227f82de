#include "model/transformer/session.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_format.h"
#include "model/base/check.h"
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
      "session option %s is %d; expected at least %d", option, value, least));
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

absl::Status ValidateShortlist(const Admission& admission, int64_t vocab_size) {
  int32_t least = 0;
  for (const int32_t id : admission.shortlist) {
    if (id < least || id >= vocab_size) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "the shortlist of slot %d has the token %d; expected rising ids from "
          "%d to %d",
          admission.slot, id, least, vocab_size - 1));
    }
    least = id + 1;
  }
  return absl::OkStatus();
}

// A sentence that is not valid would read and write beyond the memory.
void CheckValid(const Sentence& sentence, const ModelConfig& config) {
  const int64_t positions = config.max_position_embeddings;
  Check(!sentence.source.empty() && std::ssize(sentence.source) <= positions,
        "a source is empty or longer than the model's positions");
  Check(std::all_of(sentence.source.begin(), sentence.source.end(),
                    [&](int32_t id) {
                      return id >= 0 && id < config.source_vocab_size();
                    }),
        "a source has a token outside the vocabulary");
  Check(sentence.options.beam_size >= 1, "a sentence has no beam");
  Check(sentence.options.max_length >= 1 &&
            sentence.options.max_length <= positions,
        "a maximum length is beyond the model's positions");
}

// Source tokens that are encoded together: enough for the matrix products to be
// as fast as they get, and few enough for what is between them to stay in the
// caches.
constexpr int64_t kEncodedTokens = 256;

int64_t SourceTokens(std::span<const Admission> admissions) {
  int64_t tokens = 0;
  for (const Admission& admission : admissions) {
    tokens += std::ssize(admission.sentence->source);
  }
  return tokens;
}

// `admissions`, in groups that are encoded together.
std::vector<std::span<const Admission>> EncoderGroups(
    std::span<const Admission> admissions) {
  std::vector<std::span<const Admission>> groups;
  while (!admissions.empty()) {
    std::size_t count = 1;
    while (count < admissions.size() &&
           SourceTokens(admissions.first(count + 1)) <= kEncodedTokens) {
      ++count;
    }
    groups.push_back(admissions.first(count));
    admissions = admissions.subspan(count);
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
  absl::Status CheckRoom(std::span<const Admission> admissions) const {
    const int64_t slots = std::ssize(admissions);
    int64_t rows = 0;
    int64_t state_blocks = 0;
    int64_t source_blocks = 0;
    for (const Admission& admission : admissions) {
      rows += admission.sentence->options.beam_size;
      state_blocks += decoder_.state().BlocksOf(admission);
      source_blocks += BlocksFor(std::ssize(admission.sentence->source));
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

  absl::Status Admit(std::span<const Admission> admissions) {
    if (admissions.empty()) {
      return absl::OkStatus();
    }
    INTERPRES_RETURN_IF_ERROR(CheckAdmissible(admissions));
    absl::Cleanup release = [&] {
      for (const Admission& admission : admissions) {
        Release(admission.slot);
      }
    };
    decoder_.projection().Forget();
    const auto groups = EncoderGroups(admissions);
    for (const auto& group : groups) {
      const int64_t tokens = SourceTokens(group);
      INTERPRES_RETURN_IF_ERROR(encoder_.Prepare(tokens));
      INTERPRES_RETURN_IF_ERROR(decoder_.PrepareCross(tokens));
    }
    for (const Admission& admission : admissions) {
      INTERPRES_RETURN_IF_ERROR(decoder_.projection().Open(admission));
    }
    for (const auto& group : groups) {
      Encode(group);
    }
    std::move(release).Cancel();
    return absl::OkStatus();
  }

  void Step(std::span<const Row> rows) { decoder_.Step(rows, activations_); }

  std::span<float> Logits(int64_t row) {
    return decoder_.projection().Logits(row);
  }

  const RowAlignment& Alignment(int64_t row) const {
    return decoder_.Alignment(row);
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
  absl::Status CheckAdmissible(std::span<const Admission> admissions) const {
    std::vector<bool> taken(options_.max_sentences, false);
    for (const Admission& admission : admissions) {
      CheckValid(*admission.sentence, config_);
      absl::Status status = CheckSlot(admission.slot, taken);
      status.Update(ValidateShortlist(admission, config_.vocab_size));
      if (!status.ok()) {
        return status;
      }
      taken[admission.slot] = true;
    }
    return CheckRoom(admissions);
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
  void Open(const Admission& admission) {
    const Sentence& sentence = *admission.sentence;
    decoder_.state().Reserve(admission);
    decoder_.source().Open(admission);
    beam_sizes_[admission.slot] = sentence.options.beam_size;
    ++open_slots_;
    reserved_rows_ += sentence.options.beam_size;
  }

  // Opens the slots of a group, too.
  void Encode(std::span<const Admission> admissions) {
    Pack(admissions);
    cache_positions_.clear();
    for (const Admission& admission : admissions) {
      Open(admission);
      const std::span<const int32_t> cache_positions =
          decoder_.source().CachePositions(admission.slot);
      cache_positions_.insert(cache_positions_.end(), cache_positions.begin(),
                              cache_positions.end());
    }
    encoder_.Run(tokens_, positions_, offsets_, activations_);
    decoder_.StoreCross(cache_positions_, activations_);
  }

  void Pack(std::span<const Admission> admissions) {
    tokens_.clear();
    positions_.clear();
    offsets_.assign(1, 0);
    for (const Admission& admission : admissions) {
      const std::vector<int32_t>& source = admission.sentence->source;
      tokens_.insert(tokens_.end(), source.begin(), source.end());
      for (std::size_t i = 0; i < source.size(); ++i) {
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
  std::vector<int32_t> cache_positions_;
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

bool TransformerSession::HasRoomFor(
    std::span<const Admission> admissions) const {
  return impl_->CheckRoom(admissions).ok();
}

absl::Status TransformerSession::Admit(std::span<const Admission> admissions) {
  return impl_->Admit(admissions);
}

void TransformerSession::UseHelper(bool use) { impl_->UseHelper(use); }

void TransformerSession::Step(std::span<const Row> rows) { impl_->Step(rows); }

std::span<float> TransformerSession::Logits(int64_t row) {
  return impl_->Logits(row);
}

const RowAlignment& TransformerSession::Alignment(int64_t row) const {
  return impl_->Alignment(row);
}

void TransformerSession::Release(int32_t slot) { impl_->Release(slot); }

}  // namespace interpres
