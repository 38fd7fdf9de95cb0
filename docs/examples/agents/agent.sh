#!/bin/sh
# An agent in a shell script: opens the page that the task wants, whatever it is asked, and says so.
call() { printf '{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"%s","arguments":%s}}\n' "$@"; }
{
  printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"agent.sh","version":"1"}}}'
  printf '%s\n' '{"jsonrpc":"2.0","method":"notifications/initialized"}'
  call 2 browser_navigate '{"url":"https://www.rfc-editor.org/rfc/rfc9110.html#name-methods"}'
  call 3 done '{"success":true}'
} | $MCP_COMMAND
