# Debian 12 packages only; deploy/install_packages.sh installs them all.

find_package(Threads REQUIRED)
find_package(DNNL REQUIRED)                 # cmake/FindDNNL.cmake
find_package(PkgConfig REQUIRED)
pkg_check_modules(HWY REQUIRED IMPORTED_TARGET libhwy)
pkg_check_modules(SENTENCEPIECE REQUIRED IMPORTED_TARGET sentencepiece)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(LIBZIP REQUIRED IMPORTED_TARGET libzip)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
find_package(ZLIB REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(ICU REQUIRED COMPONENTS i18n uc)
find_package(EXPAT REQUIRED)
find_package(Stemmer REQUIRED)             # cmake/FindStemmer.cmake
find_package(CLD2 REQUIRED)                 # cmake/FindCLD2.cmake
find_package(absl CONFIG REQUIRED)
# Headers only: Asio and Beast for the HTTP listener.
find_package(Boost 1.81 REQUIRED)
# The static library, never the shared one: see interpres_executable().
set(Protobuf_USE_STATIC_LIBS ON)
find_package(Protobuf REQUIRED)
find_package(gRPC CONFIG REQUIRED)
# Static, for the same reason as Protocol Buffers.
find_library(GRPC_REFLECTION_LIBRARY NAMES libgrpc++_reflection.a REQUIRED)
find_program(GRPC_CPP_PLUGIN grpc_cpp_plugin REQUIRED)
find_package(prometheus-cpp CONFIG REQUIRED)
find_package(spdlog CONFIG REQUIRED)
find_package(CLI11 CONFIG REQUIRED)
find_package(nlohmann_json CONFIG REQUIRED)
if(INTERPRES_MPI)
  enable_language(C)
  find_package(MPI REQUIRED COMPONENTS C)
endif()
if(INTERPRES_TESTS)
  find_package(GTest CONFIG REQUIRED)
endif()
if(INTERPRES_BENCHMARKS)
  find_package(benchmark CONFIG REQUIRED)
endif()
