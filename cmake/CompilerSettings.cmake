# Language level, warnings and sanitizers. Everything is a property of a
# target: nothing here writes CMAKE_CXX_FLAGS.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()
# ccache does not store objects of sources with precompiled headers.
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()

# The sources of a unity build that share their headers. Reading the headers is
# most of the time for a source that is not optimised.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 16)

# Linked privately by every target of this project.
add_library(interpres_settings INTERFACE)
target_include_directories(interpres_settings INTERFACE
  "${PROJECT_SOURCE_DIR}")
target_compile_options(interpres_settings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
  $<$<BOOL:${INTERPRES_WERROR}>:-Werror>
  # Clang checks the GUARDED_BY annotations; g++ ignores them.
  $<$<CXX_COMPILER_ID:Clang>:-Wthread-safety>)

if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ warns of a type that uses an unnamed namespace of an included file. In a
  # unity build each source is an included file.
  target_compile_options(interpres_settings INTERFACE -Wno-subobject-linkage)
endif()

if(INTERPRES_SANITIZE)
  target_compile_definitions(interpres_settings INTERFACE INTERPRES_SANITIZED)
  target_compile_options(interpres_settings INTERFACE
    -fsanitize=${INTERPRES_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer -g1)
  target_link_options(interpres_settings INTERFACE
    -fsanitize=${INTERPRES_SANITIZE})
  # lld links the libraries of a sanitizer in 0.5 s, the usual linker in 1.3 s.
  find_program(INTERPRES_LLD NAMES ld.lld-14 ld.lld)
  if(INTERPRES_LLD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_link_options(interpres_settings INTERFACE
      "--ld-path=${INTERPRES_LLD}")
  endif()
endif()

if(INTERPRES_FUZZERS)
  # Coverage feedback for libFuzzer, which only the fuzzers themselves link.
  target_compile_options(interpres_settings INTERFACE
    -fsanitize=fuzzer-no-link)
endif()

if(INTERPRES_LTO)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
endif()
