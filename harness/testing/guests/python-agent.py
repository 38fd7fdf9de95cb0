"""
A scripted agent in Python. It first does what the example agent in its first argument does with the links in its last
arguments, and then ends as its second argument says.
"""
import os
import runpy
import signal
import subprocess
import sys
import time

_, example, end, *links = sys.argv
for name in ("HOME", "TMPDIR"):
    with open(os.path.join(os.environ[name], "left-behind.txt"), "w") as file:
        file.write("a profile")
sys.argv = [example, *links]
runpy.run_path(example)
print("all links are clicked", flush=True)
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
if end == "takes-all-memory":
    taken = []
    while True:
        taken.append(bytearray(64_000_000))
