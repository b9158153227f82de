// Glossaries of the server: requests that use them, the admin service, reload.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "interpres/v1/admin.grpc.pb.h"
#include "tests/integration/server_fixture.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kAnn[] = "0123456789abcdef";
constexpr char kBob[] = "fedcba9876543210";

class ServerGlossariesTest : public ServerFixture {
 protected:
  void SetUp() override { fs::create_directory(root()); }

  fs::path root() const { return temp_.path() / "glossaries"; }
  void Write(const std::string& file, const std::string& content) const {
    temp_.Write("glossaries/" + file, content);
  }

  void StartServer(bool with_tokens = false) {
    ServerOptions options = SmallServer();
    options.glossaries.directory = root().string();
    options.glossaries.limits.max_bytes = 4000;
    options.admin_address = "127.0.0.1:0";
    if (with_tokens) {
      options.token_file =
          temp_.Write("tokens", absl::StrCat(kAnn, "\n", kBob, "\n"));
    }
    Start(options);
    admin_ = v1::AdminService::NewStub(
        grpc::CreateChannel(absl::StrCat("127.0.0.1:", app().admin_port()),
                            grpc::InsecureChannelCredentials()));
  }

  static void AddToken(const std::string& token, grpc::ClientContext& context) {
    if (!token.empty()) {
      context.AddMetadata("authorization", "Bearer " + token);
    }
  }

  grpc::Status Create(const std::string& token, const std::string& name,
                      const std::string& terms) {
    grpc::ClientContext context;
    AddToken(token, context);
    v1::CreateGlossaryRequest request;
    request.set_name(name);
    request.mutable_content()->set_content(terms);
    request.mutable_content()->set_source_language("en");
    request.mutable_content()->set_target_language("es");
    v1::Glossary response;
    return admin_->CreateGlossary(&context, request, &response);
  }

  grpc::Status Update(const std::string& token, const std::string& name,
                      const std::string& terms) {
    grpc::ClientContext context;
    AddToken(token, context);
    v1::UpdateGlossaryRequest request;
    request.set_name(name);
    request.mutable_content()->set_content(terms);
    v1::Glossary response;
    return admin_->UpdateGlossary(&context, request, &response);
  }

  grpc::Status Delete(const std::string& token, const std::string& name) {
    grpc::ClientContext context;
    AddToken(token, context);
    v1::DeleteGlossaryRequest request;
    request.set_name(name);
    v1::DeleteGlossaryResponse response;
    return admin_->DeleteGlossary(&context, request, &response);
  }

  grpc::Status Get(const std::string& token, const std::string& name,
                   v1::GetGlossaryResponse& response) {
    grpc::ClientContext context;
    AddToken(token, context);
    v1::GetGlossaryRequest request;
    request.set_name(name);
    return admin_->GetGlossary(&context, request, &response);
  }

  std::vector<std::string> NamesOf(const std::string& token) {
    grpc::ClientContext context;
    AddToken(token, context);
    v1::ListGlossariesResponse response;
    EXPECT_TRUE(admin_->ListGlossaries(&context, {}, &response).ok());
    std::vector<std::string> names;
    for (const v1::Glossary& glossary : response.glossaries()) {
      names.push_back(glossary.name() + (glossary.owned() ? "+" : ""));
    }
    return names;
  }

  // Translates "the cat sees the dog" with a glossary.
  grpc::Status TranslateWith(
      const std::string& token, const std::string& name,
      const std::function<void(v1::TranslateRequest&)>& change = nullptr) {
    v1::TranslateRequest request = Request({"the cat sees the dog"});
    request.set_source_language("en");
    request.set_glossary_name(name);
    if (change) {
      change(request);
    }
    grpc::ClientContext context;
    AddToken(token, context);
    response_.Clear();
    return stub().Translate(&context, request, &response_);
  }

  // Returns the terms of the last translation as `source bytes=entry`.
  std::vector<std::string> Terms() const {
    std::vector<std::string> terms;
    for (const v1::Segment& segment :
         response_.results(0).translations().hypotheses(0).segments()) {
      for (const v1::TermUse& term : segment.terms()) {
        terms.push_back(absl::StrCat(term.source().begin(), "-",
                                     term.source().end(), "=", term.entry()));
      }
    }
    return terms;
  }

  const TempDir temp_;
  std::unique_ptr<v1::AdminService::Stub> admin_;
  v1::TranslateResponse response_;
};

TEST_F(ServerGlossariesTest, ARequestNamesAGlossary) {
  Write("a.en.es.tsv", "dog\tperro\ncat\tgato\n");
  StartServer();
  const grpc::Status status = TranslateWith("", "a");
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_THAT(Terms(), ElementsAre("4-7=1", "17-20=0"));
  // The terms of the request win, and come first.
  ASSERT_TRUE(TranslateWith("", "a", [](v1::TranslateRequest& request) {
                request.set_glossary_ignore_case(true);
                v1::GlossaryTerm& term = *request.add_glossary();
                term.set_source("CAT");
                term.set_target("gata");
              }).ok());
  EXPECT_THAT(Terms(), ElementsAre("4-7=0", "17-20=1"));
}

