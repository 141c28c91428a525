#!/usr/bin/env bash
# A copy of the primary that follows it. The first start takes the copy; PGPASSWORD is the replicator's.
set -euo pipefail

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  copy="$PGDATA.unfinished"
  mkdir -p "$(dirname "$copy")"
  primary='host=postgres user=replicator application_name=replica'
  until rm -rf "$copy" && pg_basebackup --dbname="$primary" --pgdata="$copy" --write-recovery-conf --wal-method=stream; do
    sleep 2
  done
  # Once it is promoted, the copy must not wait for its own replica.
  echo "synchronous_standby_names = ''" >>"$copy/postgresql.auto.conf"
  mv "$copy" "$PGDATA"
fi
exec postgres "$@"
