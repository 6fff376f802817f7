#!/usr/bin/env bash
# Puts a proxy in front of a server as the example beside this script says (`nginx.conf`, `Caddyfile`; only ports, certificate and folders are
# other ones) and visits it as a browser does, by HTTP/2 over TLS: a page, a post, ten streams; and as somebody who lies about who they are.
# `bash packaging/trial-proxy.sh nginx|caddy BINARY PORT STATUS_PORT TLS_PORT OTHER_PORT`.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
. "$here/ask.sh"
kind=$1 binary=$(realpath "$2") port=$3 status=$4 tls=$5 other=$6
site=play.example.org

base=$(mktemp -d)
server= proxy= streams=
finish() {
    for process in $streams $proxy $server; do kill "$process" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$base"
}
trap finish EXIT
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "/CN=$site" -addext "subjectAltName=DNS:$site" \
    -keyout "$base/key.pem" -out "$base/cert.pem" 2>/dev/null

"$binary" serve --listen "127.0.0.1:$port" --status "127.0.0.1:$status" --database "$base/gloria.db" --proxy 127.0.0.1 \
    --log info --log-format json --log-addresses >/dev/null 2>"$base/log" &
server=$!
ready "$status"

case $kind in
nginx)
    {
        echo "daemon off; pid $base/pid; error_log $base/complaints; events {} http { access_log off;"
        for kept in client_body proxy fastcgi uwsgi scgi; do echo "${kept}_temp_path $base/$kept;"; done
        sed -e "s|/etc/letsencrypt/live/$site/fullchain.pem|$base/cert.pem|" -e "s|/etc/letsencrypt/live/$site/privkey.pem|$base/key.pem|" \
            -e "s|127.0.0.1:8080|127.0.0.1:$port|" -e "s|listen 443 |listen 127.0.0.1:$tls |" -e "s|listen 80;|listen 127.0.0.1:$other;|" \
            "$here/nginx.conf"
        echo "}"
    } >"$base/nginx.conf"
    if [ "$(id -u)" = 0 ]; then sed -i '1s/^/user root; /' "$base/nginx.conf"; fi
    nginx -c "$base/nginx.conf" -p "$base" -e "$base/complaints" 2>/dev/null &
    ;;
caddy)
    {
        printf '{\n\tadmin off\n\tauto_https off\n\thttp_port %s\n\thttps_port %s\n}\n' "$other" "$tls"
        sed -e "s|^$site {|https://$site:$tls {\n\ttls $base/cert.pem $base/key.pem|" -e "s|127.0.0.1:8080|127.0.0.1:$port|" \
            -e "s|health_port 9180|health_port $status|" "$here/Caddyfile"
    } >"$base/Caddyfile"
    HOME=$base XDG_DATA_HOME=$base XDG_CONFIG_HOME=$base caddy run --config "$base/Caddyfile" --adapter caddyfile 2>"$base/complaints" &
    ;;
*) complain "there is no example for $kind" ;;
esac
proxy=$!

# A browser at 127.0.0.5 that knows the site by its name.
visit() {
    curl --silent --show-error --max-time 60 --http2 --cacert "$base/cert.pem" --resolve "$site:$tls:127.0.0.1" --interface 127.0.0.5 \
        --cookie "$base/cookies" --cookie-jar "$base/cookies" "$@"
}
url=https://$site:$tls
for _ in $(seq 100); do
    if visit --output /dev/null "$url/healthz" 2>/dev/null; then break; fi
    sleep 0.1
done

rm -f "$base/cookies"
head=$(visit --dump-header - --output /dev/null "$url/")
case $head in HTTP/2\ 200*) ;; *) complain "the front page is not shown by HTTP/2: $head $(tail -n 3 "$base/complaints")" ;; esac
printf '%s' "$head" | grep -iq '^set-cookie: .*; Secure' || complain "the cookie is not secure: $head"
printf '%s' "$head" | grep -iq '^strict-transport-security:' || complain "nothing says that it must be HTTPS: $head"

# A post is ours by its origin; what another site's page sends is refused.
said=$(visit --output /dev/null --write-out '%{http_code} %{redirect_url}' --header "Origin: $url" --data '' "$url/quick/glory-to-rome")
case $said in "303 $url/t/"*) ;; *) complain "no table could be opened: $said" ;; esac
table=${said#303 }
foreign=$(visit --output /dev/null --write-out '%{http_code}' --header 'Origin: https://evil.example' --data '' "$url/quick/glory-to-rome")
[ "$foreign" = 403 ] || complain "a foreign page's post is answered $foreign"

# Ten streams; what is said at the table comes by each of them at once, and the end of the server ends them.
for number in $(seq 10); do
    visit --no-buffer "$table/live?seat=A" >"$base/stream$number" 2>/dev/null &
    streams="$streams $!"
done
for number in $(seq 10); do
    for _ in $(seq 100); do
        if [ -s "$base/stream$number" ]; then break; fi
        sleep 0.05
    done
done
# Whoever says that they come for somebody else is known by where they really are.
visit --output /dev/null --header "Origin: $url" --header 'X-Forwarded-For: 1.2.3.4' --header 'Forwarded: for=1.2.3.4' \
    --data 'text=halloo' "$table/chat"
for number in $(seq 10); do
    heard=no
    for _ in $(seq 60); do
        if grep -q halloo "$base/stream$number"; then heard=yes && break; fi
        sleep 0.05
    done
    [ $heard = yes ] || complain "stream $number does not come through"
done
grep -q '"address":"127.0.0.5"' "$base/log" || complain "the visitor's address does not come through: $(tail -n 2 "$base/log")"
bare() { curl --silent --show-error --max-time 20 --interface 127.0.0.6 --header 'X-Forwarded-For: 1.2.3.4' --header 'X-Forwarded-Proto: https' "$@"; }
if bare --dump-header - --output /dev/null "http://127.0.0.1:$port/" | grep -i '^set-cookie' | grep -q Secure; then
    complain "somebody who is no proxy is believed"
fi
bare --output /dev/null --data '' "http://127.0.0.1:$port/quick/glory-to-rome"
grep -q '"address":"127.0.0.6"' "$base/log" || complain "a direct visitor's address is not told"
if grep -q '1\.2\.3\.4' "$base/log"; then complain "a lie about an address was believed"; fi
# Connections that the server has now: the kernel's list, in its hexadecimal words.
connections=$(awk -v port="$(printf ':%04X' "$port")" '$2 ~ port"$" && $4 == "01"' /proc/net/tcp | wc -l)
kill -TERM "$server"
wait "$server" || complain "the server did not end well"
server=
for process in $streams; do wait "$process" || true; done
streams=
echo "   $kind: page, post, ten streams (over $connections connections to the server), secure cookies, nobody believed who is not named"
