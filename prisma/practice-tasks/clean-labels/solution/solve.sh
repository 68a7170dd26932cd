#!/bin/bash
set -e
cd /app
awk '{ gsub("_", " "); print toupper(substr($0, 1, 1)) tolower(substr($0, 2)) }' labels.txt > clean.txt
