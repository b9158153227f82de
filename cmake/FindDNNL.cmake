# oneDNN. Debian's own CMake package asks for OpenCL headers that a CPU build
# does not need, so this module finds the header and the library itself.
#
# Defines DNNL::dnnl and DNNL_VERSION.

find_path(DNNL_INCLUDE_DIR oneapi/dnnl/dnnl.hpp)
find_library(DNNL_LIBRARY dnnl)

if(DNNL_INCLUDE_DIR)
  file(STRINGS "${DNNL_INCLUDE_DIR}/oneapi/dnnl/dnnl_version.h" _dnnl_lines
       REGEX "#define DNNL_VERSION_(MAJOR|MINOR|PATCH) +[0-9]+")
  string(REGEX MATCHALL "[0-9]+" _dnnl_numbers "${_dnnl_lines}")
  list(JOIN _dnnl_numbers "." DNNL_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(DNNL
  REQUIRED_VARS DNNL_LIBRARY DNNL_INCLUDE_DIR
  VERSION_VAR DNNL_VERSION)

if(DNNL_FOUND AND NOT TARGET DNNL::dnnl)
  find_package(OpenMP REQUIRED COMPONENTS CXX)
  add_library(DNNL::dnnl UNKNOWN IMPORTED)
  set_target_properties(DNNL::dnnl PROPERTIES
    IMPORTED_LOCATION "${DNNL_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${DNNL_INCLUDE_DIR}"
    # omp_set_num_threads: each worker thread owns a one-thread stream.
    INTERFACE_LINK_LIBRARIES OpenMP::OpenMP_CXX)
endif()
mark_as_advanced(DNNL_INCLUDE_DIR DNNL_LIBRARY)
