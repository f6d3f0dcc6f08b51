# SPDX-License-Identifier: Apache-2.0
# eleven_embed_shaders(TARGET FOLDER NAME..): makes FOLDER/NAME.dxbc the C array NAME of header NAME.h.
function(eleven_embed_shaders target folder)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${target}_shaders)
  foreach(name IN LISTS ARGN)
    set(blob ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/${name}.dxbc)
    add_custom_command(
      OUTPUT ${out}/${name}.h
      COMMAND ${ELEVEN_PYTHON} ${CMAKE_SOURCE_DIR}/tools/gen/embed.py ${blob} ${name} ${out}/${name}.h
      DEPENDS ${blob} ${CMAKE_SOURCE_DIR}/tools/gen/embed.py)
    target_sources(${target} PRIVATE ${out}/${name}.h)
  endforeach()
  target_include_directories(${target} PRIVATE ${out})
endfunction()
