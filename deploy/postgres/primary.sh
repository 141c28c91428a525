#!/usr/bin/env bash
# Runs once, when the image makes the database: an account that may only replicate.
set -euo pipefail

psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 --set password="$REPLICATION_PASSWORD" <<'SQL'
create role replicator login replication password :'password';
SQL
echo 'host replication replicator all scram-sha-256' >>"$PGDATA/pg_hba.conf"
