#!/usr/bin/env bash
# How the scripts of this folder reach PostgreSQL and pgBackRest's settings; sourced after deploy/backup/settings.sh.
# PGBACKREST_CONFIG  its configuration (/etc/pgbackrest.conf); pgBackRest takes each setting from the environment, too
export PGBACKREST_CONFIG="${PGBACKREST_CONFIG:-/etc/pgbackrest.conf}" PGBACKREST_STANZA=fairtick

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
