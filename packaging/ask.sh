# For the trials: asks a server on this machine, with nothing but bash.

# ask PORT METHOD PATH [BODY [TOKEN]]: the status and the body.
ask() {
    local port=$1 method=$2 path=$3 body=${4:-} token=${5:-}
    exec 3<>"/dev/tcp/127.0.0.1/$port" || return 1
    printf '%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s' \
        "$method" "$path" "$token" "${#body}" "$body" >&3
    local answer
    answer=$(cat <&3)
    exec 3<&-
    printf '%s %s' "$(printf '%s' "$answer" | head -n 1 | cut -d ' ' -f 2)" "$(printf '%s' "$answer" | sed '1,/^\r$/d')"
}

# Waits until the server at this status port is ready.
ready() {
    for _ in $(seq 100); do
        if [ "$(ask "$1" GET /readyz 2>/dev/null || true)" = "200 ready" ]; then
            return 0
        fi
        sleep 0.1
    done
    complain "the server is not ready after ten seconds"
}

# The value of a key in flat JSON.
value() {
    sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"
}

complain() {
    echo "trial: $*" >&2
    exit 1
}
