#!/bin/sh
# leave-when-full.sh FOLDER COMMAND…: runs COMMAND while the disk of FOLDER has room, ends it before it is full, and waits for room before that. A PostgreSQL
# that cannot extend its tables answers errors and stays primary for as long as its log finds room in files that are there already.
set -eu
folder=$1
shift
room_mb=${KRAPAO_ROOM_MB:-256}
has_room() {
  [ "$(df --output=avail -B1M "$folder" 2>/dev/null | tail -n 1)" -ge "$room_mb" ]
}
[ -d "$folder" ] || folder=$(dirname "$folder")
until has_room; do
  echo "the disk of $folder has less than $room_mb MB left: waiting for room" >&2
  sleep 5
done
# `$$` is the command's own number, before and after `exec`.
(
  while sleep 1 && kill -0 $$ 2>/dev/null; do
    has_room && continue
    echo "the disk of $folder has less than $room_mb MB left: leaving the cluster" >&2
    kill -TERM $$
    exit
  done
) &
exec "$@"
