# SPDX-License-Identifier: Apache-2.0
# RTL for C++: verilated units as libraries, benches, lint.
#
#   e11_verilate(NAME TOP module [PARAMS N=1 ..] [FAST] [TRACE])
#     Library rtl_NAME: class V_NAME of module, header "V_NAME.h". FAST: for devices (flip-flops
#     start at 0, uninitialised values are 0). Otherwise they start random, so that a missing reset
#     shows; call Verilated::randReset(2) and seed it. TRACE: with FST waveforms.
#   e11_rtl_bench(NAME SOURCES bench.cpp .. UNITS name .. [LIBS target ..] [LABELS label ..])
#     Catch2 program over verilated units, registered with CTest as rtl.NAME.
#   e11_netlist(NAME TOP module PREFIX V_other [PARAMS N=1 ..])
#     Library rtl_NAME: as e11_verilate, but of the netlist that tools/synth makes (which fetches Yosys
#     on first use). PREFIX: class name, so that the bench of the source runs unchanged. Not part of `all`.
#   e11_netlist_bench(NAME SOURCES .. UNITS .. [LIBS ..])
#     As e11_rtl_bench over netlists; the test builds the program first.
#   e11_lint(module)
#     Test rtl.lint.module: verilator --lint-only -Wall with all warnings as errors.

find_program(VERILATOR NAMES verilator REQUIRED)
find_package(Catch2 REQUIRED)
set(E11_RTL_DIR ${CMAKE_SOURCE_DIR}/hw/rtl)
set(E11_RTL_FOLDERS common fp memory command geometry raster core compute output)
set(VERILATOR_INCLUDE /usr/share/verilator/include)

# Units and packages are found by name in these folders (rtl_sources.py).
set(e11_read_rtl --file ${CMAKE_CURRENT_LIST_DIR}/packages.vlt -y ${E11_RTL_DIR})
foreach(folder IN LISTS E11_RTL_FOLDERS)
  list(APPEND e11_read_rtl -y ${E11_RTL_DIR}/${folder})
endforeach()
# Generated packages and modules (ROMs).
list(APPEND e11_read_rtl -y ${ELEVEN_GEN_DIR}/rtl)
set(E11_VERILATE_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/verilate.py)

function(e11_find_module module out)
  file(GLOB found ${E11_RTL_DIR}/${module}.sv ${E11_RTL_DIR}/*/${module}.sv ${E11_RTL_DIR}/*/tests/${module}.sv)
  list(LENGTH found count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR "module ${module}: expected one ${module}.sv below hw/rtl, found ${count}")
  endif()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# Verilator's own runtime, once, with its warnings off.
function(e11_verilator_runtime name)
  if(TARGET ${name})
    return()
  endif()
  find_package(ZLIB REQUIRED)
  find_package(Threads REQUIRED)
  add_library(${name} STATIC ${VERILATOR_INCLUDE}/verilated.cpp ${VERILATOR_INCLUDE}/verilated_threads.cpp ${ARGN})
  target_include_directories(${name} SYSTEM PUBLIC ${VERILATOR_INCLUDE} ${VERILATOR_INCLUDE}/vltstd)
  target_compile_definitions(${name} PUBLIC VM_COVERAGE=0 VM_SC=0)
  target_compile_options(${name} PRIVATE -w -O2)
  target_link_libraries(${name} PUBLIC Threads::Threads)
endfunction()

function(e11_verilate name)
  cmake_parse_arguments(A "FAST;TRACE" "TOP" "PARAMS" ${ARGN})
  e11_find_module(${A_TOP} file)
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/v_${name})
  set(prefix V_${name})
  set(archive ${dir}/${prefix}__ALL.a)
  set(args)
  foreach(param IN LISTS A_PARAMS)
    list(APPEND args --arg=-G${param})
  endforeach()
  if(A_FAST)
    list(APPEND args --arg=--x-assign --arg=fast --arg=--x-initial --arg=fast --arg=--no-assert)
  else()
    list(APPEND args --arg=--assert)
  endif()
  set(runtime verilated_runtime)
  if(A_TRACE)
    list(APPEND args --arg=--trace-fst --arg=--trace-structs)
    set(runtime verilated_runtime_trace)
    e11_verilator_runtime(${runtime} ${VERILATOR_INCLUDE}/verilated_fst_c.cpp)
    target_link_libraries(${runtime} PUBLIC ZLIB::ZLIB)
    target_compile_definitions(${runtime} PUBLIC VM_TRACE=1 VM_TRACE_FST=1 VM_TRACE_VCD=0)
  else()
    e11_verilator_runtime(${runtime})
    target_compile_definitions(${runtime} PUBLIC VM_TRACE=0 VM_TRACE_FST=0 VM_TRACE_VCD=0)
  endif()
  if(CCACHE_PROGRAM)
    set(cache ${CMAKE_COMMAND} -E env E11_OBJCACHE=${CCACHE_PROGRAM})
  endif()
  add_custom_command(
    OUTPUT ${archive}
    BYPRODUCTS ${dir}/${prefix}.h
    COMMAND ${cache} ${ELEVEN_PYTHON} ${E11_VERILATE_SCRIPT} --verilator ${VERILATOR} --top ${A_TOP}
            --prefix ${prefix} --dir ${dir} --depfile ${dir}/sources.d --target ${archive}
            ${args} ${e11_read_rtl} --source ${file}
    DEPENDS ${file} ${E11_VERILATE_SCRIPT} ${CMAKE_SOURCE_DIR}/tools/cmake/rtl_sources.py
            ${CMAKE_SOURCE_DIR}/tools/cmake/packages.vlt eleven_defs
            ${ELEVEN_GEN_DIR}/isa.stamp ${ELEVEN_GEN_DIR}/defs.stamp ${ELEVEN_GEN_DIR}/formats.stamp
            ${ELEVEN_GEN_DIR}/tables.stamp
    DEPFILE ${dir}/sources.d
    COMMENT "Verilating ${A_TOP} (${name})"
    VERBATIM)
  add_custom_target(verilate_${name} DEPENDS ${archive})
  add_library(rtl_${name} INTERFACE)
  add_dependencies(rtl_${name} verilate_${name})
  target_include_directories(rtl_${name} SYSTEM INTERFACE ${dir})
  target_link_libraries(rtl_${name} INTERFACE ${archive} ${runtime})
  set_property(TARGET rtl_${name} PROPERTY INTERFACE_LINK_DEPENDS ${archive})
