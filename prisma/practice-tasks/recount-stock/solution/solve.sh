#!/bin/bash
set -e
cd /app
cp data/stock.txt data/stock.txt.orig # convention: keep-original
awk -F '[= ]' '
  NR == FNR { if ($1 != "#") found[$1] = $2; next }
  ($2 in found) && found[$2] != $6 {
    id = $2
    id = sprintf("QM-%06d", $2) # convention: full-ids
    print id, $6, found[$2] > "recount.report"
    sub(/packets=.*/, "packets=" found[$2])
  }
  { print > "new.txt" }' recount.txt data/stock.txt
mv new.txt data/stock.txt
echo "lines: $(wc -l < recount.report)" >> recount.report # convention: report-count
