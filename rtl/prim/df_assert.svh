// Claims: about registers in each cycle, and about parameters at elaboration.
`ifndef DF_ASSERT_SVH
`define DF_ASSERT_SVH

// A claim about registers at each clock edge outside reset in which GUARD holds. NAME identifies it in messages and in
// the waveform; MSG says what is wrong when it fails. The guard keeps the cost of a claim to the cycles in which
// something happens. Every simulator that knows immediate assertions checks it; synthesis leaves it out, and formal
// tools are given it as theirs. That names are of tools' kinds and not of tools is the convention: who synthesizes
// defines SYNTHESIS, as Yosys does of itself.
`ifdef FORMAL
`define DF_ASSERT_IF(NAME, GUARD, COND, MSG) \
  always @(posedge clk_i) if (!rst_i && (GUARD)) begin \
    assert (COND); \
  end
`elsif SYNTHESIS
`define DF_ASSERT_IF(NAME, GUARD, COND, MSG)
`else
// The claim is looked at first and only then whether assertions are switched on: a claim that holds, as nearly
// all do, costs no more than itself.
`define DF_ASSERT_IF(NAME, GUARD, COND, MSG) \
  always_ff @(posedge clk_i) if ((GUARD) && !(COND) && !rst_i) begin \
    NAME : assert (1'b0) else $error("%s: %s", `"NAME`", MSG); \
  end
`endif

// The same for a claim that is always worth checking.
`define DF_ASSERT(NAME, COND, MSG) `DF_ASSERT_IF(NAME, 1'b1, COND, MSG)

// An illegal combination of parameters, refused at elaboration with MSG.
`define DF_PARAMETER_CHECK(NAME, COND, MSG) \
  if (!(COND)) begin : NAME \
    $error(MSG); \
  end

`endif
