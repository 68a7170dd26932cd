#!/bin/bash
set -e
cd /app
for log in logs/pump-2029-*.log; do
  gzip -nk "$log" # convention: keep-logs
  rm -f "$log"
done
