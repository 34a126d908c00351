// For the headers that all libraries precompile.
