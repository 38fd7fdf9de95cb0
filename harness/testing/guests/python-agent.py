"""
A scripted agent in Python. It first does what the example agent in its first argument does with the links in its last
arguments, unless its second argument says that it ends before. Then it ends as its second argument says.
"""
import json
import os
import runpy
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

_, example, end, *links = sys.argv
for name in ("HOME", "TMPDIR"):
    with open(os.path.join(os.environ[name], "left-behind.txt"), "w") as file:
        file.write("a profile")
print("its folders:", os.environ["HOME"], file=sys.stderr, flush=True)
if end == "crashes-at-once":
    raise ModuleNotFoundError("no library")
if end == "does-nothing":
    time.sleep(600)
sys.argv = [example, *links]
agent = runpy.run_path(example)
browser, session = agent["browser"], agent["session"]
print("all links are clicked", flush=True)


def read(expression):
    """A look: the value of an expression in the loaded page."""
    agent["wait"](browser, session)
    answer = browser.send("Runtime.evaluate", session, expression=expression, returnByValue=True)
    return answer["result"].get("value")


def report(answer):
    with open(os.environ["ANSWER_FILE"], "w") as file:
        json.dump({"success": True, "answer": answer}, file)


def acts_left():
    with urllib.request.urlopen(os.environ["COUNTS_URL"]) as answer:
        counts = json.load(answer)
    print("counts:", json.dumps(counts), flush=True)
    return counts["maxActs"] - counts["acts"]


if end == "types":
    for letter in "goal":
        for key in ({"type": "keyDown", "key": letter}, {"type": "char", "text": letter}, {"type": "keyUp", "key": letter}):
            browser.send("Input.dispatchKeyEvent", session, **key)
    answer = None
    while answer is None:
        answer = read("document.querySelector('#answer')?.textContent")
    report(answer)
if end == "plans":
    while acts_left() > 0:
        for _ in range(min(3, acts_left())):
            agent["click"](browser, session, "Stay")
    report("42 metres")
if end == "presses-on":
    where = read("(({ x, y }) => ({ x: x + 2, y: y + 2 }))(document.links[0].getBoundingClientRect())")
    browser.send("Input.dispatchMouseEvent", session, type="mousePressed", button="left", clickCount=1, **where)
if end == "scripts-on":
    read("void (location = '/goal')")
    read("document.title")
if end == "crashes":
    raise ValueError("the list of elements is empty")
if end == "is-killed":
    os.kill(os.getpid(), signal.SIGKILL)
if end == "hangs":
    subprocess.Popen([sys.executable, "-c", "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(600)"])
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(600)
while end == "floods":
    sys.stdout.write("x" * 1_000_000 + "\n")
while end == "asks-on":
    asked = {"model": os.environ["MODEL"], "max_tokens": 1000, "messages": [{"role": "user", "content": os.environ["GOAL"]}]}
    headers = {"content-type": "application/json", "x-api-key": os.environ["ANTHROPIC_API_KEY"], "anthropic-version": "2023-06-01"}
    address = os.environ["ANTHROPIC_BASE_URL"] + "/v1/messages"
    try:
        urllib.request.urlopen(urllib.request.Request(address, json.dumps(asked).encode(), headers)).read()
    except urllib.error.HTTPError as error:
        print("refused:", error.code, flush=True)
if end == "takes-all-memory":
    taken = []
    while True:
        taken.append(bytearray(64_000_000))
