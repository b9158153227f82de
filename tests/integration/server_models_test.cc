// Several models in one server, and reload while it serves.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <future>
#include <latch>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "interpres/v1/admin.grpc.pb.h"
#include "model/checkpoint/model_directory_writer.h"
#include "tests/integration/server_fixture.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

class ServerModelsTest : public ServerFixture {
 protected:
  fs::path root() const { return temp_.path() / "models"; }

  // A checkpoint whose version says its seed; untagged ones translate from
  // English to German.
  void Write(const std::string& path, uint64_t seed, bool tagged = true) const {
    fs::create_directories((root() / path).parent_path());
    absl::StatusOr<TinyModel> tiny = MakeTinyModel(
        {.max_positions = kTestPositions, .tagged = tagged, .seed = seed});
    ASSERT_TRUE(tiny.ok());
    tiny->description.card.version = absl::StrCat("v", seed);
    if (!tagged) {
      tiny->description.card.directions = {{.source = "en", .target = "de"}};
    }
    const absl::Status written = WriteModelDirectory(
        root() / path, tiny->description, tiny->Tensors(), DataType::kFloat32);
    ASSERT_TRUE(written.ok()) << written;
  }

  // The same, but with weights that are cut.
  void WriteCorrupt(const std::string& path, uint64_t seed) const {
    ASSERT_NO_FATAL_FAILURE(Write("../elsewhere", seed));
    const fs::path made = temp_.path() / "elsewhere";
    fs::resize_file(made / "model.safetensors",
                    fs::file_size(made / "model.safetensors") / 2);
    fs::rename(made, root() / path);
  }

  ServerOptions RepositoryServer() const {
    ServerOptions options = SmallServer();
    options.model_repository = root().string();
    options.admin_address = "127.0.0.1:0";
    return options;
  }

  static v1::TranslateRequest Short(const std::string& model) {
    v1::TranslateRequest request = Request({"the cat"});
    request.mutable_options()->set_max_length(4);
    request.set_model(model);
    return request;
  }

  grpc::Status ReloadModels(v1::ReloadModelsResponse& response,
                            const std::string& token = "") {
    grpc::ClientContext context;
    if (!token.empty()) {
      context.AddMetadata("authorization", "Bearer " + token);
    }
    return v1::AdminService::NewStub(
               grpc::CreateChannel(
                   absl::StrCat("127.0.0.1:", app().admin_port()),
                   grpc::InsecureChannelCredentials()))
        ->ReloadModels(&context, {}, &response);
  }

  const TempDir temp_;
};

