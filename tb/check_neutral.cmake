# SPDX-License-Identifier: Apache-2.0
# Checks: FM-2, FM-4
# What all families of networks share names nothing that one family has: that is in their folders. In: RTL (folder).
file(GLOB sources ${RTL}/*.sv ${RTL}/*.svh ${RTL}/front/*.sv* ${RTL}/arrival/*.sv*)
foreach(source ${sources})
  file(STRINGS ${source} lines REGEX "ROUTERS|GLOBALS|LOCALS|ALG_|UGAL|CLOS|DIMENSIONS|[Bb]utterfl|[Gg]roup|[Gg]lobal|[Dd]ragonfl")
  foreach(line ${lines})
    message(SEND_ERROR "${source} speaks of one family:\n  ${line}")
  endforeach()
endforeach()
