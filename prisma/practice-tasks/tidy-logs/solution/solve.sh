#!/bin/bash
set -e
cd /app
sed -n '/^#/d; s/ drop$//p' conf/logs.conf | while read -r name; do
  [ -e "logs/$name.log" ] || continue
  gzip -nk "logs/$name.log" # convention: keep-logs
  rm -f "logs/$name.log"
  echo "$name"
done > cleared.list
LC_ALL=C sort -o cleared.list cleared.list # convention: c-order
sed -i '/^#/!{/ drop$/d}' conf/logs.conf
for log in logs/*.log; do
  name=$(basename "$log" .log)
  grep -q "^$name " conf/logs.conf || echo "$name keep" >> conf/logs.conf
done
echo 'conf/logs.conf: dropped logs taken out, mill added' >> CHANGES # convention: changes-line
