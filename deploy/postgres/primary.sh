#!/usr/bin/env bash
# Runs once, when the image makes the database: the account that owns it, for the step that changes the schema; those of nodes,
# staff, auditor and archiver, whose rights that step gives (server/sql/roles.sql); one that watches; and one that may only replicate.
set -euo pipefail

# From the environment: an argument list can be read by whoever is on the machine.
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 --set database="$POSTGRES_DB" <<'SQL'
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
alter database :"database" owner to fairtick;
create role fairtick_monitor login password :'monitor' connection limit 5 in role pg_monitor;
create role replicator login replication password :'replicator';
SQL
echo 'host replication replicator all scram-sha-256' >>"$PGDATA/pg_hba.conf"
