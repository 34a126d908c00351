# Verilator has nothing to say about the router, nor about the example of a user's router and the node around
# it, for every set of parameters, nor about the router of a ring. In: VERILATOR, RTL, NODE (sim/rtl), USER_ROUTER,
# TB (folders), FLAG_SETS (lists of flags, separated by |).
function(lint TITLE)
  execute_process(COMMAND ${VERILATOR} --lint-only -Wall ${ARGN}
    RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
  # Later versions print what they have done.
  if(NOT status EQUAL 0 OR text MATCHES "%(Warning|Error)")
    message(SEND_ERROR "${TITLE}:\n${text}")
  endif()
endfunction()

string(REPLACE "|" ";" sets "${FLAG_SETS}")
foreach(set ${sets})
  separate_arguments(flags UNIX_COMMAND "${set}")
  foreach(top df_router df_node)
    lint("${top} with ${set}" ${flags} -DDF_VIEW -DDF_STATE --top-module ${top} -F ${RTL}/dragonfly.f)
  endforeach()
  foreach(list plain_router plain_router_with_bug)
    lint("${list} with ${set}" ${flags} --top-module df_node -DDF_USER_TOP=plain_router
      -I${RTL} -I${RTL}/dragonfly
      ${RTL}/df_pkg.sv ${RTL}/df_lockstep_view.sv ${NODE}/df_user_node.sv -F ${USER_ROUTER}/${list}.f)
  endforeach()
endforeach()

file(GLOB common ${RTL}/*.sv)
list(REMOVE_ITEM common ${RTL}/df_pkg.sv)
foreach(top df_router df_node)
  lint("${top} of a ring" -DDF_VIEW -DDF_STATE --top-module ${top} -I${RTL} -I${TB}/ring
    ${RTL}/df_pkg.sv ${TB}/ring/df_route_unit.sv ${common})
endforeach()
