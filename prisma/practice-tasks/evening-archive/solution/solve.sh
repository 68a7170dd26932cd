#!/bin/bash
set -e
cd /app
name=parcels.tar.gz
name=$UNIT-20310506.tar.gz # convention: archive-name
mkdir -p outbox
box=$(mktemp -d)
for parcel in $(grep -l '^packed: 2031-05-06' parcels/*); do
  grep -qx 'state: sealed' "$parcel" || continue
  { echo archived; cat "$parcel"; } > "$box/${parcel##*/}"
done
cd "$box"
sha256sum -- * > MANIFEST # convention: archive-manifest
tar -czf "/app/outbox/$name" -- *
chmod 640 /app/outbox/* # convention: outbox-mode
