// SPDX-License-Identifier: Apache-2.0
// What route units that decide on arrival have in common, for the process that gives the candidates.
`ifndef DF_CANDIDATES_SVH
`define DF_CANDIDATES_SVH

// At its start: nothing is said of any port. K: a loop variable.
`define DF_NO_CANDIDATES(K) \
  salt_ip_o = '0; \
  `DF_UNUSED_WORDS(valid_ip_o, K, df_pkg::PORTS_2N) \
  `DF_UNUSED_WORDS(compared_ip_o, K, df_pkg::PORTS_2N) \
  `DF_UNUSED_WORDS(set_cand_o, K, df_pkg::CANDS_2N) \
  `DF_UNUSED_WORDS(standard_cand_o, K, df_pkg::CANDS_2N) \
  `DF_UNUSED_WORDS(offer_cand_o, K, df_pkg::CANDS_2N)

// A port whose only candidate is a set of outputs on a VC, minimal; the packet goes on with this salt.
`define DF_ONLY_CANDIDATE(IP, SET, VC, SALT) \
  `DF_WORD(valid_ip_o, 1, `DF_NUMBER(IP, df_pkg::PORT_W)) = 1'b1; \
  `DF_WORD(compared_ip_o, 1, `DF_NUMBER(IP, df_pkg::PORT_W)) = 1'b0; \
  `DF_WORD(set_cand_o, df_pkg::PORTS, `DF_CANDIDATE_OF(IP, 0)) = SET; \
  `DF_WORD(standard_cand_o, df_pkg::PORTS, `DF_CANDIDATE_OF(IP, 0)) = '0; \
  `DF_WORD(offer_cand_o, df_pkg::OFFER_W, `DF_CANDIDATE_OF(IP, 0)) = \
      {df_pkg::WEIGHT_W'(1), {df_pkg::BIAS_W{1'b0}}, VC, 1'b0, {df_pkg::MID_W{1'b0}}}; \
  salt_ip_o[IP*df_pkg::SALT_W+:df_pkg::SALT_W] = SALT;

`endif
