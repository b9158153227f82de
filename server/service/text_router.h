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
  // OK, or the reason why the text has no route: the error of ChooseRoute or of
  // TextRouter::NoRoute.
  absl::Status status = {};
  TextLanguages languages = {};
  // Whether the text is in the target language and the request asks to keep
  // such texts unchanged. Then the text needs no route.
  bool stays = false;
  // An index in TextRouter::routes. Null if `status` is an error, if `stays` is
  // true, or if the route depends on the language and no language was detected.
  // In the last case the text may take any route (TakeFirstRoute).
  std::optional<std::size_t> route = {};
};

// Finds the route of each text of a request: the models that translate the
// text. All texts have one route if the request names the model or the source
// language, or no target language. The same holds if one model fits best and
// the request permits no pivot language. Otherwise the detected language of a
// text chooses its route. Not thread-safe.
class TextRouter {
 public:
  // Returns a router for the texts of `request`. Returns the error of
  // ChooseRoute if no route exists, whichever languages the texts have.
  // `models` must outlive the router.
  static absl::StatusOr<std::unique_ptr<TextRouter>> Create(
      const ModelRegistry& models, const v1::TranslateRequest& request,
      PivotRules rules);

  // Returns whether Find detects the language of the text, because the request
  // does not name the source language. Find then takes up to a millisecond for
  // a long text.
  bool detects() const { return detector_ != nullptr; }
  RoutedText Find(std::string_view text);

  // Gives the first route to a text in which no language was detected. If there
  // is no route, sets the status of the text to NoRoute(). REQUIRES: Find
  // returned `text`, with a null route and status OK.
  void TakeFirstRoute(RoutedText& text) const;

  // Returns the target language of the request, or, if the request names no
  // target language, the target language of the only route.
  const std::string& target_language() const;

  // The routes of the texts that Find has seen so far. May have a route for
  // texts without a detected language, which no text takes.
  const std::vector<Route>& routes() const { return routes_; }

  // Returns the error for a request whose texts have no route: the error of
  // ChooseRoute for a detected language, or for no language. REQUIRES: Find was
  // called for each text, and routes() is empty.
  absl::Status NoRoute() const;

 private:
  TextRouter(const ModelRegistry& models, const v1::TranslateRequest& request,
             PivotRules rules);

  // The index of a route in routes_, and the source language of the first leg
  // of this route.
  struct Start {
    std::size_t route = 0;
    std::string source = {};
  };

  void ChooseByLanguage(const absl::StatusOr<Route>& route);
  // Returns the route of texts in a detected language, or the error of
  // ChooseRoute. Stores the result in starts_ for later texts.
  const absl::StatusOr<Start>& StartFrom(const std::string& language);
  // Returns the index of the route in routes_. Adds the route if routes_ has no
  // route with the same models and target languages.
  std::size_t IndexOf(Route route);
  // Returns whether texts in this language stay unchanged, because the request
  // keeps the target language and this is the target language. Texts in another
  // script or written standard of it stay only if no model translates them.
  bool Keeps(const std::string& language);
  // Returns whether a model translates from this language to the target
  // language, without a pivot language.
  bool IsDirectSource(const std::string& language);

  const ModelRegistry& models_;
  const std::string target_language_;
  const bool keeps_target_language_;
  const PivotRules rules_;
  // Detects the languages of the texts. Null if the request names the source
  // language.
  std::unique_ptr<const ServedDetector> detector_;
  // Whether the detected language of a text chooses its route. If false,
  // routes_ has one element.
  bool by_language_ = false;
  // The error of ChooseRoute for a text without a detected language, or OK. Set
  // only if by_language_ is true.
  absl::Status several_;
  std::vector<Route> routes_;
  std::map<std::string, absl::StatusOr<Start>> starts_;  // by language
  std::map<std::string, bool> is_direct_source_;         // by language
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TEXT_ROUTER_H_
