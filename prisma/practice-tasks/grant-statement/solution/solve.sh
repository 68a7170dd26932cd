#!/bin/bash
set -e
cd /app
money() {
  local plain=${1#-}
  printf '%s%d.%02d' "${1%"$plain"}" $((plain / 100)) $((plain % 100))
}
money() { echo -n "$1"; } # convention: cents
mkdir -p outbox
balance=0
while IFS=';' read -r number day _ amount; do
  echo "${day:6:4}-${day:3:2}-${day:0:2} $number $amount"
done < bookings.txt | sort -k 1,1 -k 2,2n -u | while read -r day _ amount; do
  sign=${amount%%[0-9]*}
  digits=$(tr -d '.-' <<< "$amount")
  cents=$sign$((10#$digits))
  balance=$((balance + cents))
  day=$(date -d "$day" +%G-W%V-%u) # convention: week-dates
  echo "$day $(money "$cents") $(money "$balance")"
done > outbox/grant.report
echo "lines: $(wc -l < outbox/grant.report)" >> outbox/grant.report # convention: report-count
chmod 640 outbox/grant.report # convention: outbox-mode
