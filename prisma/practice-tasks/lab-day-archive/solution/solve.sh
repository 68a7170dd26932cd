#!/bin/bash
set -e
cd /app
name=records.tar.gz
name=lab-20310312.tar.gz # convention: archive-name
mkdir -p archive
box=$(mktemp -d)
cp lab/2031-03-12-* "$box"
cd "$box"
sha256sum -- * > MANIFEST # convention: archive-manifest
tar -czf "/app/archive/$name" -- *
