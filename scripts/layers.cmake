# SPDX-License-Identifier: Apache-2.0
# Libraries that are layers: what a folder includes from the project, it includes from the layers that it says it
# stands on. Anything else stops the build.

# dragonfly_install_library(NAME argument...): a library of the CMake package, in the component ${dragonfly_component}.
function(dragonfly_install_library NAME)
  add_library(${NAME} ${ARGN})
  string(REGEX REPLACE "^dragonfly_" "" export_name ${NAME})
  set_target_properties(${NAME} PROPERTIES EXPORT_NAME ${export_name})
  install(TARGETS ${NAME} EXPORT dragonfly_${dragonfly_component})
endfunction()

# dragonfly_cold(TARGET): its code takes no time when it runs, and is optimized little to be compiled soon. Compilers take
# precompiled headers only where they were made with the same optimization.
function(dragonfly_cold TARGET)
  target_compile_options(${TARGET} PRIVATE $<$<CONFIG:Release>:-O1>)
  target_precompile_headers(${TARGET} REUSE_FROM dragonfly_precompiled_cold)
endfunction()

# dragonfly_layer(FOLDER layer... [EXCEPT source...] [COLD] [COLD_SOURCES source...]): the library dragonfly_FOLDER of the
# sources in FOLDER, which stands on other layers. It is cold, or some of its sources are.
function(dragonfly_layer FOLDER)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "COLD" "" "EXCEPT;COLD_SOURCES")
  set(layers ${ARG_UNPARSED_ARGUMENTS})
  set(name dragonfly_${FOLDER})
  set(directory ${CMAKE_CURRENT_SOURCE_DIR}/${FOLDER})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${directory}/*.cpp)
  list(TRANSFORM ARG_EXCEPT PREPEND ${directory}/)
  list(TRANSFORM ARG_COLD_SOURCES PREPEND ${directory}/ OUTPUT_VARIABLE cold_sources)
  list(REMOVE_ITEM sources ${ARG_EXCEPT} ${cold_sources})
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${directory}/*.hpp)

  # The folders that it may include from: its own, and those of the layers that it stands on, theirs included.
  file(RELATIVE_PATH folders ${PROJECT_SOURCE_DIR} ${directory})
  foreach(layer ${layers})
    get_target_property(folders_of_layer dragonfly_${layer} DRAGONFLY_FOLDERS)
    list(APPEND folders ${folders_of_layer})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  list(JOIN folders "|" folders_text)
  set(checked ${CMAKE_CURRENT_BINARY_DIR}/${FOLDER}.layer)
  add_custom_command(OUTPUT ${checked}
    COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DDIRECTORY=${directory} "-DFOLDERS=${folders_text}"
      -DOUTPUT=${checked} -P ${PROJECT_SOURCE_DIR}/scripts/check_layer.cmake
    DEPENDS ${sources} ${cold_sources} ${headers} ${PROJECT_SOURCE_DIR}/scripts/check_layer.cmake
    COMMENT "Checking what ${FOLDER} includes"
    VERBATIM)

  dragonfly_install_library(${name} STATIC ${sources} ${checked})
  set_target_properties(${name} PROPERTIES DRAGONFLY_FOLDERS "${folders}")
  list(TRANSFORM layers PREPEND dragonfly_)
  target_link_libraries(${name} PUBLIC dragonfly_options ${layers})
  if(ARG_COLD)
    dragonfly_cold(${name})
  else()
    target_precompile_headers(${name} REUSE_FROM dragonfly_precompiled)
  endif()
  if(ARG_COLD_SOURCES)
    add_library(${name}_cold OBJECT ${cold_sources})
    target_link_libraries(${name}_cold PRIVATE dragonfly_options ${layers})
    dragonfly_cold(${name}_cold)
    target_sources(${name} PRIVATE $<TARGET_OBJECTS:${name}_cold>)
  endif()
endfunction()
