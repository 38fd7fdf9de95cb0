"""An agent in Python, without a library: opens the address that its goal names, or follows the link nearest to it."""
import json, os, re, subprocess

door = subprocess.Popen(os.environ["MCP_COMMAND"], shell=True, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
number = 0


def send(**message):
    door.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    door.stdin.flush()


def ask(method, params):
    global number
    number += 1
    send(id=number, method=method, params=params)
    for line in door.stdout:
        message = json.loads(line)
        if message.get("id") == number:
            return message["result"]


def call(tool, **arguments):
    answer = ask("tools/call", {"name": tool, "arguments": arguments})
    return "\n".join(block.get("text", "") for block in answer["content"])


client = {"name": "agent.py", "version": "1"}
ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client})
send(method="notifications/initialized")
named = re.search(r"https?://[^\s,]+", os.environ["GOAL"])
links = []
if named:
    call("browser_navigate", url=named[0])
else:
    words = set(re.findall(r"\w+", os.environ["GOAL"].lower()))
    links = re.findall(r'link "([^"]*)" \[ref=(\w+)\]', call("browser_snapshot"))
    if links:
        name, ref = max(links, key=lambda link: len(words & set(re.findall(r"\w+", link[0].lower()))))
        call("browser_click", target=ref, element=name)
call("done", success=bool(named or links))
