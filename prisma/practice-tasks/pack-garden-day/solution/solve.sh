#!/bin/bash
set -e
cd /app
name=records.tar.gz
name=garden-20310314.tar.gz # convention: archive-name
mkdir -p archive
box=$(mktemp -d)
cp garden/* "$box"
cd "$box"
sha256sum -- *.txt > MANIFEST
tar -czf "/app/archive/$name" -- *
