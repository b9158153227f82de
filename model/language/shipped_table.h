// The language table that every program contains.

#ifndef INTERPRES_MODEL_LANGUAGE_SHIPPED_TABLE_H_
#define INTERPRES_MODEL_LANGUAGE_SHIPPED_TABLE_H_

#include "model/language/language_table.h"

namespace interpres {

// Returns the language table of model/pretrained/languages, which is part of
// the executable and lives until the process ends. Null if its bytes are
// damaged. Thread-safe.
const LanguageTable* ShippedLanguageTable();

}  // namespace interpres

#endif  // INTERPRES_MODEL_LANGUAGE_SHIPPED_TABLE_H_
