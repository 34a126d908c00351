# SPDX-License-Identifier: Apache-2.0
# Every module of the RTL has a bench (that of the dragonfly stands with those of the common modules), and every assertion of the RTL
# is named in that of its module, which makes it fail, or in that of the core, where several units have to. In:
# RTL and TB (folders).
file(GLOB_RECURSE sources ${RTL}/*.sv)
file(READ ${TB}/df_router_core_test.cpp core)
foreach(source ${sources})
  file(RELATIVE_PATH bench ${RTL} ${source})
  string(REGEX REPLACE "^dragonfly/" "" bench ${bench})
  # What a part of a unit does shows at the ports of the unit.
  string(REGEX REPLACE "df_easy_grants[.]" "df_switch_allocator." bench ${bench})
  string(REPLACE ".sv" "_test.sv" bench_of_icarus ${bench})  # for what Verilator cannot show
  string(REPLACE ".sv" "_test.cpp" bench ${bench})
  set(tests "")
  if(EXISTS ${TB}/${bench})
    file(READ ${TB}/${bench} tests)
  elseif(EXISTS ${TB}/${bench_of_icarus})
    file(READ ${TB}/${bench_of_icarus} tests)
  elseif(NOT bench STREQUAL df_pkg_test.cpp)
    message(SEND_ERROR "${source}: the module has no bench tb/${bench}")
  endif()
  string(APPEND tests "${core}")
  file(STRINGS ${source} lines REGEX "`DF_(ASSERT|ASSERT_IF|CLAIM)\\(")
  foreach(line ${lines})
    string(REGEX REPLACE ".*`DF_(ASSERT|ASSERT_IF|CLAIM)\\(([a-z_0-9]+).*" "\\2" name "${line}")
    if(NOT tests MATCHES "[\" ]${name}[\",]")
      message(SEND_ERROR "${source}: neither tb/${bench} nor that of the core makes ${name} fail")
    endif()
  endforeach()
endforeach()
