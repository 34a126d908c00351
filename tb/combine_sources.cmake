# SPDX-License-Identifier: Apache-2.0
# Writes SOURCE, which includes all C++ that Verilator wrote to DIRECTORY: how many files that are is known
# only afterwards, and one compilation is much faster than ten.
file(GLOB parts ${DIRECTORY}/${PREFIX}*.cpp)
list(FILTER parts EXCLUDE REGEX "__ALL\\.cpp$")
list(SORT parts)
set(text "")
foreach(part ${parts})
  string(APPEND text "#include \"${part}\"\n")
endforeach()
file(WRITE ${SOURCE} "${text}")
