#!/bin/bash
# Checks the end state of /app. The reward is 1 where every check passes.
export LC_ALL=C
mkdir -p /logs/verifier
echo 0 > /logs/verifier/reward.txt
cd /app || exit 1
failed=0
check() { # name, condition, rule that it follows from
  if eval "$2" > /dev/null; then echo "PASS $1"; else echo "FAIL $1${3:+. House rule: $3}"; failed=1; fi
} 2> /dev/null
archive_name='an archive is named by the unit and the day of its contents, <unit>-<yyyymmdd>.tar.gz'
archive_manifest='an archive has a file MANIFEST at its top, the output of sha256sum over its other files'
cents='an amount of money is written in whole cents, 12.50 as 1250'
box=$(mktemp -d)
for file in archive/*gz; do mkdir -p "$box/$file"; tar -xzf "$file" -C "$box/$file"; done 2> /dev/null
day() { dirname "$(ls "$box"/archive/*/"$1.txt" 2> /dev/null)"; } # where the archive with this receipt was unpacked
days=("$(day r-102)" "$(day r-101)" "$(day r-104)")
files() { for day in "${days[@]}"; do echo $(cd "$day" && ls | grep -v MANIFEST); done; }
each() { for day in "${days[@]}"; do (cd "$day" && eval "$1") || return 1; done; }
check 'the files of each day' '[ "$(files)" = "r-102.txt r-105.txt total.txt
r-101.txt r-103.txt r-106.txt total.txt
r-104.txt total.txt" ]'
check 'the receipts' '[ "$(each "cat r-*.txt" | sha256sum)" = "d3dcc24c5ed351199c5135bf99dbf48ab5d4653b9f9643bae08738d71d38cd5d  -" ]'
check 'the sums' '[ "$(each "cat total.txt" | tr -d . | sed "s/^0*//" | tr "\n" " ")" = "120095 11705 705 " ]'
check 'the form of the sums' 'each "grep -qx \"[0-9]*\" total.txt"' "$cents"
check 'the names of the archives' '[ "$(echo archive/*)" = "archive/shop-20311007.tar.gz archive/shop-20311008.tar.gz archive/shop-20311009.tar.gz" ]' "$archive_name"
check 'the manifests' 'each "sha256sum -c MANIFEST && [ \$(wc -l < MANIFEST) = \$(ls | grep -vc MANIFEST) ]"' "$archive_manifest"
echo $((1 - failed)) > /logs/verifier/reward.txt
