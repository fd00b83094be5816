#!/bin/sh
# restore.sh COPY MOMENT FOLDER: makes a data folder of a copy of base-backup.sh that goes on to a moment, such as '2026-11-24 14:30:00+07', by the archived WAL
# when PostgreSQL is started on it, and takes writes from there. As postgres. docs/operations.md says what comes before and after.
set -eu
umask 077
copy=$1
moment=$2
folder=$3
archive=${KRAPAO_ARCHIVE:-/var/backups/krapao}
[ ! -e "$folder" ] || { echo "$folder is there already" >&2; exit 1; }
cp -a "$copy" "$folder"
# What Patroni wrote for the node that the copy was made at is not for this one.
rm -f "$folder/standby.signal" "$folder/patroni.dynamic.json"
[ ! -e "$folder/postgresql.base.conf" ] || mv "$folder/postgresql.base.conf" "$folder/postgresql.conf"
cat >> "$folder/postgresql.auto.conf" <<SETTINGS
restore_command = 'cp "$archive/wal/%f" "%p"'
recovery_target_time = '$moment'
recovery_target_action = 'promote'
archive_mode = 'off'
max_connections = 120
SETTINGS
touch "$folder/recovery.signal"
