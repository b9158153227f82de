#include "model/tokenizer/tokenizer.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "model/base/status.h"
#include "model/base/utf8.h"
#include "model/tokenizer/language_tag.h"
#include "model/tokenizer/opus_mt_rules.h"
#include "model/tokenizer/sentencepiece_adapter.h"
#include "model/tokenizer/spm_models.h"
#include "model/tokenizer/token_ids.h"
#include "model/tokenizer/token_spelling.h"

namespace interpres {
namespace {

// Characters that hardly any vocabulary has: of the private use areas, which
// have no meaning, and of cuneiform, for models that drop private characters.
constexpr std::array<const char*, 5> kRareCharacters = {
    "\ue000", "\uf8ff", "\U000f0000", "\U00012000", "\U000120ab"};

constexpr char kVocabularyFile[] = "vocab.json";
constexpr char kSourceVocabularyFile[] = "the source vocabulary";

// SentencePiece leaves its space sign inside pieces that it does not know, and
// a space where a lone space piece ends the sentence.
std::string PlainText(std::string_view decoded) {
  return std::string(WithoutEndSpaces(WithSpaces(decoded)));
}

absl::Status CheckUtf8(std::string_view text) {
  if (const auto offset = FindInvalidUtf8(text); offset.has_value()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the text is not valid UTF-8: byte offset ", *offset,
                     "; convert the text to UTF-8"));
  }
  return absl::OkStatus();
}

}  // namespace

class Tokenizer::Impl {
 public:
  // The special pieces of one side of a sentence, its model and its ids.
  struct Side {
    const SentencePieceModel& model;
    const TokenIds& ids;
    std::vector<int32_t> before = {};
    std::vector<int32_t> after = {};
    std::vector<int32_t> forced_target = {};
    bool is_source = false;
  };

  // The template, and nothing else, says what Source and Target return.
  absl::StatusOr<Side> Source(const LanguageTags& languages_of_text) const {
    INTERPRES_ASSIGN_OR_RETURN(std::vector<int32_t> target_tag,
                               TagIds(languages_of_text.target));
    Side side = {.model = *source,
                 .ids = source_ids(),
                 .before = {},
                 .after = {source_ids().end_id()},
                 .is_source = true};
    switch (token_template) {
      case TokenTemplate::kMarian:
        side.before = std::move(target_tag);
        break;
      case TokenTemplate::kM2m100:
        if (languages_of_text.source.empty() && !target_tag.empty()) {
          return absl::InvalidArgumentError(
              "this model must know the source language: name it");
        }
        INTERPRES_ASSIGN_OR_RETURN(side.before,
                                   TagIds(languages_of_text.source));
        side.forced_target = std::move(target_tag);
        break;
    }
    return side;
  }

  Side Target(std::span<const int32_t> forced_target) const {
    return {.model = *target,
            .ids = *target_ids,
            .before = {forced_target.begin(), forced_target.end()},
            .after = {target_ids->end_id()}};
  }

  EncodedText Assemble(const Side& side,
                       std::span<const std::string> from) const {
    EncodedText text = {.ids = side.before,
                        .first_piece = static_cast<int32_t>(side.before.size()),
                        .pieces = static_cast<int32_t>(from.size()),
                        .forced_target = side.forced_target};
    const int32_t unknown = side.ids.unknown_id();
    for (const std::string& piece : from) {
      const int32_t id = side.ids.FindText(piece);
      text.ids.push_back(id == kNoId ? unknown : id);
    }
    text.ids.insert(text.ids.end(), side.after.begin(), side.after.end());
    const std::span<const int32_t> own = text.own_pieces();
    if (side.is_source &&
        std::find(own.begin(), own.end(), unknown) == own.end()) {
      text.unwanted_target = target_ids->unknown_id();
    }
    return text;
  }

