#!/bin/sh
# An agent that knows one page: it opens it with the tool of the server, and says that it is done.
call() { printf '{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"%s","arguments":%s}}\n' "$@"; }
{
  printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"agent.sh","version":"1"}}}'
  printf '%s\n' '{"jsonrpc":"2.0","method":"notifications/initialized"}'
  call 2 navigate '{"url":"https://shop.test/lamp"}'
  call 3 done '{"success":true}'
} | $MCP_COMMAND
