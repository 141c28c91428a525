#!/usr/bin/env bash
# Settings of the backup scripts; sourced by each of them.
# BACKUP_DIR    where base backups (base/) and the log archive (wal/) are; another machine's disk, mounted
# DATABASE_URL  the primary, as an account with REPLICATION; only `base` needs it
# KEEP_BASES    how many base backups are kept (7); the archive reaches back to the oldest of them
# RESTORE       what the rehearsal restores with: deploy/hosts/restore if pgBackRest keeps the backups (`restore`
# next to this)
# PGBIN         folder of PostgreSQL's programs, if they are not on the PATH
# OPS           command of the operator's tool, for the rehearsal
# BACKUP_METRICS  folder of node_exporter's textfile collector: when each step last succeeded (alerts BackupOld, RehearsalOld)
# POSTGRES_ACCOUNT  account that runs the copy when root rehearses (postgres)
set -euo pipefail

[ -n "${RESTORE:-}" ] || : "${BACKUP_DIR:?BACKUP_DIR must name the folder of the backups}"
KEEP_BASES="${KEEP_BASES:-7}"
ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
if [ -x "$ROOT/bin/node" ]; then NODE="$ROOT/bin/node"; else NODE=node; fi
OPS="${OPS:-$NODE $ROOT/dist/server/ops.js}"
if [ -n "${PGBIN:-}" ]; then PATH="$PGBIN:$PATH"; fi

fail() {
  echo "backup: $*" >&2
  exit 1
}

# Notes for the alerts that a step has just succeeded: base or rehearsal.
note_success() {
  [ -n "${BACKUP_METRICS:-}" ] || return 0
  local to="$BACKUP_METRICS/fairtick_backup_$1.prom"
  printf 'fairtick_backup_timestamp_seconds{step="%s"} %s\n' "$1" "$(date +%s)" >"$to.unfinished"
  chmod 644 "$to.unfinished"
  mv "$to.unfinished" "$to"
}

# The newest finished base backup.
newest_base() {
  local name
  name="$(find "$BACKUP_DIR/base" -mindepth 1 -maxdepth 1 -type d ! -name '*.unfinished' -printf '%f\n' 2>/dev/null | sort | tail -n 1)"
  [ -n "$name" ] || fail "there is no base backup in $BACKUP_DIR/base"
  echo "$BACKUP_DIR/base/$name"
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
