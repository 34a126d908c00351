# The lists of RTL files for Verilator, FuseSoC and Bender name the same files in the same order, and all that
# there are. In: RTL (folder).
function(files_in LIST RESULT)
  file(STRINGS ${RTL}/${LIST} lines REGEX "^[ -]*([a-z_]+/)?df_[a-z_]+\\.sv$")
  string(REPLACE "- " "" lines "${lines}")
  string(REPLACE " " "" lines "${lines}")
  set(${RESULT} "${lines}" PARENT_SCOPE)
endfunction()

files_in(dragonfly.f expected)
foreach(list dragonfly.core Bender.yml)
  files_in(${list} files)
  if(NOT files STREQUAL expected)
    message(SEND_ERROR "rtl/${list} differs from rtl/dragonfly.f:\n  ${files}\n  ${expected}")
  endif()
endforeach()

file(GLOB_RECURSE present RELATIVE ${RTL} ${RTL}/*.sv)
set(listed ${expected})
list(SORT present)
list(SORT listed)
if(NOT present STREQUAL listed)
  message(SEND_ERROR "rtl/dragonfly.f differs from the folder:\n  ${listed}\n  ${present}")
endif()