  absl::StatusOr<EncodedText> Encode(const Side& side,
                                     std::string_view text) const {
    INTERPRES_RETURN_IF_ERROR(CheckUtf8(text));
    const PreparedText prepared = Prepare(side, text);
    std::vector<int64_t> offsets;
    EncodedText encoded =
        Assemble(side, side.model.Encode(prepared.text, &offsets));
    if (!prepared.offsets.empty()) {
      ToOriginal(prepared, offsets);
    }
    encoded.piece_offsets = std::move(offsets);
    return encoded;
  }

  // Applies the rules of the source side. No offsets mean that the text is the
  // original one.
  PreparedText Prepare(const Side& side, std::string_view text) const {
    if (side.is_source) {
      switch (source_rules) {
        case SourceRules::kNone:
          break;
        case SourceRules::kOpusMt:
          return PrepareForOpusMt(text);
      }
    }
    return {.text = std::string(text), .offsets = {}};
  }

  // Turns offsets of a prepared text into offsets of the original text. Spaces
  // that the rules dropped at the ends belong to the first and the last piece.
  static void ToOriginal(const PreparedText& prepared,
                         std::vector<int64_t>& offsets) {
    for (int64_t& offset : offsets) {
      offset = prepared.offsets[static_cast<std::size_t>(offset)];
    }
    if (!offsets.empty()) {
      offsets.front() = 0;
    }
  }

  absl::StatusOr<std::vector<Segmentation>> NBest(const Side& side,
                                                  std::string_view text,
                                                  int32_t count) const {
    INTERPRES_RETURN_IF_ERROR(CheckUtf8(text));
    const std::string prepared = Prepare(side, text).text;
    std::vector<Segmentation> segmentations;
    for (const auto& candidate : side.model.NBest(prepared, count)) {
      segmentations.push_back(
          {Assemble(side, candidate.pieces), candidate.log_probability});
    }
    if (segmentations.empty()) {
      segmentations.push_back({Assemble(side, side.model.Encode(prepared))});
    }
    return segmentations;
  }

  // Returns whether the source model knows no piece for a character that its
  // normaliser keeps.
  bool IsUnknown(const std::string& character) const {
    const std::vector<std::string> found = source->Encode(
        Prepare({.model = *source, .ids = source_ids(), .is_source = true},
                character)
            .text);
    return !found.empty() && found.back() == character &&
           source_ids().FindText(character) == kNoId;
  }

  // The ids that have no text in a translation, besides control pieces.
  std::vector<int32_t> SilentIds() const {
    std::vector<int32_t> ids = target_ids->TagIds();
    ids.push_back(target_ids->end_id());
    ids.push_back(target_ids->padding_id());
    return ids;
  }

  // The tag of a language; nothing for "". NOT_FOUND for a language without a
  // tag.
  absl::StatusOr<std::vector<int32_t>> TagIds(std::string_view language) const {
    if (language.empty()) {
      return std::vector<int32_t>();
    }
    const TokenIds::Tags& tags = source_ids().language_tags();
    const auto tag = tags.find(language);
    if (tag == tags.end()) {
      return absl::NotFoundError(absl::StrCat(
          "the model has no tag for the language \"", AsAbsl(language),
          "\"; it has: ",
          languages.empty() ? "none" : absl::StrJoin(languages, ", ")));
    }
    return std::vector<int32_t>{tag->second};
  }

  const TokenIds& source_ids() const {
    return own_source_ids.has_value() ? *own_source_ids : *target_ids;
  }

  // Reads the vocabularies and what only depends on them.
  absl::Status ReadIds(const TokenizerFiles& files) {
    INTERPRES_ASSIGN_OR_RETURN(
        target_ids, TokenIds::Create(files.vocabulary, kVocabularyFile));
    if (target_ids->padding_id() == kNoId) {
      return absl::InvalidArgumentError(
          absl::StrCat(kVocabularyFile, ": the special piece ", kPaddingPiece,
                       " is missing"));
    }
    if (!files.source_vocabulary.empty()) {
      INTERPRES_ASSIGN_OR_RETURN(
          own_source_ids,
          TokenIds::Create(files.source_vocabulary, kSourceVocabularyFile));
    }
    for (const auto& [language, unused] : source_ids().language_tags()) {
      languages.push_back(language);
    }
    return absl::OkStatus();
  }

