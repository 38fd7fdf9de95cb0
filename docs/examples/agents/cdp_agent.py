"""An agent in Python, without a library: it attaches to the open page over DevTools and clicks links by their text."""
import base64, json, os, socket, struct, sys, urllib.parse


class Browser:
    """The DevTools protocol over a WebSocket: one JSON message in each frame."""

    def __init__(self, address):
        url = urllib.parse.urlsplit(address)
        self.socket = socket.create_connection((url.hostname, url.port))
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {url.path} HTTP/1.1\r\nHost: {url.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self.stream = self.socket.makefile("rb")
        while self.stream.readline().strip():
            pass
        self.number = 0

    def send(self, method, session=None, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        data = json.dumps({**message, **({"sessionId": session} if session else {})}).encode()
        length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        self.socket.sendall(b"\x81" + length + b"\0\0\0\0" + data)
        while True:
            answer = json.loads(self.read())
            if answer.get("id") == self.number:
                return answer.get("result", {})

    def read(self):
        whole = b""
        while True:
            first, length = self.stream.read(2)
            if length == 126:
                (length,) = struct.unpack(">H", self.stream.read(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self.stream.read(8))
            whole += self.stream.read(length)
            if first & 0x80:
                return whole


def click(browser, session, text):
    """Finds the link in the page by a script, which is a look, and clicks its middle, which is an act."""
    where = """(text => {
      const link = [...document.links].find(link => link.textContent.trim() === text);
      link?.scrollIntoView();
      const box = link?.getBoundingClientRect();
      return box && [box.left + box.width / 2, box.top + box.height / 2];
    })"""
    found = browser.send("Runtime.evaluate", session, expression=f"{where}({json.dumps(text)})", returnByValue=True)
    place = found["result"].get("value")
    if place is None:
        raise LookupError(f"no link {text}")
    for kind in ("mousePressed", "mouseReleased"):
        point = {"x": place[0], "y": place[1], "button": "left", "clickCount": 1}
        browser.send("Input.dispatchMouseEvent", session, type=kind, **point)


def wait(browser, session):
    """Waits until the page has loaded."""
    while True:
        state = browser.send("Runtime.evaluate", session, expression="document.readyState", returnByValue=True)
        if state.get("result", {}).get("value") == "complete":
            return


browser = Browser(os.environ["BROWSER_WS"])
pages = [each for each in browser.send("Target.getTargets")["targetInfos"] if each["type"] == "page"]
session = browser.send("Target.attachToTarget", targetId=pages[0]["targetId"], flatten=True)["sessionId"]
for text in sys.argv[1:]:
    wait(browser, session)
    click(browser, session, text)
with open(os.environ["ANSWER_FILE"], "w") as file:
    json.dump({"success": True, "steps": len(sys.argv) - 1}, file)