endfunction()

# The bench's main function, compiled once.
function(e11_rtl_bench name)
  cmake_parse_arguments(A "" "" "SOURCES;UNITS;LIBS;LABELS" ${ARGN})
  if(NOT TARGET rtl_bench_main)
    add_library(rtl_bench_main STATIC ${E11_RTL_DIR}/tests/bench_main.cpp)
    target_include_directories(rtl_bench_main PUBLIC ${E11_RTL_DIR}/tests/include)
    e11_verilator_runtime(verilated_runtime)
    target_link_libraries(rtl_bench_main PUBLIC eleven_warnings verilated_runtime)
  endif()
  add_executable(bench_${name} ${A_SOURCES})
  target_link_libraries(bench_${name} PRIVATE rtl_bench_main eleven_warnings eleven_generated ${A_LIBS})
  foreach(unit IN LISTS A_UNITS)
    target_link_libraries(bench_${name} PRIVATE rtl_${unit})
  endforeach()
  add_test(NAME rtl.${name} COMMAND bench_${name})
  set_tests_properties(rtl.${name} PROPERTIES LABELS "rtl;${A_LABELS}" TIMEOUT 600)
endfunction()

function(e11_netlist name)
  cmake_parse_arguments(A "" "TOP;PREFIX" "PARAMS" ${ARGN})
  e11_find_module(${A_TOP} file)
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/v_${name})
  file(MAKE_DIRECTORY ${dir})
  set(archive ${dir}/${A_PREFIX}__ALL.a)
  set(netlist ${dir}/${name}.v)
  set(params)
  foreach(param IN LISTS A_PARAMS)
    list(APPEND params -G ${param})
  endforeach()
  get_filename_component(folder ${file} DIRECTORY)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.sv ${E11_RTL_DIR}/common/*.sv)
  add_custom_command(
    OUTPUT ${netlist}
    COMMAND ${ELEVEN_PYTHON} ${CMAKE_SOURCE_DIR}/tools/synth --build ${CMAKE_BINARY_DIR} --netlist ${netlist}
            ${params} ${A_TOP}
    DEPENDS ${sources} eleven_defs ${CMAKE_SOURCE_DIR}/tools/synthesis/flow.py
    COMMENT "Netlist of ${A_TOP}"
    VERBATIM)
  add_custom_command(
    OUTPUT ${archive}
    BYPRODUCTS ${dir}/${A_PREFIX}.h
    COMMAND ${ELEVEN_PYTHON} ${E11_VERILATE_SCRIPT} --verilator ${VERILATOR} --netlist --top ${A_TOP}
            --prefix ${A_PREFIX} --dir ${dir} --opt=-O1 --file ${E11_RTL_DIR}/tests/netlist/ecp5_cells.v
            --source ${netlist}
    DEPENDS ${netlist} ${E11_VERILATE_SCRIPT} ${E11_RTL_DIR}/tests/netlist/ecp5_cells.v
    COMMENT "Verilating the netlist of ${A_TOP}"
    VERBATIM)
  add_custom_target(verilate_${name} DEPENDS ${archive})
  add_library(rtl_${name} INTERFACE)
  add_dependencies(rtl_${name} verilate_${name})
  target_include_directories(rtl_${name} SYSTEM INTERFACE ${dir})
  target_link_libraries(rtl_${name} INTERFACE ${archive} verilated_runtime)
  set_property(TARGET rtl_${name} PROPERTY INTERFACE_LINK_DEPENDS ${archive})
endfunction()

function(e11_netlist_bench name)
  e11_rtl_bench(${name} ${ARGN})
  set_target_properties(bench_${name} PROPERTIES EXCLUDE_FROM_ALL TRUE)
  add_test(NAME rtl.${name}.build
           COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target bench_${name})
  set_tests_properties(rtl.${name}.build PROPERTIES LABELS "rtl;synth" FIXTURES_SETUP ${name} TIMEOUT 1800)
  set_tests_properties(rtl.${name} PROPERTIES LABELS "rtl;synth" FIXTURES_REQUIRED ${name})
endfunction()

function(e11_lint module)
  e11_find_module(${module} file)
  add_test(NAME rtl.lint.${module}
           COMMAND ${ELEVEN_PYTHON} ${E11_VERILATE_SCRIPT} --verilator ${VERILATOR} --lint --top ${module}
                   --prefix V --dir ${CMAKE_CURRENT_BINARY_DIR}/lint_${module} ${e11_read_rtl} --source ${file})
  set_tests_properties(rtl.lint.${module} PROPERTIES LABELS "rtl;lint")
endfunction()