  // Takes the SentencePiece models. REQUIRES: ReadIds has succeeded.
  absl::Status TakeModels(SpmModels models) {
    source = std::move(models.source);
    target = std::move(models.target);
    const bool has_own = own_source_ids.has_value();
    INTERPRES_RETURN_IF_ERROR(CheckBelongs(
        *source,
        {.ids = source_ids(),
         .file = has_own ? kSourceVocabularyFile : kVocabularyFile},
        "source.spm"));
    if (target != source || has_own) {
      INTERPRES_RETURN_IF_ERROR(
          CheckBelongs(*target, {.ids = *target_ids, .file = kVocabularyFile},
                       "target.spm"));
    }
    spelling.emplace(target_ids->pieces(), *target, SilentIds(),
                     target_ids->unknown_id());
    if (has_own) {
      own_source_spelling.emplace(own_source_ids->pieces(), *source,
                                  std::span<const int32_t>(),
                                  own_source_ids->unknown_id());
    }
    return absl::OkStatus();
  }

  // Which source pieces are bytes.
  const TokenSpelling& source_spelling() const {
    return own_source_spelling.has_value() ? *own_source_spelling : *spelling;
  }

  std::shared_ptr<const SentencePieceModel> source;
  std::shared_ptr<const SentencePieceModel> target;
  std::optional<TokenIds> target_ids;  // always set by Create
  // Null means that the target's vocabulary serves the source, too.
  std::optional<TokenIds> own_source_ids;
  std::vector<std::string> languages;
  TokenTemplate token_template = TokenTemplate::kMarian;
  SourceRules source_rules = SourceRules::kNone;
  std::optional<TokenSpelling> spelling;             // always set by Create
  std::optional<TokenSpelling> own_source_spelling;  // set with own_source_ids
  std::string unknown_character;
};

Tokenizer::Tokenizer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Tokenizer::~Tokenizer() = default;

absl::StatusOr<std::unique_ptr<const Tokenizer>> Tokenizer::Create(
    const TokenizerFiles& files, SpmPreload* preload) {
  auto impl = std::make_unique<Impl>();
  impl->token_template = files.token_template;
  impl->source_rules = files.source_rules;
  SpmPreload own_preload;
  SpmPreload& models = preload == nullptr ? own_preload : *preload;
  // Beside the ids, because both take long for a large vocabulary.
  models.Begin(files.source_spm);
  models.Begin(files.target_spm);
  INTERPRES_RETURN_IF_ERROR(impl->ReadIds(files));
  INTERPRES_ASSIGN_OR_RETURN(
      SpmModels loaded,
      LoadSpmModels(files.source_spm, files.target_spm, models));
  INTERPRES_RETURN_IF_ERROR(impl->TakeModels(std::move(loaded)));
  for (const std::string character : kRareCharacters) {
    if (impl->unknown_character.empty() && impl->IsUnknown(character)) {
      impl->unknown_character = character;
    }
  }
  return std::unique_ptr<const Tokenizer>(new Tokenizer(std::move(impl)));
}

absl::StatusOr<EncodedText> Tokenizer::EncodeSource(
    std::string_view text, const LanguageTags& tags) const {
  INTERPRES_ASSIGN_OR_RETURN(const Impl::Side side, impl_->Source(tags));
  return impl_->Encode(side, text);
}

absl::StatusOr<EncodedText> Tokenizer::EncodeSource(
    std::string_view text, std::string_view target_language) const {
  return EncodeSource(text,
                      LanguageTags{.target = std::string(target_language)});
}

absl::StatusOr<EncodedText> Tokenizer::EncodeTarget(
    std::string_view text, std::span<const int32_t> forced_target) const {
  return impl_->Encode(impl_->Target(forced_target), text);
}

absl::StatusOr<std::vector<Segmentation>> Tokenizer::NBestSource(
    std::string_view text, std::string_view target_language,
    int32_t count) const {
  INTERPRES_ASSIGN_OR_RETURN(
      const Impl::Side side,
      impl_->Source({.target = std::string(target_language)}));
  return impl_->NBest(side, text, count);
}

