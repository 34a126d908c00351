// Included by sample.sv.
`define SAMPLE_DEPTH 4
