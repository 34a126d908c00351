# Verilator has nothing to say about the router, for every set of parameters. In: VERILATOR, RTL (folder),
# FLAG_SETS (lists of flags, separated by |).
string(REPLACE "|" ";" sets "${FLAG_SETS}")
foreach(set ${sets})
  separate_arguments(flags UNIX_COMMAND "${set}")
  foreach(top df_router df_node)
    execute_process(COMMAND ${VERILATOR} --lint-only -Wall ${flags} -DDF_VIEW -DDF_STATE --top-module ${top}
      -F ${RTL}/dragonfly.f RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
    # Later versions print what they have done.
    if(NOT status EQUAL 0 OR text MATCHES "%(Warning|Error)")
      message(SEND_ERROR "${top} with ${set}:\n${text}")
    endif()
  endforeach()
endforeach()
