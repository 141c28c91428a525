#!/usr/bin/env bash
# A copy of the primary that follows it. The first start takes the copy; PGPASSWORD is the replicator's.
set -euo pipefail

export PGDATA="${PGDATA:-/var/lib/postgresql/18/docker}"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  install -d -m 0700 -o postgres -g postgres "$PGDATA"
  primary='host=postgres user=replicator application_name=replica'
  until gosu postgres pg_basebackup --dbname="$primary" --pgdata="$PGDATA" --write-recovery-conf --wal-method=stream; do
    find "$PGDATA" -mindepth 1 -delete
    sleep 2
  done
  # Once it is promoted, the copy must not wait for its own replica.
  echo "synchronous_standby_names = ''" >>"$PGDATA/postgresql.auto.conf"
fi
exec gosu postgres postgres "$@"
