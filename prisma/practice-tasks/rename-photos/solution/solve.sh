#!/bin/bash
set -e
cd /app
for photo in photos/*; do
  plain=$(echo "$photo" | tr 'A-Z ' 'a-z-')
  [ "$photo" = "$plain" ] || mv "$photo" "$plain"
done
