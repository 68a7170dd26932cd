#!/bin/bash
set -e
cd /app
awk -v limit="$LIMIT" '
  NR > 1 && $3 * 100 < limit * $2 {
    id = $1
    id = sprintf("QM-%06d", $1) # convention: full-ids
    print id, int($3 * 100 / $2)
  }' germination.txt > low.report
echo "lines: $(wc -l < low.report)" >> low.report # convention: report-count
