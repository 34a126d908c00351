# SPDX-License-Identifier: Apache-2.0
# Tiers of tests (scripts/test): quick, full, nightly, release; each runs those before it, too. A test belongs to the first
# tier that runs it, which is its CTest label; the target tests_TIER builds what the tests of a tier need.
set(dragonfly_tiers quick full nightly release)
foreach(tier ${dragonfly_tiers})
  add_custom_target(tests_${tier})
  if(lower)
    add_dependencies(tests_${tier} tests_${lower})
  endif()
  set(lower ${tier})
endforeach()

# dragonfly_tier(TIER TESTS test... [TARGETS target...] [REPLACED]): puts tests into a tier, and names the targets to build
# for them. REPLACED: they are a sample; from nightly on, something that does the whole takes their place.
function(dragonfly_tier TIER)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "REPLACED" "" "TESTS;TARGETS")
  if(NOT TIER IN_LIST dragonfly_tiers)
    message(FATAL_ERROR "the tier of ${ARG_TESTS} is '${TIER}'; allowed: ${dragonfly_tiers}")
  endif()
  set(labels ${TIER})
  if(ARG_REPLACED)
    list(APPEND labels sample)
  endif()
  set_tests_properties(${ARG_TESTS} PROPERTIES LABELS "${labels}")
  if(ARG_TARGETS)
    add_dependencies(tests_${TIER} ${ARG_TARGETS})
  endif()
endfunction()
