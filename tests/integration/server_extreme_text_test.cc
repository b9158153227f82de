// Texts that no person writes: thousands of placeholders, deep markup, and a
// mebibyte of one mark. The server answers each of them in time, and nothing in
// the text is lost.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/integration/server_fixture.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

constexpr int kMany = 10'000;
constexpr int kMebibyte = 1 << 20;

// Each answer takes seconds at most. An algorithm that takes quadratic time
// would take minutes.
constexpr std::chrono::seconds kTimeLimit{120};

class ServerExtremeTextTest : public ServerFixture {
 protected:
  void SetUp() override { Start(LargeTextServer()); }

  static v1::TranslateRequest RequestFor(const std::string& text,
                                         v1::TextFormat format) {
    v1::TranslateRequest request;
    request.add_texts(text);
    request.set_target_language("es");
    request.set_format(format);
    request.mutable_options()->set_beam_size(1);
    request.mutable_options()->set_max_length(4);
    return request;
  }

  // Returns the result of the only text. Fails if the answer takes too long.
  v1::TranslationResult ResultOf(const std::string& text,
                                 v1::TextFormat format) const {
    v1::TranslateResponse response;
    const grpc::Status status =
        TranslateLarge(RequestFor(text, format), response,
                       std::chrono::system_clock::now() + kTimeLimit);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response.results_size() == 1 ? response.results(0)
                                        : v1::TranslationResult();
  }

  // Returns the translation of the text.
  std::string TranslationOf(const std::string& text,
                            v1::TextFormat format) const {
    const v1::TranslationResult result = ResultOf(text, format);
    EXPECT_TRUE(result.has_translations()) << result.error().message();
    return result.translations().hypotheses_size() == 1
               ? result.translations().hypotheses(0).text()
               : "";
  }
};

std::string Repeated(const std::string& part, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += part;
  }
  return text;
}

int CountOf(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + part.size())) {
    ++count;
  }
  return count;
}

TEST_F(ServerExtremeTextTest, PlaceholdersAlone) {
  const std::string text = Repeated("{{x}} ", kMany);
  EXPECT_EQ(TranslationOf(text, v1::TEXT_FORMAT_PLAIN), text);
}

TEST_F(ServerExtremeTextTest, PlaceholdersInOneSentence) {
  for (const v1::TextFormat format :
       {v1::TEXT_FORMAT_PLAIN, v1::TEXT_FORMAT_HTML}) {
    const std::string translation =
        TranslationOf(Repeated("the cat {{x}} ", kMany) + ".", format);
    EXPECT_EQ(CountOf(translation, "{{x}}"), kMany);
  }
}

TEST_F(ServerExtremeTextTest, DifferentPlaceholders) {
  std::string text;
  for (int i = 0; i < kMany; ++i) {
    absl::StrAppend(&text, "The dog {n", i, "}.\n");
  }
  const std::vector<std::string> parts =
      absl::StrSplit(TranslationOf(text, v1::TEXT_FORMAT_PLAIN), "{n");
  std::set<std::string> names;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    names.insert(parts[i].substr(0, parts[i].find('}')));
  }
  EXPECT_EQ(parts.size(), kMany + 1U);
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kMany));
}

TEST_F(ServerExtremeTextTest, TagsNestedDeep) {
  for (const char* name : {"b", "div"}) {
    const std::string start = absl::StrCat("<", name, ">");
    const std::string end = absl::StrCat("</", name, ">");
    for (const v1::TextFormat format :
         {v1::TEXT_FORMAT_HTML, v1::TEXT_FORMAT_XML,
          v1::TEXT_FORMAT_MARKDOWN}) {
      for (const std::string& inside : {std::string(), std::string("a ")}) {
        const std::string translation = TranslationOf(
            Repeated(start + inside, kMany) + "The cat." + Repeated(end, kMany),
            format);
        EXPECT_EQ(CountOf(translation, start), kMany);
        EXPECT_EQ(CountOf(translation, end), kMany);
      }
    }
  }
}

TEST_F(ServerExtremeTextTest, TagsThatAreNotClosed) {
  const std::string text = Repeated("<b>", kMany) + "The cat.";
  EXPECT_EQ(CountOf(TranslationOf(text, v1::TEXT_FORMAT_HTML), "<b>"), kMany);
  EXPECT_THAT(ResultOf(text, v1::TEXT_FORMAT_XML).error().message(),
              HasSubstr("<b> without an end"));
}

TEST_F(ServerExtremeTextTest, AMebibyteOfOneMark) {
  for (const char mark : {'<', '>', '&', '{', '`', '[', '*', '_', '#', '%'}) {
    const std::string text(kMebibyte, mark);
    for (const v1::TextFormat format :
         {v1::TEXT_FORMAT_PLAIN, v1::TEXT_FORMAT_HTML,
          v1::TEXT_FORMAT_MARKDOWN}) {
      SCOPED_TRACE(absl::StrCat(std::string(1, mark), " ", format));
      EXPECT_EQ(TranslationOf(text, format), text);
    }
  }
  EXPECT_THAT(ResultOf(std::string(kMebibyte, '<'), v1::TEXT_FORMAT_XML)
                  .error()
                  .message(),
              HasSubstr("at offset 1"));
}

}  // namespace
}  // namespace interpres