TEST_F(ServerModelsTest, RequestsFindTheirModelByNameOrLanguage) {
  Write("german", 1, /*tagged=*/false);
  Write("spanish/3", 2);
  Start(RepositoryServer());
  v1::TranslateResponse response;
  v1::TranslateRequest request = Short("");
  ASSERT_TRUE(Translate(request, response).ok());
  EXPECT_EQ(response.model(), "spanish");
  EXPECT_EQ(response.model_version(), "v2");
  request.set_target_language("de");
  ASSERT_TRUE(Translate(request, response).ok());
  EXPECT_EQ(response.model(), "german");
  EXPECT_EQ(response.model_version(), "v1");
  request.set_target_language("");
  request.set_model("german");
  ASSERT_TRUE(Translate(request, response).ok());
  EXPECT_EQ(response.model(), "german");

  request.set_model("");
  request.set_source_language("en");
  grpc::Status status = Translate(request, response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(),
              AllOf(HasSubstr("\"german\""), HasSubstr("\"spanish\"")));
  request.set_target_language("it");
  status = Translate(request, response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_THAT(status.error_message(), HasSubstr("en to de"));
  // Not this one's language.
  request.set_model("german");
  status = Translate(request, response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
}

TEST_F(ServerModelsTest, AStreamFindsTheModelOfEachMessage) {
  Write("german", 1, /*tagged=*/false);
  Write("spanish", 2);
  Start(RepositoryServer());
  grpc::ClientContext context;
  const auto stream = stub().StreamTranslate(&context);
  for (const char* language : {"de", "es"}) {
    v1::StreamTranslateRequest message;
    message.set_id(language[0]);
    *message.mutable_request() = Short("");
    message.mutable_request()->set_target_language(language);
    ASSERT_TRUE(stream->Write(message));
    v1::StreamTranslateResponse response;
    ASSERT_TRUE(stream->Read(&response));
    EXPECT_EQ(response.response().model(),
              language[0] == 'd' ? "german" : "spanish");
  }
  stream->WritesDone();
  EXPECT_TRUE(stream->Finish().ok());
  const auto& trailers = context.GetServerTrailingMetadata();
  ASSERT_EQ(trailers.count("interpres-model-version"), 1U);
  EXPECT_EQ(trailers.find("interpres-model-version")->second, "v2");
}

TEST_F(ServerModelsTest, ListsAndDescribesThemAll) {
  Write("german", 1, /*tagged=*/false);
  Write("spanish", 2);
  Start(RepositoryServer());
  grpc::ClientContext list_context;
  v1::ListModelsResponse models;
  ASSERT_TRUE(stub().ListModels(&list_context, {}, &models).ok());
  ASSERT_EQ(models.models_size(), 2);
  EXPECT_EQ(models.models(0).name(), "german");
  EXPECT_EQ(models.models(1).name(), "spanish");
  EXPECT_EQ(models.models(1).version(), "v2");
  v1::GetModelRequest request;
  v1::Model model;
  grpc::ClientContext unnamed;
  const grpc::Status several = stub().GetModel(&unnamed, request, &model);
  EXPECT_EQ(several.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(several.error_message(), HasSubstr("set name"));
  request.set_name("german");
  grpc::ClientContext named;
  ASSERT_TRUE(stub().GetModel(&named, request, &model).ok());
  EXPECT_EQ(model.version(), "v1");
  EXPECT_EQ(Metric(R"(interpres_slots{model="german"})"), 4);
  EXPECT_EQ(Metric("interpres_slots"), 8);
}

TEST_F(ServerModelsTest, AModelThatCannotBeLoadedEndsTheStart) {
  Write("good", 1);
  WriteCorrupt("bad", 2);
  Listen(RepositoryServer());
  const absl::Status loaded = app().Load();
  EXPECT_FALSE(loaded.ok());
  EXPECT_THAT(std::string(loaded.message()),
              AllOf(HasSubstr("\"bad\""), HasSubstr("model.safetensors")));
  v1::ReloadModelsResponse response;
  EXPECT_EQ(ReloadModels(response).error_code(), grpc::StatusCode::UNAVAILABLE);
}

TEST_F(ServerModelsTest, TheAdminServiceSaysWhatBecameOfEachModel) {
  Write("bad/1", 1);
  Write("gone", 2);
  Write("same", 3);
  Start(RepositoryServer());
  WriteCorrupt("bad/2", 4);
  fs::remove_all(root() / "gone");
  Write("new", 5);
  v1::ReloadModelsResponse response;
  const grpc::Status status = ReloadModels(response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_EQ(response.models_size(), 4);
  EXPECT_EQ(response.models(0).name(), "bad");
  EXPECT_EQ(response.models(0).outcome(), v1::ModelReload::OUTCOME_REJECTED);
  EXPECT_EQ(response.models(0).version(), "v1");
  EXPECT_THAT(response.models(0).reason(),
              AllOf(HasSubstr("bad/2"), HasSubstr("model.safetensors")));
  EXPECT_EQ(response.models(1).name(), "gone");
  EXPECT_EQ(response.models(1).outcome(), v1::ModelReload::OUTCOME_UNLOADED);
  EXPECT_EQ(response.models(2).outcome(), v1::ModelReload::OUTCOME_LOADED);
  EXPECT_EQ(response.models(2).version(), "v5");
  EXPECT_EQ(response.models(3).outcome(), v1::ModelReload::OUTCOME_UNCHANGED);
  EXPECT_EQ(response.models(3).reason(), "");
  EXPECT_EQ(Metric("interpres_model_reloads_total{model=\"bad\","
                   "result=\"rejected\"}"),
            1);
  EXPECT_EQ(
      Metric(R"(interpres_requests_total{code="OK",method="ReloadModels"})"),
      1);
  v1::TranslateResponse translated;
  EXPECT_EQ(Translate(Short("gone"), translated).error_code(),
            grpc::StatusCode::NOT_FOUND);
  EXPECT_TRUE(Translate(Short("new"), translated).ok());
}

// A file that the server had mapped would now end the process with SIGBUS.
TEST_F(ServerModelsTest, FilesThatAreCutWhileItServesHarmNoTranslation) {
  Write("a", 1);
  Start(RepositoryServer());
  v1::TranslateResponse before;
  ASSERT_TRUE(Translate(Short("a"), before).ok());
  for (const fs::directory_entry& file : fs::directory_iterator(root() / "a")) {
    fs::resize_file(file.path(), 0);
  }
  // Another text, so that no answer is reused.
  v1::TranslateRequest request = Short("a");
  request.set_texts(0, "the dog sees the cat");
  v1::TranslateResponse after;
  ASSERT_TRUE(Translate(request, after).ok());
  EXPECT_EQ(after.model_version(), "v1");
  v1::ReloadModelsResponse reload;
  ASSERT_TRUE(ReloadModels(reload).ok());
  ASSERT_EQ(reload.models_size(), 1);
  EXPECT_EQ(reload.models(0).outcome(), v1::ModelReload::OUTCOME_REJECTED);
  request = Short("a");
  ASSERT_TRUE(Translate(request, after).ok());
  EXPECT_EQ(after.results(0).translations().hypotheses(0).text(),
            before.results(0).translations().hypotheses(0).text());
}

TEST_F(ServerModelsTest, TokensGuardTheAdminServiceToo) {
  Write("a", 1);
  ServerOptions options = RepositoryServer();
  options.token_file = temp_.Write("tokens", "0123456789abcdef");
  Start(options);
  Write("b", 2);
  v1::ReloadModelsResponse response;
  for (const char* token : {"", "0123456789abcdeg", "0123456789abcde"}) {
    EXPECT_EQ(ReloadModels(response, token).error_code(),
              grpc::StatusCode::UNAUTHENTICATED)
        << token;
  }
  // None of these calls had an effect.
  ASSERT_TRUE(ReloadModels(response, "0123456789abcdef").ok());
  ASSERT_EQ(response.models_size(), 2);
  EXPECT_EQ(response.models(1).outcome(), v1::ModelReload::OUTCOME_LOADED);
}

TEST_F(ServerModelsTest, AnOpenAdminAddressNeedsAGuard) {
  Write("a", 1);
  ServerOptions options = RepositoryServer();
  options.admin_address = "0.0.0.0:0";
  const auto app = ServerApp::Create(options);
  EXPECT_EQ(app.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(app.status().message()),
              HasSubstr("--admin-address"));
}

TEST_F(ServerModelsTest, ARunningRequestEndsOnAModelThatWasUnloaded) {
  Write("a", 1);
  Write("b", 2);
  Start(RepositoryServer());
  v1::TranslateRequest request = Short("a");
  request.mutable_options()->set_max_length(200);
  for (int i = 0; i < 63; ++i) {
    request.add_texts("the cat sees the dog");
  }
  PendingCall call(stub(), request);
  AwaitAtLeast("interpres_active_slots", 1);
  fs::remove_all(root() / "a");
  ASSERT_TRUE(app().Reload().ok());
  v1::TranslateResponse refused;
  EXPECT_EQ(Translate(Short("a"), refused).error_code(),
            grpc::StatusCode::NOT_FOUND);
  ASSERT_TRUE(call.Await().ok()) << call.Await().error_message();
  EXPECT_EQ(call.response().results_size(), 64);
  EXPECT_EQ(call.response().model_version(), "v1");
  // And with the request the model.
  AwaitAtMost("interpres_slots", 4);
}

TEST_F(ServerModelsTest, ACallOfAModelThatWasUnloadedCanBeCancelled) {
  Write("a", 1);
  Write("b", 2);
  Start(RepositoryServer());
  v1::TranslateRequest request = EndlessRequest();
  request.set_model("a");
  PendingCall endless(stub(), request);
  AwaitAtLeast("interpres_active_slots", 1);
  fs::remove_all(root() / "a");
  ASSERT_TRUE(app().Reload().ok());
  endless.Cancel();
  EXPECT_EQ(endless.Await().error_code(), grpc::StatusCode::CANCELLED);
  AwaitAtMost("interpres_calls_in_flight", 0);
  AwaitAtMost("interpres_slots", 4);
}

TEST_F(ServerModelsTest, ReloadUnderLoadLosesNoRequest) {
  Write("a/1", 1);
  Start(RepositoryServer());
  constexpr int kClients = 4;
  constexpr uint64_t kReloads = 12;
  std::atomic<bool> stop = false;
  std::atomic<int> failures = 0;
  std::vector<std::set<std::string>> seen(kClients);
  {
    std::vector<std::jthread> clients;
    for (int i = 0; i < kClients; ++i) {
      clients.emplace_back([&, i] {
        const auto own = v1::TranslationService::NewStub(channel());
        while (!stop) {
          grpc::ClientContext context;
          v1::TranslateResponse response;
          const grpc::Status status =
              own->Translate(&context, Short(i % 2 == 0 ? "a" : ""), &response);
          if (!status.ok() || response.results_size() != 1 ||
              response.results(0).translations().hypotheses().empty()) {
            ++failures;
          }
          seen[i].insert(response.model_version());
        }
      });
    }
    // Every third version is good; two that are not come before it.
    for (uint64_t version = 2; version < 2 + kReloads; ++version) {
      const bool good = version % 3 == 0;
      const std::string path = absl::StrCat("a/", version);
      if (good) {
        Write(path, version);
      } else {
        WriteCorrupt(path, version);
      }
      EXPECT_EQ(app().Reload().ok(), good) << version;
    }
    stop = true;
  }
  EXPECT_EQ(failures, 0);
  std::set<std::string> all;
  for (const std::set<std::string>& versions : seen) {
    all.insert(versions.begin(), versions.end());
  }
  for (const std::string& version : all) {
    EXPECT_THAT((std::vector<std::string>{"v1", "v3", "v6", "v9", "v12"}),
                ::testing::Contains(version));
  }
  EXPECT_GE(all.size(), 2U);
  v1::TranslateResponse response;
  ASSERT_TRUE(Translate(Short("a"), response).ok());
  EXPECT_EQ(response.model_version(), "v12");
  AwaitAtMost("interpres_slots", 4);
}

TEST_F(ServerModelsTest, ADrainDoesNotWaitForModels) {
  Write("a", 1);
  Start(RepositoryServer());
  // The thread of the reloads is busy from here until after the drain.
  std::latch busy(1);
  std::latch drained(1);
  app().RequestReload([&](const absl::Status& status) {
    EXPECT_TRUE(status.ok()) << status;
    busy.count_down();
    drained.wait();
  });
  busy.wait();
  Write("b", 2);
  std::promise<absl::Status> second;
  app().RequestReload(
      [&second](const absl::Status& status) { second.set_value(status); });
  EXPECT_TRUE(app().Drain().ok());
  drained.count_down();
  EXPECT_EQ(second.get_future().get().code(), absl::StatusCode::kAborted);
  Stop();
}

}  // namespace
}  // namespace interpres
