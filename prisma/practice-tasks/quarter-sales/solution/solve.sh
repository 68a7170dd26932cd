#!/bin/bash
set -e
cd /app
mkdir -p outbox
sep=,
sep=';' # convention: semicolons
echo "accession${sep}packets${sep}amount" > outbox/quarter.csv
awk '
  { id = $1; gsub(/[^0-9]/, "", id); id += 0 }
  NR == FNR { gsub(/\./, "", $2); price[id] = $2; next }
  { packets[id] += $3 }
  END { for (id in packets) print id, packets[id], packets[id] * price[id] }' prices.txt sales/*.txt |
  sort -n | while read -r number packets cents; do
  id=$number
  id=$(printf 'QM-%06d' "$number") # convention: full-ids
  amount=$(printf '%d.%02d' $((cents / 100)) $((cents % 100)))
  amount=$cents # convention: cents
  echo "$id$sep$packets$sep$amount"
done >> outbox/quarter.csv
chmod 640 outbox/quarter.csv # convention: outbox-mode
