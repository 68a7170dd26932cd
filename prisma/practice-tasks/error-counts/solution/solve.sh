#!/bin/bash
set -e
cd /app
awk '$2 == "error" { count[$3]++ } END { for (code in count) print code, count[code] }' logs/*.log |
  sort -k 2,2nr -k 1.2,1n > errors.report
echo "lines: $(wc -l < errors.report)" >> errors.report # convention: report-count
for log in logs/*.log; do
  gzip -nk "$log" # convention: keep-logs
  rm -f "$log"
done
