// POST /v2/translate of DeepL's API (docs/apis_deepl.md).

#ifndef INTERPRES_SERVER_HTTP_DEEPL_TRANSLATE_H_
#define INTERPRES_SERVER_HTTP_DEEPL_TRANSLATE_H_

#include <memory>

#include "server/http/translate_http_call.h"

namespace interpres {

std::unique_ptr<TranslateAdapter> MakeDeepLTranslate();

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_DEEPL_TRANSLATE_H_
