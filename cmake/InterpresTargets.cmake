# Target helpers: one target per directory, dependencies spelled in full.

# interpres_library(NAME model_tokenizer SRCS a.cc HDRS a.h DEPS ... PRIVATE_DEPS ...)
#
# Defines interpres_<NAME> and the alias interpres::<NAME>. DEPS are visible in
# the public headers, PRIVATE_DEPS only in the sources.
function(interpres_library)
  cmake_parse_arguments(ARG "" "NAME" "SRCS;HDRS;DEPS;PRIVATE_DEPS" ${ARGN})
  set(target "interpres_${ARG_NAME}")
  if(ARG_SRCS)
    add_library(${target} STATIC ${ARG_SRCS} ${ARG_HDRS})
    target_link_libraries(${target}
      PUBLIC ${ARG_DEPS}
      PRIVATE interpres_settings ${ARG_PRIVATE_DEPS})
    # Reading flags is never slow, but optimising CLI11 is.
    set(used ${ARG_DEPS} ${ARG_PRIVATE_DEPS})
    if("CLI11::CLI11" IN_LIST used)
      if(INTERPRES_SANITIZE)
        target_compile_options(${target} PRIVATE -O0)
      else()
        target_compile_options(${target} PRIVATE -O1)
      endif()
    endif()
  else()
    add_library(${target} INTERFACE)
    target_sources(${target} INTERFACE FILE_SET HEADERS
      BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${ARG_HDRS})
    target_link_libraries(${target} INTERFACE ${ARG_DEPS})
  endif()
  add_library(interpres::${ARG_NAME} ALIAS ${target})
endfunction()

