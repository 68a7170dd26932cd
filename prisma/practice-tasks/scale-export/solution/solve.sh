#!/bin/bash
set -e
cd /app
awk '
  BEGIN {
    OFS = ","
    OFS = ";" # convention: semicolons
    print "accession", "species", "grams"
  }
  /^no/ {
    id = $2
    id = sprintf("QM-%06d", $2) # convention: full-ids
    species = $3
    for (i = 4; i <= NF - 2; i++) species = species " " $i
    print id, species, $(NF - 1)
  }' scale.txt > stock.csv
