// The rows of the table about options and numbers of texts.

#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tests/integration/bad_request_table.h"

namespace interpres {
namespace {

struct IntegerOption {
  const char* name;
  std::function<void(v1::TranslateOptions&, int32_t)> set;
  int32_t least;
  int32_t most;
};

struct FloatOption {
  const char* name;
  std::function<void(v1::TranslateOptions&, float)> set;
  float below;  // the largest value that is too small
  float most;
};

}  // namespace

void BadRequestTable::AddIntegers() {
  using Options = v1::TranslateOptions;
  const std::vector<IntegerOption> options = {
      {"beam_size", [](Options& o, int32_t v) { o.set_beam_size(v); }, 1,
       limits_.max_beam_size},
      {"n_best", [](Options& o, int32_t v) { o.set_n_best(v); }, 1,
       limits_.max_beam_size},
      {"max_length", [](Options& o, int32_t v) { o.set_max_length(v); }, 1,
       limits_.max_length},
      {"no_repeat_ngram_size",
       [](Options& o, int32_t v) { o.set_no_repeat_ngram_size(v); }, 0, 64},
      {"sampling.top_k",
       [](Options& o, int32_t v) { o.mutable_sampling()->set_top_k(v); }, 0,
       1000}};
  for (const IntegerOption& option : options) {
    for (const int32_t value :
         {option.least - 1, option.least - 2, -1000,
          std::numeric_limits<int32_t>::min(), option.most + 1, option.most + 2,
          option.most * 2, 1'000'000, std::numeric_limits<int32_t>::max()}) {
      AddOption(
          absl::StrCat(option.name, " ", value),
          [&](Options& o) { option.set(o, value); },
          absl::StrFormat("options.%s is %d: expected %d to %d", option.name,
                          value, option.least, option.most));
    }
  }
}

void BadRequestTable::AddFloats() {
  using Options = v1::TranslateOptions;
  using Limits = std::numeric_limits<float>;
  const std::vector<FloatOption> options = {
      {"length_penalty", [](Options& o, float v) { o.set_length_penalty(v); },
       -Limits::denorm_min(), 5.0F},
      {"repetition_penalty",
       [](Options& o, float v) { o.set_repetition_penalty(v); },
       std::nextafter(0.1F, 0.0F), 10.0F},
      {"sampling.temperature",
       [](Options& o, float v) { o.mutable_sampling()->set_temperature(v); },
       std::nextafter(0.01F, 0.0F), 10.0F},
      {"sampling.top_p",
       [](Options& o, float v) { o.mutable_sampling()->set_top_p(v); }, 0.0F,
       1.0F}};
  for (const FloatOption& option : options) {
    for (const float value :
         {Limits::quiet_NaN(), -Limits::quiet_NaN(), Limits::infinity(),
          -Limits::infinity(), Limits::max(), Limits::lowest(), -1.0F,
          option.below, std::nextafter(option.most, 100.0F),
          option.most + 1.0F}) {
      AddOption(
          absl::StrCat(option.name, " ", value),
          [&](Options& o) { option.set(o, value); },
          absl::StrCat("options.", option.name, " is "));
    }
  }
}

void BadRequestTable::AddCombinations() {
  for (int beam = 1; beam < limits_.max_beam_size; ++beam) {
    AddOption(
        absl::StrCat("n_best above beam ", beam),
        [beam](v1::TranslateOptions& options) {
          options.set_beam_size(beam);
          options.set_n_best(beam + 1);
        },
        "at most the beam size");
  }
  for (int beam = 2; beam <= limits_.max_beam_size; ++beam) {
    AddOption(
        absl::StrCat("sampling with beam ", beam),
        [beam](v1::TranslateOptions& options) {
          options.set_beam_size(beam);
          options.mutable_sampling();
        },
        "options.sampling is set");
  }
  AddOption(
      "a shortlist that the model lacks",
      [](v1::TranslateOptions& options) { options.set_shortlist(true); },
      "options.shortlist");
}

void BadRequestTable::AddShapes() {
  AddBoth("no field at all", {}, "texts is empty");
  v1::TranslateRequest none = GoodRequest();
  none.clear_texts();
  AddBoth("no text", none, "texts is empty");
  for (const int count :
       {limits_.max_texts + 1, limits_.max_texts * 2, 20'000}) {
    v1::TranslateRequest many = GoodRequest();
    while (many.texts_size() < count) {
      many.add_texts("the cat");
    }
    AddBoth(absl::StrCat(count, " texts"), many,
            absl::StrCat("at most ", limits_.max_texts));
  }
  for (int texts = 1; texts <= 4; ++texts) {
    for (int prefixes = 2; prefixes <= 5; ++prefixes) {
      if (texts == prefixes) {
        continue;
      }
      v1::TranslateRequest request = GoodRequest();
      while (request.texts_size() < texts) {
        request.add_texts("the cat");
      }
      for (int i = 0; i < prefixes; ++i) {
        request.mutable_options()->add_target_prefix("el gato");
      }
      AddBoth(absl::StrCat(prefixes, " prefixes, ", texts, " texts"), request,
              absl::StrCat("target_prefix has ", prefixes));
    }
  }
}

}  // namespace interpres
