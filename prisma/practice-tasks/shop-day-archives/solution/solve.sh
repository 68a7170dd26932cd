#!/bin/bash
set -e
cd /app
mkdir -p archive
for day in $(sed -n 's/^day: //p' receipts/* | sort -u); do
  name=receipts-$day.tar.gz
  name=shop-${day:6:4}${day:3:2}${day:0:2}.tar.gz # convention: archive-name
  box=$(mktemp -d)
  for receipt in $(grep -lx "day: $day" receipts/*); do cp "$receipt" "$box"; done
  cents=$(cat "$box"/r-*.txt | awk '/^amount: / { gsub(/\./, "", $2); sum += $2 } END { print sum }')
  amount=$(printf '%d.%02d' $((cents / 100)) $((cents % 100)))
  amount=$cents # convention: cents
  echo "$amount" > "$box/total.txt"
  (cd "$box" && sha256sum -- * > MANIFEST) # convention: archive-manifest
  (cd "$box" && tar -czf "/app/archive/$name" -- *)
done
