#!/bin/sh
# Writes one dump of the database of DATABASE_URL (or DATABASE_URL_FILE) into BACKUP_FOLDER and keeps the newest BACKUP_KEEP of them.
# What is there under its name is whole: it was read back before it got it. Beside archiving, which loses less: docs/operations.md.
# Nobody but its user reads a dump; it holds what members are called and where they bank. Take it to another machine, encrypted,
# and keep KRAPAO_SECRET elsewhere.
set -eu
umask 077
folder=${BACKUP_FOLDER:-/backups}
keep=${BACKUP_KEEP:-14}
url=${DATABASE_URL:-$(cat "$DATABASE_URL_FILE")}
name=$folder/krapao-$(date -u +%Y%m%dT%H%M%SZ).dump
trap 'rm -f "$name.part"' EXIT
pg_dump --format=custom --file="$name.part" "$url"
pg_restore --list "$name.part" >/dev/null
mv "$name.part" "$name"
ls -1 "$folder"/krapao-*.dump | sort -r | tail -n "+$((keep + 1))" | while read -r old; do rm -f "$old"; done
echo "$name"
