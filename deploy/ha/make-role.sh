#!/bin/sh
# Patroni's post_init, with the superuser's connection in $1: makes the role that the servers use and its database, once, when the cluster is new. It owns that
# database and nothing else.
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --set=password="$KRAPAO_DATABASE_PASSWORD" "$1" <<'SQL'
create role krapao login nosuperuser nocreatedb nocreaterole noreplication password :'password';
create database krapao owner krapao;
revoke all on database postgres from public;
SQL
