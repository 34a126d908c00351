// The plain router. Names are relative to this file.
plain_router.sv
