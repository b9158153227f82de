// A server with tokens and a directory of glossaries.

#ifndef INTERPRES_TESTS_SERVER_GOOGLE_GLOSSARY_FIXTURE_H_
#define INTERPRES_TESTS_SERVER_GOOGLE_GLOSSARY_FIXTURE_H_

#include <filesystem>
#include <memory>

#include "server/google/glossaries.h"
#include "tests/server/service/service_fixture.h"
#include "tests/testing/temp_dir.h"

namespace interpres::google_api {

inline constexpr char kLocation[] = "projects/p/locations/l";
inline constexpr char kTerms[] = "projects/p/locations/l/glossaries/terms";

class GlossaryFixture : public ServiceTest {
 protected:
  void SetUp() override {
    std::filesystem::create_directory(root());
    absl::StatusOr<std::unique_ptr<GlossaryStore>> store =
        GlossaryStore::Load({.directory = root().string()}, metrics_);
    ASSERT_TRUE(store.ok()) << store.status();
    store_ = *std::move(store);
    context_.glossaries = store_.get();
    absl::StatusOr<std::unique_ptr<BearerTokens>> tokens =
        BearerTokens::Load(temp_.Write("tokens", "0123456789abcdef\n"));
    ASSERT_TRUE(tokens.ok()) << tokens.status();
    tokens_ = *std::move(tokens);
    context_.tokens = tokens_.get();
    absl::StatusOr<std::unique_ptr<ServiceCall>> call =
        Begin({.authorization = "Bearer 0123456789abcdef"});
    ASSERT_TRUE(call.ok()) << call.status();
    call_ = *std::move(call);
  }

  std::filesystem::path root() const { return temp_.path() / "glossaries"; }

  static v3::CreateGlossaryRequest CreateRequest(
      const char* uri = "data:text/csv,cat%2Cgato%0Adog%2Cperro") {
    v3::CreateGlossaryRequest request;
    request.set_parent(kLocation);
    v3::Glossary& glossary = *request.mutable_glossary();
    glossary.set_name(kTerms);
    glossary.mutable_language_pair()->set_source_language_code("en");
    glossary.mutable_language_pair()->set_target_language_code("es");
    glossary.mutable_input_config()->mutable_gcs_source()->set_input_uri(uri);
    return request;
  }

  void Create() {
    google::longrunning::Operation operation;
    const absl::Status status =
        Glossaries(*call_).Create(CreateRequest(), operation);
    ASSERT_TRUE(status.ok()) << status;
  }

  const TempDir temp_;
  std::unique_ptr<GlossaryStore> store_;
  std::unique_ptr<BearerTokens> tokens_;
  std::unique_ptr<ServiceCall> call_;
};

}  // namespace interpres::google_api

#endif  // INTERPRES_TESTS_SERVER_GOOGLE_GLOSSARY_FIXTURE_H_
