"""Tries a server's API against its own OpenAPI document, and plays a whole game with the client generated from it.

    python check.py PATH/TO/gloria [EXAMPLES [SECONDS]]

It needs `schemathesis` and `openapi-python-client`. The server is started on a free port with a database of its own and without limits
for one guest, and stopped at the end. EXAMPLES is how many requests each operation gets in the fuzzing phase (20 if nothing is said).
"""
import importlib
import json
import pathlib
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

HERE = pathlib.Path(__file__).parent
UNLIMITED = [f"--{name}=1000000" for name in ("requests", "posts", "tables", "streams-per-address", "streams-per-guest", "tables-per-guest", "tables-per-address")]


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def post(url, body):
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    return json.load(urllib.request.urlopen(request, timeout=20))


def wait(url):
    for _ in range(200):
        try:
            return urllib.request.urlopen(url, timeout=5).read()
        except OSError:
            time.sleep(0.1)
    sys.exit("the server does not answer")


def tool(name, *arguments):
    """One of the tools beside this Python; what it says is shown where it fails."""
    program = pathlib.Path(sys.executable).parent / name
    done = subprocess.run([program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        print(done.stdout)
        sys.exit(f"{name} found something")
    return done.stdout


def try_all(server, token, examples, folder):
    """Schemathesis with all its checks and phases finds nothing."""
    said = tool(
        "schemathesis", f"--config-file={HERE / 'schemathesis.toml'}", "run", f"{server}/api/v1/openapi.json",
        f"--header=Authorization: Bearer {token}", "--checks=all", "--phases=examples,coverage,fuzzing,stateful",
        f"--max-examples={examples}", "--seed=1", "--request-timeout=20", "--no-color", "--continue-on-failure",
        "--report=json", f"--report-dir={folder}",
    )
    return [line.strip() for line in said.splitlines() if "generated" in line or "passed" in line]


def play(server, folder):
    """The generated client plays a whole game of every kind, by what the answers' types say."""
    tool("openapi-python-client", "generate", f"--url={server}/api/v1/openapi.json", "--meta=none",
         f"--output-path={folder / 'gloria_api'}", "--overwrite")
    sys.path.insert(0, str(folder))
    package = importlib.import_module("gloria_api")
    models = importlib.import_module("gloria_api.models")

    def call(name):
        # A name that Python has already gets an underscore.
        for file in sorted((folder / "gloria_api" / "api").glob("*/*.py")):
            if file.stem in (name, f"{name}_"):
                return importlib.import_module(f"gloria_api.api.{file.parent.name}.{file.stem}").sync
        sys.exit(f"the generated client has no operation '{name}'")

    stranger = package.Client(base_url=server)
    token = call("tokens")(client=stranger, body=models.NewToken(name="Talos")).token
    client = package.AuthenticatedClient(base_url=server, token=token)
    told = []
    for game in call("games")(client=stranger).games:
        seats = ["me"] * max(2, game.players.min_)
        body = models.NewTable.from_dict({"game": game.name, "seats": seats})
        table = call("open")(client=client, body=body).table
        luck, moves = random.Random(7), 0
        position = call("position")(id=table, client=client)
        while position.outcome is None:
            seat = position.deciding[0]
            position = call("position")(id=table, client=client, seat=seat)
            actions = [choice.action for choice in position.legal if not choice.action.startswith(("surrender", "resign"))]
            move = models.NewMove(action=luck.choice(actions), seq=position.seq, seat=seat)
            position = call("moves")(id=table, client=client, body=move)
            if not isinstance(position, models.Position):
                sys.exit(f"{game.name}: {position}")
            moves += 1
        if position.view is None or not position.outcome.reason:
            sys.exit(f"{game.name}: the end says nothing")
        told.append(f"{game.name}: {moves} moves, won by {', '.join(position.outcome.winners) or 'nobody'}")
    return told


def main():
    binary, *rest = sys.argv[1:]
    examples = int(rest[0]) if rest else 20
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        address = f"127.0.0.1:{free_port()}"
        command = [binary, "serve", f"--listen={address}", f"--database={folder / 'tables.db'}", "--pace=0", *UNLIMITED]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            base = f"http://{address}"
            wait(f"{base}/healthz")
            for line in play(base, folder):
                print(line)
            token = post(f"{base}/api/v1/tokens", {"name": "Talos"})["token"]
            for line in try_all(base, token, examples, folder):
                print(line)
        finally:
            server.terminate()
            server.wait(20)


main()
