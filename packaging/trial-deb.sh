#!/usr/bin/env bash
# Installs, starts, upgrades and removes the Debian package in a copy of this system that is thrown away afterwards (an overlay in a mount
# namespace of its own: `unshare --mount bash packaging/trial-deb.sh OLD.deb NEW.deb PORT STATUS_PORT`, as root). The real system is only read.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
. "$here/ask.sh"
old=$(realpath "$1") new=$(realpath "$2") port=$3 status=$4

base=$(mktemp -d)
mount -t tmpfs -o size=1g tmpfs "$base"
mkdir "$base"/{changed,work,root}
root=$base/root
mount -t overlay -o "lowerdir=/,upperdir=$base/changed,workdir=$base/work" overlay "$root"
mount --rbind /dev "$root/dev"
mount --bind /proc "$root/proc"
mkdir -p "$root/trial"
cp "$old" "$root/trial/old.deb"
cp "$new" "$root/trial/new.deb"
server=
finish() {
    if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi
}
trap finish EXIT

inside() { DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"; }

# As the unit says, but at ports of our own.
start() {
    local unit=$root/usr/lib/systemd/system/gloria.service
    local user command folder
    user=$(sed -n 's/^User=//p' "$unit")
    command=$(sed -n 's/^ExecStart=//p' "$unit")
    folder=$(sed -n 's/^WorkingDirectory=//p' "$unit")
    GLORIA_LISTEN=127.0.0.1:$port GLORIA_STATUS=127.0.0.1:$status \
        chroot --userspec="$user:$user" "$root" sh -c "cd $folder && umask 077 && exec $command" >/dev/null &
    server=$!
    ready "$status"
}

stop() {
    kill -TERM "$server"
    wait "$server" || complain "the server did not end well"
    server=
}

inside dpkg --install /trial/old.deb >/dev/null
[ "$(inside stat -c %U:%G:%a /etc/gloria/gloria.toml)" = root:gloria:640 ] ||
    complain "the configuration is not as secret as it should be"
[ "$(inside stat -c %U:%a /var/lib/gloria)" = gloria:700 ] || complain "/var/lib/gloria is not the server's alone"
start
token=$(ask "$port" POST /api/tokens '{"name":"Ann"}' | value token)
table=$(ask "$port" POST /api/tables '{"game":"glory-to-rome","seats":["me","me"]}' "$token" | value table)
[ -n "$table" ] || complain "no table could be opened"
stop
[ "$(inside stat -c %U:%a /var/lib/gloria/gloria.db)" = gloria:600 ] || complain "the database is not the server's alone"
echo "posts = 11" >>"$root/etc/gloria/gloria.toml"

inside dpkg --install /trial/new.deb >/dev/null
inside gloria serve --config /etc/gloria/gloria.toml --check | grep -q '^posts = 11 .*from the file' ||
    complain "what the operator set is gone after the upgrade"
start
[ "$(ask "$port" GET "/api/tables/$table?seat=A" '' "$token" | cut -c1-3)" = 200 ] || complain "the table is gone after the upgrade"
stop

inside dpkg --remove gloria >/dev/null
[ ! -e "$root/usr/bin/gloria" ] && [ ! -e "$root/usr/lib/systemd/system/gloria.service" ] || complain "something is left of the program"
[ -e "$root/etc/gloria/gloria.toml" ] || complain "removing took the configuration too"
inside dpkg --purge gloria >/dev/null
[ ! -e "$root/etc/gloria" ] || complain "purging left the configuration"
[ -s "$root/var/lib/gloria/gloria.db" ] || complain "purging took the games"
echo "   installed, started, upgraded, started again, removed and purged"
