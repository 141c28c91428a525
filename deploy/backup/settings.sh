#!/usr/bin/env bash
# Settings of the backup scripts; sourced by each of them.
# PGBACKREST_CONFIG  pgBackRest's configuration (/etc/pgbackrest.conf); it takes each setting from the environment, too
# PGBIN              folder of PostgreSQL's programs, where they are not on the PATH
# OPS                command of the operator's tool, for `rehearse` and `objects`
# BACKUP_METRICS     folder of node_exporter's textfile collector: when each step last succeeded (alerts BackupOld, RehearsalOld)
# POSTGRES_ACCOUNT   account that runs the copy when root rehearses (postgres)
set -euo pipefail

export PGBACKREST_CONFIG="${PGBACKREST_CONFIG:-/etc/pgbackrest.conf}" PGBACKREST_STANZA=fairtick
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
ROOT="$(cd "$HERE/../.." && pwd)"
if [ -x "$ROOT/bin/node" ]; then NODE="$ROOT/bin/node"; else NODE=node; fi
OPS="${OPS:-$NODE $ROOT/dist/server/ops.js}"
if [ -n "${PGBIN:-}" ]; then PATH="$PGBIN:$PATH"; fi

fail() {
  echo "backup: $*" >&2
  exit 1
}

# note FIGURE VALUE [FILE]: for the alerts.
note() {
  [ -n "${BACKUP_METRICS:-}" ] || return 0
  local to="$BACKUP_METRICS/${3:-$1}.prom"
  printf '%s %s\n' "$1" "$2" >"$to.unfinished"
  chmod 644 "$to.unfinished"
  mv "$to.unfinished" "$to"
}

# Notes that a step has just succeeded: base, rehearsal or objects.
note_success() {
  note "fairtick_backup_timestamp_seconds{step=\"$1\"}" "$(date +%s)" "fairtick_backup_$1"
}

# of NAME DEFAULT: how pgBackRest reaches PostgreSQL here.
of() {
  local environment="PGBACKREST_PG1_${1^^}" value
  environment="${environment//-/_}"
  value="${!environment:-$(sed -n "s/^pg1-$1=//p" "$PGBACKREST_CONFIG")}"
  echo "${value:-$2}"
}

# here SQL: the rows of a statement, as the account that pgBackRest uses.
here() {
  psql --host="$(of socket-path /var/run/postgresql)" --port="$(of port 5432)" --username="$(of user postgres)" --dbname=postgres \
    --no-psqlrc --tuples-only --no-align --command="$1"
}

# PostgreSQL refuses to run as root.
as_postgres() {
  if [ "$(id -u)" != 0 ]; then
    "$@"
    return
  fi
  local account="${POSTGRES_ACCOUNT:-postgres}"
  setpriv --reuid="$account" --regid="$(id -g "$account")" --clear-groups -- "$@"
}

# Required settings of a copy in this folder: at least what the primary had of these, which may have stood on its
# command line only, and no way back into the system that it came from.
copy_settings() {
  local folder="$1" name
  for name in max_connections max_worker_processes max_wal_senders max_locks_per_transaction; do
    echo "$name = $(pg_controldata "$folder" | sed -n "s/^${name/_per_transaction/_per_xact} setting: *//p")"
  done
  echo "max_prepared_transactions = $(pg_controldata "$folder" | sed -n 's/^max_prepared_xacts setting: *//p')"
  echo "archive_mode = off"
  echo "synchronous_standby_names = ''"
}

# Gives a folder to the account that PostgreSQL runs as.
give_to_postgres() {
  if [ "$(id -u)" = 0 ]; then chown -R "${POSTGRES_ACCOUNT:-postgres}:" "$@"; fi
}
