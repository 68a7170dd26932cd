#!/bin/bash
set -e
cd /app
grep -c '^Linden Court;' requests.txt > answer.txt
