#!/bin/bash
set -e
cd /app
grep -ril quarantine notes > answer.txt
