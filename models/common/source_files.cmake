# SPDX-License-Identifier: Apache-2.0
# dragonfly_source_files(ROOT result): the files that decide what the program does, from ROOT, sorted.
function(dragonfly_source_files ROOT result)
  file(GLOB_RECURSE files RELATIVE ${ROOT} ${ARGN}
    ${ROOT}/models/*.cpp ${ROOT}/models/*.hpp ${ROOT}/sim/*.cpp ${ROOT}/sim/*.hpp
    ${ROOT}/sim/*.sv)
  list(SORT files)
  set(${result} ${files} PARENT_SCOPE)
endfunction()
