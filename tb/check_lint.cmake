# SPDX-License-Identifier: Apache-2.0
# Checks: FM-3
# Verilator has nothing to say about the router for every set of parameters, nor about the example of a user's router and
# the node around it, nor about the routers of other families, nor about the cover points of all these.
# In: VERILATOR, RTL, NODE (sim/rtl), USER_ROUTER (folders), FLAG_SETS (lists of flags, separated by |), ALL. Without ALL:
# one small size of each family.
cmake_minimum_required(VERSION 3.25)
function(lint TITLE)
  execute_process(COMMAND ${VERILATOR} --lint-only -Wall ${ARGN}
    RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
  # Later versions print what they have done.
  if(NOT status EQUAL 0 OR text MATCHES "%(Warning|Error)")
    message(SEND_ERROR "${TITLE}:\n${text}")
  endif()
endfunction()

set(counting --coverage-line --coverage-user -fno-split -fno-reorder -DDF_STATE -I${NODE}/cover)
string(REPLACE "|" ";" sets "${FLAG_SETS}")
# lint_user_router(LIST FLAG...)
function(lint_user_router LIST)
  lint("${LIST} with ${ARGN}" ${ARGN} --top-module df_node -DDF_USER_TOP=plain_router -I${RTL} -I${RTL}/dragonfly
    ${RTL}/df_pkg.sv ${RTL}/df_lockstep_view.sv ${NODE}/df_user_node.sv -F ${USER_ROUTER}/${LIST}.f)
endfunction()

# lint_routers(LIST WHEN SMALL SET...): the routers of a list of files, whose decisions are taken WHEN (front or arrival),
# with sets of flags. Without ALL only SMALL is read, and only the router as it is simulated and as it is synthesized: the
# implementations for synthesis take Verilator long.
set(tiny -DDF_DEPTH=2 -DDF_SPEEDUP=2 -DDF_OQ_DEPTH=8 -DDF_CTQ_DEPTH=2)
function(lint_routers LIST WHEN SMALL)
  if(NOT ALL)
    string(REPLACE " " ";" flags "${SMALL}")
    lint("df_node of ${LIST} with ${SMALL} and cover points" ${flags} ${tiny} ${counting} -DDF_VIEW --top-module df_node
      -F ${RTL}/${LIST}.f ${NODE}/cover/common.sv ${NODE}/cover/${WHEN}.sv ${NODE}/cover/${LIST}.sv)
    lint("df_router of ${LIST} with ${SMALL}, for synthesis" ${flags} ${tiny} -DDF_BODY_SYNTHESIS -DSYNTHESIS
      --top-module df_router -F ${RTL}/${LIST}.f)
    return()
  endif()
  foreach(set IN LISTS ARGN)
    string(REPLACE " " ";" flags "${set}")
    lint("cover points of df_node of ${LIST} with ${set}" ${flags} ${counting} --top-module df_node
      -F ${RTL}/${LIST}.f ${NODE}/cover/common.sv ${NODE}/cover/${WHEN}.sv ${NODE}/cover/${LIST}.sv)
    foreach(body SIMULATION SYNTHESIS)
      lint("df_node of ${LIST} with ${set}, bodies for ${body}" ${flags} -DDF_BODY_${body} -DDF_VIEW -DDF_STATE
        --top-module df_node -F ${RTL}/${LIST}.f)
    endforeach()
    lint("df_router of ${LIST} with ${set}" ${flags} --top-module df_router -F ${RTL}/${LIST}.f)
    lint("df_router of ${LIST} with ${set}, for synthesis" ${flags} -DDF_BODY_SYNTHESIS -DSYNTHESIS
      --top-module df_router -F ${RTL}/${LIST}.f)
  endforeach()
endfunction()

lint_routers(dragonfly front "-DDF_TERMINALS=1 -DDF_ROUTERS=2 -DDF_GLOBALS=1 -DDF_VCS=3" ${sets})
list(GET sets 0 flags)
string(REPLACE " " ";" flags "${flags}")
foreach(list plain_router plain_router_with_bug)
  lint_user_router(${list} ${flags})
endforeach()

if(ALL)
  lint("df_node with more than 64 ports" -DDF_TERMINALS=64 -DDF_STATE --top-module df_node -F ${RTL}/dragonfly.f)
endif()

lint_routers(table front "-DDF_PORTS=4 -DDF_TERMINAL_PORTS=4'h9 -DDF_NODES=3 -DDF_TERMINALS=2 -DDF_WAYS=8 -DDF_VCS=3"
  "-DDF_PORTS=7 -DDF_TERMINAL_PORTS=7'h2d -DDF_NODES=11 -DDF_TERMINALS=3 -DDF_WAYS=16 -DDF_VCS=5 -DDF_OQ_DEPTH=128"
  "-DDF_PORTS=3 -DDF_TERMINAL_PORTS=3'h1 -DDF_NODES=1 -DDF_TERMINALS=1 -DDF_WAYS=1 -DDF_VCS=1"
  "-DDF_PORTS=66 -DDF_TERMINAL_PORTS=66'h3 -DDF_NODES=64 -DDF_TERMINALS=2 -DDF_WAYS=256 -DDF_VCS=1 -DDF_OQ_DEPTH=64"
  "-DDF_PORTS=66 -DDF_TERMINAL_PORTS=66'h3 -DDF_NODES=4096 -DDF_TERMINALS=2 -DDF_WAYS=16384 -DDF_VCS=8 -DDF_OQ_DEPTH=256")
lint_routers(flattened_butterfly arrival
  "-DDF_TERMINALS=1 -DDF_DIMENSIONS=2 -DDF_SIZES=192'h002002 -DDF_PARALLEL=192'h001001 -DDF_VCS=3"
  "-DDF_TERMINALS=2 -DDF_DIMENSIONS=2 -DDF_SIZES=192'h003004 -DDF_PARALLEL=192'h002001 -DDF_PAIRED=1 -DDF_VCS=3"
  "-DDF_TERMINALS=1 -DDF_DIMENSIONS=0 -DDF_SIZES=192'h0 -DDF_PARALLEL=192'h0 -DDF_VCS=1"
  "-DDF_TERMINALS=4 -DDF_DIMENSIONS=1 -DDF_SIZES=192'h004 -DDF_PARALLEL=192'h001 -DDF_VCS=2"
  "-DDF_TERMINALS=40 -DDF_DIMENSIONS=3 -DDF_SIZES=192'h004002010 -DDF_PARALLEL=192'h001003001 -DDF_VCS=4 -DDF_OQ_DEPTH=128")
lint_routers(adaptive_table arrival "-DDF_PORTS=4 -DDF_NODES=3 -DDF_TERMINALS=2 -DDF_SETS=4 -DDF_VCS=2"
  "-DDF_PORTS=7 -DDF_NODES=11 -DDF_TERMINALS=3 -DDF_SETS=16 -DDF_VCS=5 -DDF_OQ_DEPTH=128"
  "-DDF_PORTS=3 -DDF_NODES=1 -DDF_TERMINALS=1 -DDF_SETS=1 -DDF_VCS=1"
  "-DDF_PORTS=66 -DDF_NODES=64 -DDF_TERMINALS=2 -DDF_SETS=16 -DDF_VCS=1 -DDF_OQ_DEPTH=64 -DDF_SLOW_CHANNELS=1"
  "-DDF_PORTS=66 -DDF_NODES=4096 -DDF_TERMINALS=2 -DDF_SETS=1024 -DDF_VCS=8 -DDF_OQ_DEPTH=256 -DDF_SLOW_CHANNELS=1")
lint_routers(torus arrival "-DDF_TERMINALS=1 -DDF_DIMENSIONS=2 -DDF_SIZES=192'h003002 -DDF_VCS=2"
  "-DDF_TERMINALS=2 -DDF_DIMENSIONS=3 -DDF_SIZES=192'h002005004 -DDF_VCS=3"
  "-DDF_TERMINALS=1 -DDF_DIMENSIONS=0 -DDF_SIZES=192'h0 -DDF_VCS=1"
  "-DDF_TERMINALS=1 -DDF_DIMENSIONS=1 -DDF_SIZES=192'h002 -DDF_VCS=1")

foreach(top df_router df_node)
  lint("${top} of a ring" -DDF_VIEW -DDF_STATE --top-module ${top} -F ${RTL}/../tests/own_family/ring/ring.f)
endforeach()
