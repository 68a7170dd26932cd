#!/bin/bash
set -e
cd /app
for file in tools/*; do
  if [ "$(head -c 2 "$file")" = '#!' ]; then chmod 755 "$file"; else chmod 644 "$file"; fi
done
