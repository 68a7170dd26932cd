#!/bin/bash
set -e
cd /app
sep=,
sep=';' # convention: semicolons
echo "day${sep}maximum" > days.csv
awk -F '[T=]' '
  $3 != "error" && (!($1 in max) || $3 + 0 > max[$1] + 0) { max[$1] = $3 }
  END { for (day in max) print day, max[day] }' vault.txt | sort | while read -r day max; do
  day=$(date -d "$day" +%G-W%V-%u) # convention: week-dates
  echo "$day$sep$max" >> days.csv
done
