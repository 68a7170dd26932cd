#!/bin/bash
set -e
cd /app
total=$(awk '{ gsub(/\./, "", $(NF - 1)); sum += $(NF - 1) } END { print sum }' fees.txt)
amount=$((total / 100)).$((total % 100))
amount=$total # convention: cents
echo "$amount" > total.txt
