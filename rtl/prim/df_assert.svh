// SPDX-License-Identifier: Apache-2.0
// Claims: about registers in each cycle, and about parameters at elaboration.
`ifndef DF_ASSERT_SVH
`define DF_ASSERT_SVH

// Every simulator that knows immediate assertions checks claims; synthesis leaves them out, and formal tools are given
// them as theirs. That the names below are of kinds of tools, and not of tools, is the convention: who synthesizes defines
// SYNTHESIS, as Yosys does of itself.
//
// With DF_NO_ASSERTIONS a simulation has none either: `dragonfly run` leaves them out of RTL that the tests have passed.
//
// Claims about registers at each clock edge outside reset in which GUARD holds, between `DF_CLAIMS_IF(GUARD) and
// `DF_CLAIMS_END. NAME identifies a claim in messages and in the waveform; MSG says what is wrong when it fails. The
// guard keeps the cost of claims to the cycles in which something happens; Verilator jumps over them only if there are
// several, otherwise it evaluates both sides of an &&. A claim is looked at first, and only then whether assertions are
// switched on: one that holds, as nearly all do, costs no more than itself. An unknown value (x) does not hold.
`ifdef DF_NO_ASSERTIONS
`define DF_CLAIMS_IF(GUARD)
`define DF_CLAIM(NAME, COND, MSG)
`define DF_CLAIMS_END
`elsif FORMAL
`define DF_CLAIMS_IF(GUARD) always @(posedge clk_i) if (!rst_i && (GUARD)) begin
`define DF_CLAIM(NAME, COND, MSG) assert (COND);
`define DF_CLAIMS_END end
`elsif SYNTHESIS
`define DF_CLAIMS_IF(GUARD)
`define DF_CLAIM(NAME, COND, MSG)
`define DF_CLAIMS_END
`else
`define DF_CLAIMS_IF(GUARD) always_ff @(posedge clk_i) if ((GUARD) !== 1'b0) begin
`define DF_CLAIM(NAME, COND, MSG) \
  if ((COND) !== 1'b1 && rst_i === 1'b0) begin : NAME \
    assert (1'b0) else $error("%s: %s", `"NAME`", MSG); \
  end
`define DF_CLAIMS_END end
`endif

// One claim, with a guard or always worth checking.
`define DF_ASSERT_IF(NAME, GUARD, COND, MSG) \
  `DF_CLAIMS_IF((GUARD) !== 1'b0 && (COND) !== 1'b1) \
    `DF_CLAIM(NAME, 1'b0, MSG) \
  `DF_CLAIMS_END
// The same for a claim that is always worth checking.
`define DF_ASSERT(NAME, COND, MSG) `DF_ASSERT_IF(NAME, 1'b1, COND, MSG)

// An illegal combination of parameters, refused at elaboration with MSG.
`define DF_PARAMETER_CHECK(NAME, COND, MSG) \
  if (!(COND)) begin : NAME \
    $error(MSG); \
  end

`endif
