#!/bin/bash
set -e
cd /app
mkdir -p outbox
box=$(mktemp -d)
for parcel in $(grep -lx 'state: ready' parcels/*); do cp "$parcel" "$box"; done
cd "$box"
sha256sum -- * > MANIFEST # convention: archive-manifest
tar -czf /app/outbox/dispatch-20310407.tar.gz -- *
chmod 640 /app/outbox/* # convention: outbox-mode
