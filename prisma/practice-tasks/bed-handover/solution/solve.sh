#!/bin/bash
set -e
cd /app
name=notes.tar.gz
name=garden-20310919.tar.gz # convention: archive-name
cp data/beds.txt data/beds.txt.orig # convention: keep-original
mkdir -p archive
box=$(mktemp -d)
while read -r bed; do
  plant=$(sed -n "s/^bed $bed | garden | //p" data/beds.txt)
  [ -n "$plant" ] || continue
  sed -i "s/^bed $bed | garden /bed $bed | lab /" data/beds.txt
  cp "notes/bed-$bed.txt" "$box"
  echo "$plant"
done < handover.txt | awk '!seen[$0]++' > plants.list
LC_ALL=C sort -o plants.list plants.list # convention: c-order
cd "$box"
sha256sum -- * > MANIFEST # convention: archive-manifest
tar -czf "/app/archive/$name" -- *
