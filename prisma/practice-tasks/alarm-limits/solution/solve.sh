#!/bin/bash
set -e
cd /app
grep -v '^#' limits.txt | while read -r unit key value from; do
  from=${from:6:4}-${from:3:2}-${from:0:2}
  [[ $from > 2031-04-10 ]] || echo "$unit $key $from $value"
done | sort | awk '{ line[$1 " " $2] = $0 } END { for (setting in line) print line[setting] }' | sort |
  while read -r unit key from value; do
    grep -qx "$key=$value" "conf/$unit.conf" && continue
    sed -i "s/^$key=.*/$key=$value/" "conf/$unit.conf"
    echo "conf/$unit.conf: $key is $value" >> CHANGES # convention: changes-line
    from=$(date -d "$from" +%G-W%V-%u) # convention: week-dates
    echo "$unit $key $value since $from"
  done > limits.report
echo "lines: $(wc -l < limits.report)" >> limits.report # convention: report-count
