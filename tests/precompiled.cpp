// For the headers that all tests precompile.
