#!/bin/bash
set -e
cd /app
cp data/contacts.txt data/contacts.txt.orig # convention: keep-original
awk '{ if (++seen[tolower($0)] == 2) print tolower($0) }' data/contacts.txt > double.list
awk '!seen[tolower($0)]++' data/contacts.txt > once.txt
mv once.txt data/contacts.txt
LC_ALL=C sort -o double.list double.list # convention: c-order
