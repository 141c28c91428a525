#!/usr/bin/env bash
# A copy of the primary that follows it. The first start takes the copy; PGPASSWORD is the replicator's. The primary keeps its
# log in the slot `replica` while the copy is away, up to its max_slot_wal_keep_size.
set -euo pipefail

primary="host=${PRIMARY_HOST:-postgres} port=${PRIMARY_PORT:-5432} user=replicator"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  copy="$PGDATA.unfinished"
  mkdir -p "$(dirname "$copy")"
  # The slot of an earlier copy keeps a log that this one does not need, or has lost it.
  until psql "$primary replication=true" --quiet --command='DROP_REPLICATION_SLOT replica' 2>/dev/null || true
    rm -rf "$copy" && pg_basebackup --dbname="$primary application_name=replica" --pgdata="$copy" --write-recovery-conf \
      --wal-method=stream --create-slot --slot=replica; do
    sleep 2
  done
  # Once it is promoted, the copy must not wait for its own replica.
  echo "synchronous_standby_names = ''" >>"$copy/postgresql.auto.conf"
  mv "$copy" "$PGDATA"
fi
exec postgres "$@"
