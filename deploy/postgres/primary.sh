#!/usr/bin/env bash
# Runs once, when the image makes the database: an account that owns it, for the nodes, and one that may only replicate.
set -euo pipefail

psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 --set password="$REPLICATION_PASSWORD" \
  --set database_password="$DATABASE_PASSWORD" --set database="$POSTGRES_DB" <<'SQL'
create role fairtick login password :'database_password';
alter database :"database" owner to fairtick;
create role replicator login replication password :'password';
SQL
echo 'host replication replicator all scram-sha-256' >>"$PGDATA/pg_hba.conf"
