#!/usr/bin/env bash
# Starts a binary where there is nothing else: an empty folder as its whole system, a user without a name, the environment of the
# Containerfile. Of a binary that is not static, what it is linked with is there too. As root:
# `bash packaging/trial-scratch.sh BINARY PORT STATUS_PORT`.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
. "$here/ask.sh"
binary=$(realpath "$1") port=$2 status=$3

root=$(mktemp -d)
chmod 755 "$root"
server=
finish() {
    if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi
    rm -rf "$root"
}
trap finish EXIT
cp "$binary" "$root/gloria"
linked=0
if ldd "$binary" >/dev/null 2>&1; then
    for file in $(ldd "$binary" | grep -o '/[^ ]*'); do
        mkdir -p "$root/$(dirname "$file")"
        cp -L "$file" "$root/$file"
        linked=$((linked + 1))
    done
fi
mkdir -p "$root/var/lib/gloria"
chown 10000:10000 "$root/var/lib/gloria"
environment=$(sed -n 's/^ENV //p' "$here/Containerfile")
# shellcheck disable=SC2086
env --ignore-environment $environment GLORIA_LISTEN=127.0.0.1:"$port" GLORIA_STATUS=127.0.0.1:"$status" \
    "$(command -v chroot)" --userspec=10000:10000 "$root" /gloria serve >/dev/null &
server=$!
ready "$status"
[ "$(ask "$port" GET / | cut -c1-3)" = 200 ] || complain "the front page is not shown"
kill -TERM "$server"
wait "$server" || complain "the server did not end well"
server=
[ -s "$root/var/lib/gloria/gloria.db" ] || complain "there is no database"
echo "   started in an empty system (libraries beside it: $linked), served and stopped"