# interpres_link_protobuf_safely(<executable>)
#
# Debian's libsentencepiece.so exports the 1,600 symbols of an old Protocol
# Buffers copy. An executable that also loads libprotobuf.so mixes the two and
# aborts at start ("compiled against version 3.14.0"). So: Protocol Buffers and
# the gRPC reflection library are linked statically, and the executable exports
# no symbol that libsentencepiece.so could bind to. Where clang's sanitizers,
# which must export their allocator, are linked in: none of Protocol Buffers.
function(interpres_link_protobuf_safely target)
  if(INTERPRES_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    set(map "${PROJECT_SOURCE_DIR}/cmake/hide_protobuf.map")
    set(hidden "libprotobuf.a:libgrpc++_reflection.a")
  else()
    set(map "${PROJECT_SOURCE_DIR}/cmake/hide_symbols.map")
    set(hidden "ALL")
  endif()
  target_link_options(${target} PRIVATE
    "LINKER:--exclude-libs,${hidden}" "LINKER:--version-script=${map}")
  set_target_properties(${target} PROPERTIES LINK_DEPENDS "${map}")
endfunction()

# Link this to serve gRPC reflection. The whole static archive: its message
# descriptors register themselves, and nothing refers to them by name. The
# shared one would bring libprotobuf.so into the process (see above).
add_library(interpres_grpc_reflection INTERFACE)
add_library(interpres::grpc_reflection ALIAS interpres_grpc_reflection)
target_link_libraries(interpres_grpc_reflection INTERFACE
  "$<LINK_LIBRARY:WHOLE_ARCHIVE,${GRPC_REFLECTION_LIBRARY}>"
  protobuf::libprotobuf gRPC::grpc++)

# interpres_executable(NAME interpres-server SRCS main.cc DEPS ...)
function(interpres_executable)
  cmake_parse_arguments(ARG "" "NAME" "SRCS;DEPS" ${ARGN})
  add_executable(${ARG_NAME} ${ARG_SRCS})
  target_link_libraries(${ARG_NAME} PRIVATE interpres_settings ${ARG_DEPS})
  set_target_properties(${ARG_NAME} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  interpres_link_protobuf_safely(${ARG_NAME})
endfunction()

# interpres_test_settings(<name>)
#
# The options of an executable of GoogleTest.
function(interpres_test_settings name)
  target_link_libraries(${name} PRIVATE
    interpres_settings GTest::gmock GTest::gtest_main)
  # Optimising matchers takes a third of the time for a test. The libraries under
  # test keep the optimisation of the build type.
  target_compile_options(${name} PRIVATE -O0 -pthread)
endfunction()

# interpres_test_headers()
#
# The headers that most tests include. They are compiled once, in a build without
# a compiler cache: for a test that takes 4 to 14 s, they take 1 to 2 s.
function(interpres_test_headers)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/interpres_test_headers.cc")
  file(CONFIGURE OUTPUT "${source}" CONTENT "")
  add_executable(interpres_test_headers EXCLUDE_FROM_ALL "${source}")
  interpres_test_settings(interpres_test_headers)
  target_precompile_headers(interpres_test_headers PRIVATE
    <gmock/gmock.h> <gtest/gtest.h>
    <algorithm> <atomic> <chrono> <filesystem> <fstream> <functional> <future>
    <map> <memory> <mutex> <optional> <set> <span> <string> <thread> <vector>
    <absl/status/statusor.h> <absl/strings/str_cat.h>
    <absl/strings/str_format.h> <absl/strings/str_join.h>)
endfunction()

# interpres_test_executable(<name> SOURCE...)
#
# An executable of GoogleTest without an entry in ctest.
function(interpres_test_executable name)
  add_executable(${name} ${ARGN})
  interpres_test_settings(${name})
  target_precompile_headers(${name} REUSE_FROM interpres_test_headers)
  interpres_link_protobuf_safely(${name})
endfunction()

# interpres_test(NAME model_tokenizer_tokenizer_test SRCS ... DEPS ...
#                [LABELS unit] [TIMEOUT seconds] [LAUNCHER mpirun ...] [ALONE])
#
# One GoogleTest binary, one ctest entry. Labels: unit, integration, golden,
# mpi, slow. The default label is unit. The default time has room for sanitizers
# on a busy machine: 600 s.
#
# A unity build has one executable, named <directory>_unit_tests, for the unit
# tests of a directory: it compiles and links in half the time. The same holds
# for each other list of labels. The default time of such an executable is
# 1,800 s. ALONE keeps a test out of this executable.
function(interpres_test)
  cmake_parse_arguments(ARG "ALONE" "NAME;TIMEOUT" "SRCS;DEPS;LABELS;LAUNCHER"
    ${ARGN})
  if(NOT ARG_LABELS)
    set(ARG_LABELS unit)
  endif()
  if(CMAKE_UNITY_BUILD AND NOT ARG_ALONE AND NOT ARG_LAUNCHER AND
      NOT ARG_TIMEOUT)
    file(RELATIVE_PATH directory
      "${PROJECT_SOURCE_DIR}/tests" "${CMAKE_CURRENT_SOURCE_DIR}")
    string(REGEX REPLACE "[/;]" "_" together
      "${directory}_${ARG_LABELS}_tests")
    if(TARGET ${together})
      target_sources(${together} PRIVATE ${ARG_SRCS})
      target_link_libraries(${together} PRIVATE ${ARG_DEPS})
      return()
    endif()
    set(ARG_NAME ${together})
    set(ARG_TIMEOUT 1800)
  endif()
  interpres_test_executable(${ARG_NAME} ${ARG_SRCS})
  target_link_libraries(${ARG_NAME} PRIVATE ${ARG_DEPS})
  add_test(NAME ${ARG_NAME}
    COMMAND ${ARG_LAUNCHER} $<TARGET_FILE:${ARG_NAME}>)
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 600)
  endif()
  # The longest begin first, so that no core waits for one of them at the end.
  set_tests_properties(${ARG_NAME} PROPERTIES
    LABELS "${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT} COST ${ARG_TIMEOUT}
    ENVIRONMENT "INTERPRES_SOURCE_DIR=${PROJECT_SOURCE_DIR};INTERPRES_BINARY_DIR=${PROJECT_BINARY_DIR};INTERPRES_PROBE_DIRECTORY=")
endfunction()

# interpres_simd_test(NAME model_kernels_top_k_test SRCS ... DEPS ...
#                     [LABELS unit] [ENVIRONMENT ...])
#
# The same for vectorised code, once more for each of x86's vector extensions
# that it is compiled for: <NAME>_AVX2 and so on, with ENVIRONMENT set as well.
function(interpres_simd_test)
  cmake_parse_arguments(ARG "" "NAME" "SRCS;DEPS;LABELS;ENVIRONMENT" ${ARGN})
  interpres_test(NAME ${ARG_NAME} SRCS ${ARG_SRCS} LABELS ${ARG_LABELS} ALONE
    DEPS ${ARG_DEPS} interpres::testing_simd_target_main)
  if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    return()
  endif()
  get_test_property(${ARG_NAME} LABELS labels)
  foreach(target SSSE3 SSE4 AVX2 AVX3)
    add_test(NAME ${ARG_NAME}_${target} COMMAND ${ARG_NAME})
    set_tests_properties(${ARG_NAME}_${target} PROPERTIES
      LABELS "${labels}" TIMEOUT 600 SKIP_RETURN_CODE 77
      ENVIRONMENT "INTERPRES_SIMD_TARGET=${target};INTERPRES_SOURCE_DIR=${PROJECT_SOURCE_DIR};${ARG_ENVIRONMENT}")
  endforeach()
endfunction()

# interpres_fuzzer(NAME server_request_fuzzer SRCS request_fuzzer.cc DEPS ...
#                  [LABELS integration])
#
# SRCS define LLVMFuzzerTestOneInput. The test <NAME>_corpus calls this function
# with every file of tests/fuzz/<NAME> once; it is a unit test unless LABELS says
# otherwise. With INTERPRES_FUZZERS, <NAME> is the libFuzzer executable, which
# tests/fuzz.sh runs for a given time.
function(interpres_fuzzer)
  cmake_parse_arguments(ARG "" "NAME" "SRCS;DEPS;LABELS" ${ARGN})
  if(NOT ARG_LABELS)
    set(ARG_LABELS unit)
  endif()
  set(replay ${ARG_NAME}_corpus)
  add_executable(${replay} ${ARG_SRCS})
  target_link_libraries(${replay} PRIVATE
    interpres_settings ${ARG_DEPS} interpres::testing_fuzz_replay)
  interpres_link_protobuf_safely(${replay})
  add_test(NAME ${replay}
    COMMAND ${replay} "${PROJECT_SOURCE_DIR}/tests/fuzz/${ARG_NAME}")
  set_tests_properties(${replay} PROPERTIES
    LABELS "${ARG_LABELS}" TIMEOUT 600)
  if(INTERPRES_FUZZERS)
    add_executable(${ARG_NAME} ${ARG_SRCS})
    target_link_libraries(${ARG_NAME} PRIVATE interpres_settings ${ARG_DEPS})
    target_link_options(${ARG_NAME} PRIVATE -fsanitize=fuzzer)
    set_target_properties(${ARG_NAME} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fuzzers")
    interpres_link_protobuf_safely(${ARG_NAME})
  endif()
endfunction()
