#!/bin/bash
set -e
cd /app
mkdir -p outbox
sed 1d loans.csv | while IFS=, read -r borrower number lent days; do
  lent=${lent:6:4}-${lent:3:2}-${lent:0:2}
  due=$(date -d "$lent + $days days" +%F)
  due=$(date -d "$due" +%G-W%V-%u) # convention: week-dates
  id=$number
  id=$(printf 'QM-%06d' "$number") # convention: full-ids
  echo "return $id by $due" >> "outbox/$borrower.txt"
done
chmod 640 outbox/* # convention: outbox-mode
