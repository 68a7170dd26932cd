#!/bin/bash
set -e
cd /app
while read -r door; do
  tail -n 1 "logs/$door.log" | grep -q closed || continue
  gzip -nk "logs/$door.log" # convention: keep-logs
  rm -f "logs/$door.log"
  echo "$door"
done < doors.txt > cleared.list
LC_ALL=C sort -o cleared.list cleared.list # convention: c-order
