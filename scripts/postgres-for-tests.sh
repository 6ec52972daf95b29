#!/bin/sh
# A throwaway PostgreSQL cluster for the store tests, on loopback only (Debian or Ubuntu, as root).
#
#   export ASSAY_TEST_POSTGRES_URL="$(scripts/postgres-for-tests.sh start)"
#   pytest tests/store
#   scripts/postgres-for-tests.sh stop
#
# PORT (default 55432) chooses the port. Nothing of an existing cluster is touched.
set -eu

port="${PORT:-55432}"
home="${TMPDIR:-/tmp}/assay-postgres-$port"

as_postgres() {
    su postgres -s /bin/sh -c "$1"
}

programs() {
    if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
        DEBIAN_FRONTEND=noninteractive apt-get install -y -q postgresql >&2
    fi
    ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1
}

start() {
    bin="$(programs)"
    password="$(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')"
    install -d -m 700 -o postgres "$home"
    printf '%s' "$password" > "$home/password"
    chown postgres "$home/password"
    as_postgres "$bin/initdb -D $home/data -A scram-sha-256 --pwfile=$home/password -E UTF8 --locale=C.UTF-8" >&2
    as_postgres "$bin/pg_ctl -D $home/data -l $home/log -w start \
        -o '-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories=$home -c fsync=off'" >&2
    echo "postgresql://postgres:$password@127.0.0.1:$port/postgres"
}

stop() {
    as_postgres "$(programs)/pg_ctl -D $home/data -m immediate stop" >&2
    rm -rf "$home"
}

case "${1:-}" in
    start) start ;;
    stop) stop ;;
    *) echo "usage: $0 start|stop" >&2; exit 2 ;;
esac
