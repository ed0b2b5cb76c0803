# CMake toolchain file: hands over to that of the chosen Emscripten ($LOOKBACK_EMSCRIPTEN, $EMSDK or PATH), after letting find_package
# see header-only libraries outside Emscripten's own sysroot.
find_program(LOOKBACK_EM_CONFIG em-config HINTS $ENV{LOOKBACK_EMSCRIPTEN} $ENV{EMSDK}/upstream/emscripten NO_CMAKE_FIND_ROOT_PATH)
if(NOT LOOKBACK_EM_CONFIG)
  message(FATAL_ERROR "No Emscripten on PATH: run `node wasm/toolchain/prepare.mjs`, then `. build/env.sh`.")
endif()
execute_process(COMMAND ${LOOKBACK_EM_CONFIG} EMSCRIPTEN_ROOT
  OUTPUT_VARIABLE LOOKBACK_EMSCRIPTEN_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
include(${LOOKBACK_EMSCRIPTEN_ROOT}/cmake/Modules/Platform/Emscripten.cmake)
