// The routes of the texts of one TranslateRequest.

#ifndef INTERPRES_SERVER_SERVICE_TEXT_ROUTER_H_
#define INTERPRES_SERVER_SERVICE_TEXT_ROUTER_H_

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"
#include "server/registry/model_registry.h"
#include "server/service/route.h"
#include "server/service/served_detector.h"
#include "server/service/text_languages.h"

namespace interpres {

// The languages of a text, and its route.
struct RoutedText {
  // OK, or why the text has no route: the error of ChooseRoute.
  absl::Status status = {};
  TextLanguages languages = {};
  // Whether the text is in the target language and stays as it is. Then it
  // needs no route.
  bool stays = false;
  // An index in TextRouter::routes. Null if there is an error, or if no
  // language was detected in the text and its language must choose the route.
  // Such a text may take any route.
  std::optional<std::size_t> route = {};
};

// Finds the route of each text. All texts have one route if the request names
// the model or the source language, or if one model reaches the target
// language. Otherwise the detected language of a text chooses its route. Not
// thread-safe.
class TextRouter {
 public:
  // Returns the error of ChooseRoute if the texts cannot change it. `models`
  // must outlive the router.
  static absl::StatusOr<std::unique_ptr<TextRouter>> Create(
      const ModelRegistry& models, const v1::TranslateRequest& request,
      PivotRules rules);

  // Whether Find examines the text, because the request does not name the
  // source language. Find then takes up to a millisecond for a long text.
  bool detects() const { return detector_ != nullptr; }
  RoutedText Find(std::string_view text);

  // Gives a text without a language the first route, or the error NoRoute.
  void TakeFirstRoute(RoutedText& text) const;

  // Returns the target language of the request, or of the only route.
  const std::string& target_language() const;

  // The routes of the texts so far.
  const std::vector<Route>& routes() const { return routes_; }

  // Returns the error of a request without a route.
  absl::Status NoRoute() const;

 private:
  TextRouter(const ModelRegistry& models, const v1::TranslateRequest& request,
             PivotRules rules);

  // A route, and the source language of its first leg.
  struct Start {
    std::size_t route = 0;
    std::string source = {};
  };

  void ChooseByLanguage(const absl::StatusOr<Route>& route);
  // Returns the start from a detected language, or the error of ChooseRoute.
  const absl::StatusOr<Start>& StartFrom(const std::string& language);
  // Returns the index of the route, and adds the route if it is new.
  std::size_t IndexOf(Route route);
  // Returns whether texts in this language stay as they are.
  bool Keeps(std::string_view language) const;

  const ModelRegistry& models_;
  const std::string target_language_;
  const bool keeps_target_language_;
  const PivotRules rules_;
  // Null if the request names the source language.
  std::unique_ptr<const ServedDetector> detector_;
  // Whether the language of a text chooses its route. Otherwise routes_ has one
  // element.
  bool by_language_ = false;
  // The error of ChooseRoute for a text without a language.
  absl::Status several_;
  std::vector<Route> routes_;
  std::map<std::string, absl::StatusOr<Start>> starts_;  // by language
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TEXT_ROUTER_H_
