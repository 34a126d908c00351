# The lists of RTL files for Verilator, FuseSoC and Bender name the same files in the same order, and those of each
# family name all that there are. In: RTL (folder).
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

# Every family has a list of its own: what is common, and its folder.
file(GLOB lists RELATIVE ${RTL} ${RTL}/*.f)
foreach(list ${lists})
  string(REPLACE ".f" "" family ${list})
  files_in(${list} listed)
  file(GLOB present RELATIVE ${RTL} ${RTL}/*.sv ${RTL}/prim/*.sv ${RTL}/${family}/*.sv)
  list(SORT present)
  list(SORT listed)
  if(NOT present STREQUAL listed)
    message(SEND_ERROR "rtl/${list} differs from the folders:\n  ${listed}\n  ${present}")
  endif()
endforeach()
