#!/bin/bash
set -e
cd /app
grep -il quarantine notes/* > answer.txt
