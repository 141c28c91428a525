#!/usr/bin/env bash
# PostgreSQL as the primary. The first start makes the database with its accounts: the owner, for the step that changes the
# schema; those of nodes, staff, auditor and archiver, whose rights that step gives (server/sql/roles.sql); one that watches; and
# one that may only replicate. The superuser has no password: it signs in through the socket.
set -euo pipefail

make() {
  local data="$PGDATA.unfinished"
  rm -rf "$data"
  mkdir -p "$(dirname "$data")"
  initdb --pgdata="$data" --username=postgres --auth-local=peer --auth-host=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 \
    --data-checksums >/dev/null
  echo "listen_addresses = '*'" >>"$data/postgresql.conf"
  printf 'host %s all scram-sha-256\n' 'all all' 'replication replicator' >>"$data/pg_hba.conf"
  pg_ctl --pgdata="$data" --wait --options="-c listen_addresses=''" start
  createdb fairtick
  # From the environment: an argument list can be read by whoever is on the machine.
  psql --dbname=fairtick --set ON_ERROR_STOP=1 --quiet <<'SQL'
\getenv owner DATABASE_PASSWORD
\getenv node NODE_DATABASE_PASSWORD
\getenv ops OPS_DATABASE_PASSWORD
\getenv auditor AUDITOR_DATABASE_PASSWORD
\getenv archiver ARCHIVER_DATABASE_PASSWORD
\getenv monitor MONITOR_DATABASE_PASSWORD
\getenv replicator REPLICATION_PASSWORD
create role fairtick login password :'owner';
create role fairtick_node login password :'node';
create role fairtick_ops login password :'ops';
create role fairtick_auditor login password :'auditor';
create role fairtick_archiver login password :'archiver';
alter database fairtick owner to fairtick;
create role fairtick_monitor login password :'monitor' connection limit 5 in role pg_monitor;
create role replicator login replication password :'replicator';
SQL
  pg_ctl --pgdata="$data" --wait stop
  mv "$data" "$PGDATA"
}

[ -s "$PGDATA/PG_VERSION" ] || make
exec postgres "$@"
