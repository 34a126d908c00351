// SPDX-License-Identifier: Apache-2.0
// For the headers that all tests precompile.
