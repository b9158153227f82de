# Finds Snowball's stemmers (Debian: libstemmer-dev), which have no CMake or
# pkg-config file of their own. Defines Stemmer::stemmer.
find_path(STEMMER_INCLUDE_DIR libstemmer.h)
find_library(STEMMER_LIBRARY stemmer)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Stemmer
  REQUIRED_VARS STEMMER_LIBRARY STEMMER_INCLUDE_DIR)

if(Stemmer_FOUND AND NOT TARGET Stemmer::stemmer)
  add_library(Stemmer::stemmer UNKNOWN IMPORTED)
  set_target_properties(Stemmer::stemmer PROPERTIES
    IMPORTED_LOCATION "${STEMMER_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${STEMMER_INCLUDE_DIR}")
endif()
mark_as_advanced(STEMMER_INCLUDE_DIR STEMMER_LIBRARY)
