#!/bin/bash
set -e
cd /app
while IFS='|' read -r borrower _ due; do
  due=${due# }
  due=${due:6:4}-${due:3:2}-${due:0:2}
  [[ $due < $TODAY ]] || continue
  due=$(date -d "$due" +%G-W%V-%u) # convention: week-dates
  echo "${borrower% }, $due"
done < loans.txt > overdue.report
echo "lines: $(wc -l < overdue.report)" >> overdue.report # convention: report-count
