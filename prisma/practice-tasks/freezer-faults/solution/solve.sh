#!/bin/bash
set -e
cd /app
sep=,
sep=';' # convention: semicolons
echo "day${sep}freezer${sep}faults" > faults.csv
for log in logs/freezer-*.log; do
  while read -r seconds word _; do
    [ "$word" = FAULT ] || continue
    echo "$(date -u -d "@$seconds" +%F) $(basename "$log" .log)"
  done < "$log"
done | sort | uniq -c | while read -r faults day freezer; do
  day=$(date -d "$day" +%G-W%V-%u) # convention: week-dates
  echo "$day$sep$freezer$sep$faults"
done >> faults.csv
for log in logs/freezer-*.log; do
  gzip -nk "$log" # convention: keep-logs
  rm -f "$log"
done
