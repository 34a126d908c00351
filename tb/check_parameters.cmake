# Sizes that the router cannot be built with are refused, with the reason. In: VERILATOR, RTL (folder).
function(refuses FAMILY FLAGS REASON)
  separate_arguments(flags UNIX_COMMAND "${FLAGS}")
  execute_process(COMMAND ${VERILATOR} --lint-only ${flags} --top-module df_router
    -F ${RTL}/${FAMILY}.f RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(status EQUAL 0)
    message(SEND_ERROR "${FLAGS}: accepted")
  elseif(NOT text MATCHES "${REASON}")
    message(SEND_ERROR "${FLAGS}: refused without '${REASON}':\n${text}")
  endif()
endfunction()

refuses(dragonfly "-DDF_DEPTH=12" "DEPTH must be a power of two, at least 2")
refuses(dragonfly "-DDF_DEPTH=1" "DEPTH must be a power of two, at least 2")
refuses(dragonfly "-DDF_OQ_DEPTH=60" "OQ_DEPTH must be a power of two")
refuses(table "-DDF_WAYS=12" "WAYS must be a power of two")
