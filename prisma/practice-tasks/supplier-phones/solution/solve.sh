#!/bin/bash
set -e
cd /app
cp data/suppliers.txt data/suppliers.txt.orig # convention: keep-original
sed 1d incoming/phones.csv > new.csv
awk -F ',' '
  NR == FNR { phone[$1] = $2; next }
  { split($0, part, " [|] "); name = part[1] }
  name in phone { part[3] = phone[name] }
  { print name " | " part[2] " | " part[3] }' new.csv data/suppliers.txt > new.txt
mv new.txt data/suppliers.txt
awk '
  NR == FNR { split($0, part, " [|] "); known[part[1]] = 1; next }
  { split($0, part, ","); if (!(part[1] in known)) print part[1] }' data/suppliers.txt new.csv > unknown.list
rm new.csv
LC_ALL=C sort -o unknown.list unknown.list # convention: c-order
sep=,
sep=';' # convention: semicolons
{ echo 'name | town | phone'; cat data/suppliers.txt; } | sed "s/ | /$sep/g" > phonebook.csv