absl::StatusOr<std::vector<Segmentation>> Tokenizer::NBestTarget(
    std::string_view text, std::span<const int32_t> forced_target,
    int32_t count) const {
  return impl_->NBest(impl_->Target(forced_target), text, count);
}

bool Tokenizer::HasAlternatives() const {
  return !impl_->source->NBest("a", 1).empty() &&
         !impl_->target->NBest("a", 1).empty();
}

std::string Tokenizer::Decode(std::span<const int32_t> ids) const {
  std::vector<std::string> pieces;
  for (const int32_t id : ids) {
    const bool known = id >= 0 && id < vocab_size();
    if (!known || id == unk_id()) {
      pieces.push_back(impl_->target->unknown_piece());
      continue;
    }
    const std::string& piece =
        impl_->target_ids->pieces()[static_cast<std::size_t>(id)];
    if (id != eos_id() && id != pad_id() && !LanguageOfTag(piece).has_value() &&
        !NameOfCorpusTag(piece).has_value()) {
      pieces.push_back(piece);
    }
  }
  return PlainText(impl_->target->Decode(pieces));
}

std::vector<std::string> Tokenizer::Spell(std::span<const int32_t> ids) const {
  return impl_->spelling->Spell(ids);
}

const std::string& Tokenizer::unknown_character() const {
  return impl_->unknown_character;
}

bool Tokenizer::IsSourceByte(int32_t id) const {
  return impl_->source_spelling().IsByte(id);
}

bool Tokenizer::IsTargetByte(int32_t id) const {
  return impl_->spelling->IsByte(id);
}

int32_t Tokenizer::SourceByteId(uint8_t byte) const {
  return impl_->source_ids().FindText(absl::StrFormat("<0x%02X>", byte));
}

std::string Tokenizer::Normalize(std::string_view text) const {
  const Impl::Side side = {
      .model = *impl_->source, .ids = impl_->source_ids(), .is_source = true};
  return PlainText(
      side.model.Decode(side.model.Encode(impl_->Prepare(side, text).text)));
}

std::string_view Tokenizer::Piece(int32_t id) const {
  return impl_->target_ids->Piece(id);
}

std::string_view Tokenizer::SourcePiece(int32_t id) const {
  return impl_->source_ids().Piece(id);
}

bool Tokenizer::HasSourceTags() const {
  return impl_->token_template == TokenTemplate::kM2m100;
}

const std::vector<std::string>& Tokenizer::tagged_languages() const {
  return impl_->languages;
}

absl::Status Tokenizer::AddCorpusTag(std::string_view corpus,
                                     EncodedText& source) const {
  if (corpus.empty()) {
    return absl::OkStatus();
  }
  const TokenIds::Tags& tags = impl_->source_ids().corpus_tags();
  const auto tag = tags.find(corpus);
  if (tag == tags.end()) {
    return absl::NotFoundError(absl::StrCat(
        "the vocabulary has no entry ", CorpusTag(corpus),
        "; build the vocabulary with --train-tag ", AsAbsl(corpus)));
  }
  source.ids.insert(source.ids.begin() + source.first_piece, tag->second);
  ++source.first_piece;
  return absl::OkStatus();
}

std::vector<int32_t> Tokenizer::MarkerIds() const {
  std::vector<int32_t> ids = impl_->source_ids().TagIds();
  ids.push_back(impl_->source_ids().end_id());
  std::sort(ids.begin(), ids.end());
  return ids;
}

int32_t Tokenizer::vocab_size() const { return impl_->target_ids->size(); }
int32_t Tokenizer::eos_id() const { return impl_->target_ids->end_id(); }
int32_t Tokenizer::unk_id() const { return impl_->target_ids->unknown_id(); }
int32_t Tokenizer::source_unk_id() const {
  return impl_->source_ids().unknown_id();
}
int32_t Tokenizer::pad_id() const { return impl_->target_ids->padding_id(); }

}  // namespace interpres
