# SPDX-License-Identifier: Apache-2.0
# The files below DIRECTORY include nothing of the project (ROOT) but from FOLDERS (separated by |). Writes OUTPUT.
file(GLOB_RECURSE files ${DIRECTORY}/*.cpp ${DIRECTORY}/*.hpp)
string(REPLACE "|" ", " allowed "${FOLDERS}")
foreach(file ${files})
  file(STRINGS ${file} includes REGEX "^#include \"(models|sim)/")
  foreach(include ${includes})
    if(NOT include MATCHES "\"(${FOLDERS})/")
      file(RELATIVE_PATH name ${ROOT} ${file})
      message(SEND_ERROR "${name}: ${include}: this layer stands on ${allowed}")
    endif()
  endforeach()
endforeach()
file(TOUCH ${OUTPUT})
