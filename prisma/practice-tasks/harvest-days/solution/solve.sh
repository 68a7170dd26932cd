#!/bin/bash
set -e
cd /app
while read -r day _ _ plant; do
  day=${day:6:4}-${day:3:2}-${day:0:2}
  day=$(date -d "$day" +%G-W%V-%u) # convention: week-dates
  echo "${plant% (*}, $day"
done < harvest.txt > days.txt
