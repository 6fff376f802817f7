"""A bot in Python: opens a table against a bot and takes any legal action.

    python3 examples/client.py http://127.0.0.1:8080
"""
import json
import random
import sys
import urllib.request

SERVER = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
TOKEN = None


def call(path, body=None):
    headers = {"Content-Type": "application/json"}
    if TOKEN:
        headers["Authorization"] = "Bearer " + TOKEN
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(SERVER + path, data, headers), timeout=60)


TOKEN = json.load(call("/api/v1/tokens", {"name": "Talos"}))["token"]
level = json.load(call("/api/v1/games"))["levels"][0]
table = json.load(call("/api/v1/tables", {"game": "glory-to-rome", "seats": ["me", "bot:" + level]}))["table"]
for line in call(f"/api/v1/tables/{table}/events"):  # one position a line, whenever the table changes
    if not line.strip():
        continue  # nothing has changed: the server only shows that it is still there
    position = json.loads(line)
    if position["outcome"]:
        print("winners:", position["outcome"]["winners"], "because", position["outcome"]["reason"])
        break
    legal = [choice["action"] for choice in position["legal"] if not choice["action"].startswith("surrender")]
    if legal:
        call(f"/api/v1/tables/{table}/moves", {"action": random.choice(legal), "seq": position["seq"]}).read()
