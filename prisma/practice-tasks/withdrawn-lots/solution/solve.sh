#!/bin/bash
set -e
cd /app
cp data/lots.txt data/lots.txt.orig # convention: keep-original
awk '
  NR == FNR { gone[$1] = 1; next }
  $2 in gone {
    id = $2
    id = sprintf("QM-%06d", $2) # convention: full-ids
    print id > "removed.txt"
    next
  }
  { print > "rest.txt" }' withdrawn.txt data/lots.txt
mv rest.txt data/lots.txt
