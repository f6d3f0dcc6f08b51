# SPDX-License-Identifier: Apache-2.0
# Compiler settings that every part shares, and the targets they hang on.

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
# Assertions stay on in our own code: a wrong picture is dearer than a few per cent.
string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")

option(ELEVEN_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
if(ELEVEN_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=address,undefined)
  # GCC takes minutes to optimise instrumented tests further.
  string(REPLACE "-O2" "-O1" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

# Debian's python3, not whatever comes first on PATH: it has the packages we name.
find_program(ELEVEN_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH REQUIRED)

# Link to this for warnings. Results never depend on contraction or fast-math.
add_library(eleven_warnings INTERFACE)
target_compile_options(eleven_warnings INTERFACE
  -Wall -Wextra -Werror -ffp-contract=off)
if(ELEVEN_SANITIZE)
  # GCC's instrumentation of std::regex (in Catch2) looks uninitialised to GCC itself.
  target_compile_options(eleven_warnings INTERFACE -Wno-maybe-uninitialized)
endif()

# All generated sources go below this folder, which is on the include path of
# whoever links eleven_generated.
set(ELEVEN_GEN_DIR ${CMAKE_BINARY_DIR}/generated)

# Test programs that the sanitizer build makes and runs too. Add one with
# eleven_sanitized(TARGET TEST..): the target's tests get the label `sanitize`.
add_custom_target(sanitized_tests)
function(eleven_sanitized target)
  add_dependencies(sanitized_tests ${target})
  foreach(test IN LISTS ARGN)
    set_property(TEST ${test} APPEND PROPERTY LABELS sanitize)
  endforeach()
endfunction()
