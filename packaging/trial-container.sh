#!/usr/bin/env bash
# Builds the container of the Containerfile with `buildah`, starts it, asks it, opens a table and stops it; nothing of it is left afterwards.
# Of a binary that is not static, what it is linked with is put in too. As root: `bash packaging/trial-container.sh BINARY PORT STATUS_PORT`.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
. "$here/ask.sh"
binary=$(realpath "$1") port=$2 status=$3

base=$(mktemp -d)
mkdir "$base"/{context,games}
build() { buildah --root "$base/storage" --runroot "$base/running" --storage-driver vfs "$@"; }
server=
finish() {
    if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi
    build rm --all >/dev/null 2>&1 || true
    rm -rf "$base"
}
trap finish EXIT

cp "$binary" "$base/context/gloria"
cp "$here/Containerfile" "$base/context/Containerfile"
linked=0
if ldd "$binary" >/dev/null 2>&1; then
    for file in $(ldd "$binary" | grep -o '/[^ ]*'); do
        mkdir -p "$base/context/libraries/$(dirname "$file")"
        cp -L "$file" "$base/context/libraries/$file"
        linked=$((linked + 1))
    done
fi
# A static binary may call itself linked, with nothing.
if [ $linked != 0 ]; then sed -i 's|^COPY gloria /gloria$|&\nCOPY libraries/ /|' "$base/context/Containerfile"; fi
build bud --isolation chroot --tag gloria --file "$base/context/Containerfile" "$base/context" >/dev/null 2>&1 ||
    complain "the container can't be built"
container=$(build from gloria)
# What it starts is what the image says.
start=$(build inspect --format '{{.OCIv1.Config.Entrypoint}} {{.OCIv1.Config.Cmd}}' "$container" | tr -d '[]')
[ "$start" = "/gloria serve" ] || complain "it would start '$start'"
chown 10000:10000 "$base/games"
# shellcheck disable=SC2086
build run --isolation chroot --env GLORIA_LISTEN=127.0.0.1:"$port" --env GLORIA_STATUS=127.0.0.1:"$status" \
    --volume "$base/games:/var/lib/gloria" "$container" -- $start >/dev/null 2>"$base/said" &
server=$!
ready "$status"
[ "$(ask "$port" GET /healthz)" = "200 ok" ] || complain "/healthz does not answer"
token=$(ask "$port" POST /api/tokens '{"name":"Ann"}' | value token)
table=$(ask "$port" POST /api/tables '{"game":"glory-to-rome","seats":["me","me"]}' "$token" | value table)
[ -n "$table" ] || complain "no table could be opened"
# The server itself, below buildah's own processes, is told to stop as STOPSIGNAL says.
process=$server
while below=$(pgrep --parent "$process" | head -n 1) && [ -n "$below" ]; do process=$below; done
[ "$(stat -c %u "/proc/$process")" = 10000 ] || complain "the server is not run by user 10000"
kill -s "$(sed -n 's/^STOPSIGNAL //p' "$here/Containerfile")" "$process"
wait "$server" || complain "the server did not end well: $(tail -n 3 "$base/said")"
server=
[ "$(stat -c %u:%a "$base/games/gloria.db")" = 10000:600 ] || complain "there is no database, or it is not the server's alone"
size=$(stat -c %s "$binary")
echo "   container built (binary of $((size / 1000000)) MB, libraries beside it: $linked), started, asked, a table opened, stopped"
