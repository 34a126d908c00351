# What all families of networks share names nothing that one family has: that is in the folders of rtl/. In: RTL
# (folder).
file(GLOB sources ${RTL}/*.sv ${RTL}/*.svh)
foreach(source ${sources})
  file(STRINGS ${source} lines REGEX "ROUTERS|GLOBALS|LOCALS|ALG_|UGAL|[Gg]roup|[Gg]lobal|[Dd]ragonfl")
  foreach(line ${lines})
    message(SEND_ERROR "${source} speaks of one family:\n  ${line}")
  endforeach()
endforeach()
