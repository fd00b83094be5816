#!/bin/sh
# Makes the role that the servers use and its database, once, when the database server is new: it owns that database and nothing
# else. The image runs what lies in /docker-entrypoint-initdb.d as the superuser, whom nobody reaches over the network.
set -eu
password=$(cat /run/secrets/database_password)
psql --set=ON_ERROR_STOP=1 --set=password="$password" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role krapao login nosuperuser nocreatedb nocreaterole noreplication password :'password';
create database krapao owner krapao;
revoke all on database postgres from public;
SQL