TEST_F(ServerGlossariesTest, WrongNamesAndLanguagesAreErrors) {
  Write("a.en.de.tsv", "cat\tKatze\n");
  StartServer();
  grpc::Status status = TranslateWith("", "b");
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_THAT(status.error_message(),
              AllOf(HasSubstr("no glossary \"b\""), HasSubstr("one of \"a\"")));
  status = TranslateWith("", "a");
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(
      status.error_message(),
      AllOf(HasSubstr("no pair for \"en\" to \"es\""), HasSubstr("en to de")));
  status = TranslateWith("", "../a");
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  status = TranslateWith("", "a", [](v1::TranslateRequest& request) {
    request.set_allow_pivot(true);
  });
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("glossary_name is set and"));
}

TEST_F(ServerGlossariesTest, AServerWithoutADirectoryHasNone) {
  Start(SmallServer());
  const grpc::Status status = TranslateWith("", "a");
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_THAT(status.error_message(), HasSubstr("--glossary-directory"));
}

TEST_F(ServerGlossariesTest, ClientsKeepTheirGlossaries) {
  Write("shared.en.es.tsv", "cat\tgato\n");
  StartServer(/*with_tokens=*/true);
  grpc::Status status = Create(kAnn, "mine", "dog\tperro\n");
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_THAT(NamesOf(kAnn), ElementsAre("mine+", "shared"));
  EXPECT_THAT(NamesOf(kBob), ElementsAre("shared"));
  EXPECT_TRUE(TranslateWith(kAnn, "mine").ok());
  EXPECT_THAT(Terms(), ElementsAre("17-20=0"));
  EXPECT_TRUE(TranslateWith(kBob, "shared").ok());
  // Another client cannot see, use or change the glossary.
  v1::GetGlossaryResponse terms;
  EXPECT_EQ(TranslateWith(kBob, "mine").error_code(),
            grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(Get(kBob, "mine", terms).error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(Update(kBob, "mine", "a\tb\n").error_code(),
            grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(Delete(kBob, "mine").error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(Delete(kBob, "shared").error_code(),
            grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(Create("", "b", "a\tb\n").error_code(),
            grpc::StatusCode::UNAUTHENTICATED);
  // The owner can.
  ASSERT_TRUE(Update(kAnn, "mine", "cow\tvaca\ncat\tgata\n").ok());
  ASSERT_TRUE(Get(kAnn, "mine", terms).ok());
  ASSERT_EQ(terms.terms_size(), 2);
  EXPECT_EQ(terms.terms(1).target(), "gata");
  ASSERT_TRUE(TranslateWith(kAnn, "mine").ok());
  EXPECT_THAT(Terms(), ElementsAre("4-7=1"));
  ASSERT_TRUE(Delete(kAnn, "mine").ok());
  EXPECT_EQ(TranslateWith(kAnn, "mine").error_code(),
            grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(Metric(R"(interpres_requests_total{code="OK",)"
                   R"(method="DeleteGlossary"})"),
            1);
}

TEST_F(ServerGlossariesTest, WrongContentNamesTheLine) {
  StartServer();
  grpc::Status status = Create("", "a", "cat\tgato\ndog\n");
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("line 2"));
  status = Create("", "a", std::string(4001, 'x'));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("--max-glossary-bytes"));
  // gRPC refuses a much larger message.
  EXPECT_EQ(Create("", "a", std::string(100000, 'x')).error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_THAT(NamesOf(""), IsEmpty());
}

TEST_F(ServerGlossariesTest, AReloadReadsTheFilesAgain) {
  Write("a.en.es.tsv", "cat\tgato\n");
  Write("b.en.es.tsv", "dog\tperro\n");
  StartServer(/*with_tokens=*/true);
  ASSERT_TRUE(Create(kBob, "private", "cow\tvaca\n").ok());
  Write("a.en.es.tsv", "cat\n");
  Write("b.en.es.tsv", "sees\tve\n");
  grpc::ClientContext context;
  AddToken(kAnn, context);
  v1::ReloadModelsResponse report;
  ASSERT_TRUE(admin_->ReloadModels(&context, {}, &report).ok());
  // Without the file of the other client.
  ASSERT_EQ(report.glossaries_size(), 2);
  EXPECT_EQ(report.glossaries(0).outcome(), v1::ModelReload::OUTCOME_REJECTED);
  EXPECT_THAT(report.glossaries(0).reason(),
              HasSubstr("a.en.es.tsv: line 1: the line has 1 columns"));
  EXPECT_EQ(report.glossaries(1).outcome(), v1::ModelReload::OUTCOME_LOADED);
  ASSERT_TRUE(TranslateWith(kAnn, "a").ok());
  EXPECT_THAT(Terms(), ElementsAre("4-7=0"));
  ASSERT_TRUE(TranslateWith(kAnn, "b").ok());
  EXPECT_THAT(Terms(), ElementsAre("8-12=0"));
  EXPECT_EQ(Metric("interpres_glossaries_rejected"), 1);
  EXPECT_EQ(Metric("interpres_glossaries"), 3);
  // As SIGHUP does.
  EXPECT_THAT(std::string(app().Reload().message()), HasSubstr("a.en.es.tsv"));
  fs::remove(root() / "a.en.es.tsv");
  EXPECT_TRUE(app().Reload().ok());
  EXPECT_EQ(TranslateWith(kAnn, "a").error_code(), grpc::StatusCode::NOT_FOUND);
}

}  // namespace
}  // namespace interpres
