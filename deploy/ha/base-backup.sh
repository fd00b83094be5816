#!/bin/sh
# A copy of the whole cluster, beside the WAL that archive-wal.sh keeps: with both any moment since can be had again. Each night, as postgres, on one of the
# nodes: BACKUP_URL names a node and a role that may replicate. Prints where the copy is; keeps the newest BACKUP_KEEP and the WAL since the oldest of them.
set -eu
umask 077
archive=${KRAPAO_ARCHIVE:-/var/backups/krapao}
keep=${BACKUP_KEEP:-7}
mkdir -p "$archive/base" "$archive/wal"
copy="$archive/base/$(date -u +%Y%m%dT%H%M%SZ)"
trap 'rm -rf "$copy.part"' EXIT
# Without WAL in it: that the archive is whole is then seen by each restore.
pg_basebackup --dbname="$BACKUP_URL" --pgdata="$copy.part" --checkpoint=fast --wal-method=none --no-password >&2
pg_verifybackup --no-parse-wal "$copy.part" >&2
mv "$copy.part" "$copy"
ls -d "$archive"/base/*Z | sort -r | tail -n "+$((keep + 1))" | while read -r old; do rm -rf "$old"; done
oldest=$(ls -d "$archive"/base/*Z | sort | head -n 1)
first=$(sed -n 's/^START WAL LOCATION: .*file \([0-9A-F]*\)).*/\1/p' "$oldest/backup_label")
pg_archivecleanup "$archive/wal" "$first"
echo "$copy"
