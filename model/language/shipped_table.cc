#include "model/language/shipped_table.h"

#include <cstddef>
#include <span>

#include "model/language/language_table_file.h"

// The assembler copies the file into the read-only data of this object file.
// The names are global, because link-time optimisation may move the asm and the
// code to different object files. CMakeLists.txt defines
// INTERPRES_LANGUAGE_TABLE, the path of the file.
asm(".section .rodata\n"
    ".balign 16\n"
    ".globl interpres_language_table_begin\n"
    ".hidden interpres_language_table_begin\n"
    ".globl interpres_language_table_end\n"
    ".hidden interpres_language_table_end\n"
    "interpres_language_table_begin:\n"
    ".incbin \"" INTERPRES_LANGUAGE_TABLE
    "\"\n"
    "interpres_language_table_end:\n"
    ".byte 0\n"
    ".previous\n");

// NOLINTBEGIN(readability-identifier-naming): these are names of the assembler.
extern "C" {
extern const std::byte interpres_language_table_begin[];
extern const std::byte interpres_language_table_end[];
}
// NOLINTEND(readability-identifier-naming)

namespace interpres {

const LanguageTable* ShippedLanguageTable() {
  static const absl::StatusOr<LanguageTable> table = ParseLanguageTable(
      std::span(interpres_language_table_begin, interpres_language_table_end),
      "the language table of this program");
  return table.ok() ? &*table : nullptr;
}

}  // namespace interpres
