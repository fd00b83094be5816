#!/bin/sh
# PostgreSQL's archive_command: keeps a piece of WAL, whole or not at all, where base-backup.sh and restore.sh find it. Mount there what all nodes
# share and what does not burn with them.
set -eu
archive=${KRAPAO_ARCHIVE:-/var/backups/krapao}/wal
kept="$archive/$2"
mkdir -p "$archive"
# After a crash it is asked again for what is kept already; another content under a name is never written over.
if [ -e "$kept" ]; then exec cmp -s "$1" "$kept"; fi
part="$kept.$$.part"
trap 'rm -f "$part"' EXIT
cp "$1" "$part"
sync "$part"
mv "$part" "$kept"
sync "$archive"
