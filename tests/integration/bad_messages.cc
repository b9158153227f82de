// The rows of the table about names, bytes, texts and methods.

#include <array>
#include <limits>

#include "absl/strings/str_cat.h"
#include "tests/integration/bad_request_table.h"

namespace interpres {
namespace {

// Sequences that RFC 3629 forbids, all of four bytes at most.
const std::array<std::string, 17> kNotUtf8 = {"\x80",
                                              "\xBF",
                                              "\xC0\xAF",
                                              "\xC1\xBF",
                                              "\xC3",
                                              "\xE2\x82",
                                              "\xE0\x80\xAF",
                                              "\xED\xA0\x80",
                                              "\xED\xBF\xBF",
                                              "\xF0\x9F\x92",
                                              "\xF0\x80\x80\xAF",
                                              "\xF4\x90\x80\x80",
                                              "\xF5\x80\x80\x80",
                                              "\xFE",
                                              "\xFF",
                                              "a\xFF z",
                                              "\xC3\x28"};

const std::array<std::string, 14> kNoModels = {
    "huge",        "Tiny",
    "tiny ",       " tiny",
    "tiny2",       "../tiny",
    "/",           "tiny/1",
    "*",           "\xE5\xB0\x8F",
    "tiny\n",      "tiny\x01",
    "' OR 1=1 --", std::string(3000, 'm')};

const std::array<std::string, 12> kNoCodes = {"not a code",
                                              "es ",
                                              " es",
                                              "e\ns",
                                              "es!",
                                              "es/en",
                                              "\xC3\xB1",
                                              ">>es<<",
                                              "es.utf8",
                                              "es,en",
                                              std::string(36, 'e'),
                                              std::string(5000, 'e')};

const std::array<std::string, 9> kUnservedLanguages = {
    "tlh", "de", "fr", "CA", "gl-ES", "zz", "e", "fr_CA", "12345"};

// The bytes of a valid message, with `good` replaced by bytes of the same
// length that no library would send.
std::string Patched(std::string bytes, const std::string& good,
                    const std::string& bad) {
  const std::size_t at = bytes.find(good);
  return at == std::string::npos ? "" : bytes.replace(at, good.size(), bad);
}

}  // namespace

void BadRequestTable::AddLanguagesAndModels() {
  for (const std::string& code : kNoCodes) {
    v1::TranslateRequest source = GoodRequest();
    source.set_source_language(code);
    AddBoth(absl::StrCat("source language ", code.substr(0, 12)), source,
            "source_language is no language code");
    v1::TranslateRequest target = GoodRequest();
    target.set_target_language(code);
    AddBoth(absl::StrCat("target language ", code.substr(0, 12)), target,
            "target_language is no language code");
  }
  for (const std::string& code : kUnservedLanguages) {
    v1::TranslateRequest source = GoodRequest();
    source.set_source_language(code);
    AddBoth(absl::StrCat("from ", code), source, code, StatusCode::NOT_FOUND);
    v1::TranslateRequest target = GoodRequest();
    target.set_target_language(code);
    AddBoth(absl::StrCat("to ", code), target, code, StatusCode::NOT_FOUND);
  }
  v1::TranslateRequest undecided = GoodRequest();
  undecided.clear_target_language();
  AddBoth("no target language", undecided, "target_language");
  for (const std::string& name : kNoModels) {
    v1::TranslateRequest request = GoodRequest();
    request.set_model(name);
    const std::string shown = absl::StrCat("model ", name.substr(0, 12));
    AddBoth(shown, request, "tiny", StatusCode::NOT_FOUND);
    v1::GetModelRequest get;
    get.set_name(name);
    AddOther("GetModel", shown, get.SerializeAsString(), "tiny",
             StatusCode::NOT_FOUND);
  }
}

void BadRequestTable::AddBytes() {
  for (const std::string& bad : kNotUtf8) {
    const std::string good(bad.size(), 'Q');
    const std::string name = " that is not UTF-8";
    const auto both = [&](const std::string& field,
                          const v1::TranslateRequest& request) {
      AddTranslate(field + name,
                   Patched(request.SerializeAsString(), good, bad),
                   field + " is not valid UTF-8");
      v1::StreamTranslateRequest message;
      message.set_id(kBadRequestId);
      *message.mutable_request() = request;
      AddStream(field + name, Patched(message.SerializeAsString(), good, bad),
                absl::StrCat("request.", field, " is not valid UTF-8"));
    };
    v1::TranslateRequest texts = GoodRequest();
    texts.add_texts(good);
    both("texts[1]", texts);
    v1::TranslateRequest source = GoodRequest();
    source.set_source_language(good);
    both("source_language", source);
    v1::TranslateRequest model = GoodRequest();
    model.set_model(good);
    both("model", model);
    v1::TranslateRequest prefix = GoodRequest();
    prefix.mutable_options()->add_target_prefix(good);
    both("options.target_prefix[0]", prefix);
    v1::TranslateRequest kept = GoodRequest();
    kept.add_do_not_translate(good);
    both("do_not_translate[0]", kept);
    v1::TranslateRequest term = GoodRequest();
    term.add_glossary()->set_source("cat");
    term.mutable_glossary(0)->set_target(good);
    both("glossary[0].target", term);
    v1::TranslateRequest glossary = GoodRequest();
    glossary.set_glossary_name(good);
    both("glossary_name", glossary);
    v1::TranslateRequest xml = GoodRequest();
    xml.mutable_xml()->add_ignore_tags(good);
    both("xml.ignore_tags[0]", xml);
    v1::GetModelRequest get;
    get.set_name(good);
    AddOther("GetModel", absl::StrCat("name", name),
             Patched(get.SerializeAsString(), good, bad),
             "name is not valid UTF-8", StatusCode::INVALID_ARGUMENT);
  }
}

void BadRequestTable::AddCutMessages() {
  v1::TranslateRequest request = GoodRequest();
  request.set_model("tiny");
  request.mutable_options()->set_beam_size(3);
  request.mutable_options()->set_length_penalty(0.5F);
  request.mutable_options()->mutable_sampling()->set_seed(1);
  const std::string whole = request.SerializeAsString();
  for (std::size_t size = 1; size < whole.size(); ++size) {
    v1::TranslateRequest parsed;
    if (!parsed.ParseFromString(whole.substr(0, size))) {
      AddTranslate(absl::StrCat("cut after ", size, " bytes"),
                   whole.substr(0, size), "is not a serialised");
    }
  }
  const std::vector<std::string> garbage = {
      "\xFF",
      "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
      std::string("\x00\x00", 2),
      "\x0E",                          // wire type 6
      "\x0F",                          // wire type 7
      "\x0B",                          // a group without an end
      "\x0C",                          // the end of no group
      "\x0A\xFF\xFF\xFF\xFF\x0F",      // a length of 4 GiB
      "\x0A\xFF\xFF\xFF\xFF\x07 abc",  // of 2 GiB
      "GET / HTTP/1.1\r\n\r\n",
      "{\"texts\": [\"the cat\"]}",
      std::string(1000, '\x0B')};  // groups in groups
  for (std::size_t i = 0; i < garbage.size(); ++i) {
    for (const char* method : {"Translate", "GetModel", "ListModels",
                               "DetectLanguage", "ListLanguages"}) {
      AddOther(method, absl::StrCat("garbage ", i), garbage[i],
               "is not a serialised", StatusCode::INVALID_ARGUMENT);
    }
    Add({.name = absl::StrCat("StreamTranslate: garbage ", i),
         .call = {.method =
                      absl::StrCat(kTranslationMethods, "StreamTranslate"),
                  .messages = {garbage[i]},
                  .metadata = {}},
         .says = "is not a serialised"});
  }
}

void BadRequestTable::AddUnknownFields() {
  for (const int number : {100, 1000, 18'999, 536'870'911}) {
    for (const int wire_type : {0, 1, 2, 5}) {
      std::string field;
      const uint32_t tag = static_cast<uint32_t>(number) << 3U |
                           static_cast<uint32_t>(wire_type);
      for (uint32_t rest = tag; rest != 0 || field.empty(); rest >>= 7U) {
        field.push_back(
            static_cast<char>((rest & 0x7FU) | (rest > 0x7FU ? 0x80U : 0U)));
      }
      const std::string value = wire_type == 0   ? "\x05"
                                : wire_type == 1 ? "12345678"
                                : wire_type == 2 ? "\x03xyz"
                                                 : "1234";
      Add({.name =
               absl::StrCat("unknown field ", number, " of type ", wire_type),
           .call = {.method = absl::StrCat(kTranslationMethods, "Translate"),
                    .messages = {NeighbourRequest() + field + value},
                    .metadata = {}},
           .place = ErrorPlace::kNone,
           .code = StatusCode::OK,
           .says = ""});
    }
  }
}

void BadRequestTable::AddText(const std::string& name,
                              v1::TranslateRequest request,
                              const std::string& says) {
  request.add_texts("the cat");
  Add({.name = absl::StrCat("text: ", name),
       .call = {.method = absl::StrCat(kTranslationMethods, "Translate"),
                .messages = {request.SerializeAsString()},
                .metadata = {}},
       .place = ErrorPlace::kText,
       .code = StatusCode::INVALID_ARGUMENT,
       .says = says});
}

void BadRequestTable::AddTexts() {
  for (const int64_t beyond : {int64_t{1}, int64_t{2}, int64_t{100'000}}) {
    v1::TranslateRequest request = GoodRequest();
    request.set_texts(
        0, std::string(
               static_cast<std::size_t>(limits_.max_text_bytes + beyond), 'x'));
    AddText(absl::StrCat(beyond, " bytes too long"), request,
            absl::StrCat("at most ", limits_.max_text_bytes));
  }
  for (const int words : {600, 2000, 8000}) {
    v1::TranslateRequest request = GoodRequest();
    std::string text;
    for (int i = 0; i < words; ++i) {
      text += "dog cat ";
    }
    request.set_texts(0, text);
    request.set_split(v1::SPLIT_OFF);
    AddText(absl::StrCat(words, " words"), request,
            absl::StrCat("at most ", limits_.max_length));
  }
  const std::vector<std::pair<std::string, std::string>> prefixes = {
      {"\xE6\xBC\xA2\xE5\xAD\x97", "target_prefix"},
      {"\xF0\x9F\x90\x88", "target_prefix"},
      {"el gato ve al perro y el perro ve al gato", "max_length"},
      {std::string(static_cast<std::size_t>(limits_.max_text_bytes) + 1, 'a'),
       "options.target_prefix has"}};
  for (const auto& [prefix, says] : prefixes) {
    v1::TranslateRequest request = GoodRequest();
    request.mutable_options()->add_target_prefix(prefix);
    request.mutable_options()->add_target_prefix("");
    AddText(absl::StrCat("prefix ", prefix.substr(0, 8)), request, says);
  }
}

void BadRequestTable::AddTimeouts() {
  constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
  const std::vector<std::pair<int64_t, int32_t>> timeouts = {
      {0, 0},
      {-1, 0},
      {0, -1},
      {kLeast, 0},
      {-5, 999'999},
      {0, -999'999'999},
      {1, -1'000'000'000},
      {0, std::numeric_limits<int32_t>::min()}};
  for (const auto& [seconds, nanos] : timeouts) {
    v1::StreamTranslateRequest message;
    message.set_id(kBadRequestId);
    *message.mutable_request() = GoodRequest();
    message.mutable_timeout()->set_seconds(seconds);
    message.mutable_timeout()->set_nanos(nanos);
    AddStream(absl::StrCat("timeout ", seconds, " s ", nanos, " ns"),
              message.SerializeAsString(), "timeout is");
  }
}

void BadRequestTable::AddCalls() {
  for (const char* method :
       {"/interpres.v1.TranslationService/NoSuchMethod",
        "/interpres.v1.TranslationService/translate",
        "/interpres.v1.TranslationService/", "/interpres.v1.Translation/List",
        "/interpres.v2.TranslationService/Translate", "/Translate", "/", "//",
        "/grpc.health.v1.Health/Nothing",
        "/interpres.v1.TranslationService/Translate/"}) {
    Add({.name = absl::StrCat("method ", method),
         .call = {.method = method, .messages = {"x"}, .metadata = {}},
         .code = StatusCode::UNIMPLEMENTED,
         .says = ""});
  }
  for (const char* method :
       {"Translate", "GetModel", "ListModels", "DetectLanguage",
        "ListLanguages", "StreamTranslate"}) {
    AddOther(method, "a message beyond the limit",
             std::string(
                 static_cast<std::size_t>(limits_.max_message_bytes) + 1, 'x'),
             "", StatusCode::RESOURCE_EXHAUSTED);
  }
  for (const std::size_t bytes : {20'000U, 60'000U}) {
    Add({.name = absl::StrCat(bytes, " bytes of metadata"),
         .call = {.method = absl::StrCat(kTranslationMethods, "Translate"),
                  .messages = {NeighbourRequest()},
                  .metadata = {{"x-padding", std::string(bytes, 'p')}}},
         .code = StatusCode::RESOURCE_EXHAUSTED,
         .says = "",
         .own_connection = true});
  }
}

}  // namespace interpres
