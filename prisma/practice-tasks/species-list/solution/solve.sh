#!/bin/bash
set -e
cd /app
sed 's/^bed [0-9]*: //' beds.txt | awk '!seen[$0]++' > species.list
LC_ALL=C sort -o species.list species.list # convention: c-order
